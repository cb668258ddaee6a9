"""What is asked of every bot: `belote check` runs it, and an author's tests can inherit it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from harness.game.presets import preset
from harness.game.rules import Rules
from harness.plugin.bot import Bot, answers_for_many
from harness.plugin.room import Place, Room
from harness.plugin.trial import SEED, Failed, Parted, Played, Trial

HANDS: Final = 500
"""Hands that are played under each preset."""
ODD_RULES: Final[tuple[dict[str, Any], ...]] = (
    {"round_two": "any_suit", "dealer_must_name": True},
    {"contree": True, "no_trumps": True, "all_trumps": True},
    {"silence": True, "declare_when": "before_play"},
    {"undertrump": False, "partner_exempt": False, "rise": False},
    {"direction": "counterclockwise", "packets": "2+3", "target": 301},
)
"""Changes to the classic rules that no preset has."""
TABLES: Final = (1, 4, 16)
"""Matches that are under way at once where a bot answers for many, one number after the other."""
CHANCE: Final = "is there chance besides view.rng, or a memory?"
ONE: Final = "does choose_cards say to one view what choose_card says to it?"
MANY: Final = (
    "not where cards are asked for one by one, so choose_cards looks from one view at another, or "
    "counts them, or rounds"
)
KEPT: Final = (
    "also where cards are asked for one by one, so something is kept beside the bots, in a module "
    "or a class"
)


class Verdict(NamedTuple):
    """One part of the contract: whether it is kept, and the hand in which it was broken."""

    part: str
    kept: bool
    told: str
    record: dict[str, Any] | None = None
    trace: str = ""


class Candidate(NamedTuple):
    """A bot on trial: what makes one for a seat, what ends those of a match, the trial's seed."""

    make: Callable[[], Bot]
    dismiss: Callable[[], None] = lambda: None
    seed: bytes = SEED

    def play(self, rules: Rules, number: int = 0, like: Played | None = None) -> Played:
        """Play a match, by turns at either side; where it was played before, in that way.

        Raises:
            Failed: the bot did something wrong.
            Parted: it answers in another way than before.
        """
        try:
            return Trial(rules, self.make, number, number & 1, like, self.seed).play()
        finally:
            self.dismiss()


Sitting: TypeAlias = Callable[[Place, int, bool], Candidate]
"""Given a place in a room, the number of a match, and whether it is asked for its cards together
with other tables, returns the bot on trial as it sits there."""


def legal(candidate: Candidate, rules: Rules, hands: int = HANDS) -> Verdict:
    """See that every answer is legal, and in time, for so many hands."""
    played, slowest = 0, 0.0
    for number in count():
        one = candidate.play(rules, number)
        played += len(one.hands)
        slowest = max(slowest, one.slowest)
        if played >= hands:
            break
    told = f"{played:,} hands, the slowest answer in {1000 * slowest:.1f} ms"
    return Verdict(f"legal in {rules.name}", kept=True, told=told)


def plays_odd_rules(candidate: Candidate) -> Verdict:
    """See that rules which no preset has are played as well."""
    for number, changes in enumerate(ODD_RULES):
        rules = preset("classic", **changes)
        try:
            candidate.play(rules, number)
        except Failed as failed:
            failed.add_note(" ".join(f"{field}={value}" for field, value in changes.items()))
            raise
    return Verdict("odd rules", kept=True, told=f"{len(ODD_RULES)} rule sets that no preset has")


def reproducible(candidate: Candidate, rules: Rules) -> Verdict:
    """See that the same cards and the same chance give the same match."""
    part = "reproducible"
    first = candidate.play(rules, 3)
    try:
        candidate.play(rules, 3, first)
    except Parted as parted:
        return _broken(part, parted, CHANCE)
    return Verdict(part, kept=True, told="the same cards and chance gave the same match twice")


def forgetful(candidate: Candidate, staying: Candidate, rules: Rules) -> Verdict:
    """See that nothing of one match is left in the next.

    Args:
        candidate: sits down fresh for each match.
        staying: is the same bots, or those of the same process, in one match after another.
        rules: of the table.
    """
    part = "no memory"
    fresh = candidate.play(rules, 5)
    staying.play(rules, 4)
    try:
        staying.play(rules, 5, fresh)
    except Parted as parted:
        return _broken(part, parted, CHANCE)
    return Verdict(part, kept=True, told="a match after another was played as on its own")


def together(candidate: Candidate, sitting: Sitting, rules: Rules) -> Verdict:
    """See that what is asked at many tables at once is answered at each as it would be alone.

    Args:
        candidate: plays one match after another.
        sitting: is the same bots, several matches under way.
        rules: of the table.
    """
    part = "many at once"
    # All at the same side, so that its seats are asked for as many cards at once as can be; and no
    # match twice, which would take more processes.
    numbers = count(0, 2)
    for tables in TABLES:
        alone = [(number, candidate.play(rules, number)) for number in islice(numbers, tables)]
        try:
            _play_at_once(sitting, rules, alone, many=True)
        except Parted as parted:
            parted.add_note(_under_way(tables))
            return _broken(part, parted, _why(sitting, rules, alone))
        except Failed as failed:
            failed.add_note(_under_way(tables))
            raise
    sizes = f"{', '.join(map(str, TABLES[:-1]))} and {TABLES[-1]}"
    return Verdict(part, kept=True, told=f"{sizes} matches at once as one by one")


def _play_at_once(
    sitting: Sitting, rules: Rules, matches: Sequence[tuple[int, Played]], *, many: bool
) -> None:
    """Play matches at once, each as it was played before; `many` is that of `Sitting`."""

    def match(number: int, before: Played, place: Place) -> Played:
        return sitting(place, number, many).play(rules, number, before)

    Room(len(matches)).play([partial(match, *one) for one in matches])


def _why(sitting: Sitting, rules: Rules, matches: Sequence[tuple[int, Played]]) -> str:
    """Say why matches are played in another way at once: so they are played with less at once."""
    if len(matches) == 1:
        return ONE
    try:
        _play_at_once(sitting, rules, matches, many=False)
    except Parted:
        return KEPT
    except Failed as failed:
        return f"and asked for one by one it fails too: {failed}"
    return MANY


def _under_way(tables: int) -> str:
    return f"{tables} {'match' if tables == 1 else 'matches'} under way"


def verdicts(
    fresh: Candidate,
    staying: Candidate,
    presets: Iterable[str],
    hands: int = HANDS,
    sitting: Sitting | None = None,
) -> Iterator[Verdict]:
    """Yield a verdict on each part of the contract.

    Args:
        fresh: sits down fresh for each match.
        staying: plays most of the matches, which it does sooner where starting takes its time.
        presets: to play under.
        hands: under each.
        sitting: sits at several tables at once; None where it cannot.
    """
    names = list(presets)
    first = _tried_most(names)
    yield from (_held(f"legal in {name}", legal, staying, preset(name), hands) for name in names)
    if first.seats == 4:
        yield _held("odd rules", plays_odd_rules, staying)
    yield _held("reproducible", reproducible, staying, first)
    yield _held("no memory", forgetful, fresh, staying, first)
    if sitting is not None:
        yield _held("many at once", together, staying, sitting, first)


def _tried_most(names: Sequence[str]) -> Rules:
    """Return the rules under which all is tried: those of the first preset for four, or for two."""
    rules = [preset(name) for name in names]
    return next((each for each in rules if each.seats == 4), rules[0])


def _held(part: str, judge: Callable[..., Verdict], *given: Any) -> Verdict:  # noqa: ANN401
    """Return a verdict, also where the bot fails on the way to it."""
    try:
        return judge(*given)
    except Failed as failed:
        return _broken(part, failed)


def _broken(part: str, failed: Failed, why: str = "") -> Verdict:
    """Return the verdict where a bot has failed, with what is noted of it, and why it was."""
    under = "".join(f" (with {note})" for note in getattr(failed, "__notes__", ()))
    told = f"{failed}{under}{why and f'; {why}'}"
    return Verdict(part, kept=False, told=told, record=failed.record, trace=failed.trace)


class BotContract:
    """The contract as tests: derive from it beside the tests of your bot, and name what makes one.

    class TestClever(BotContract):
        make = Clever
    """

    make: ClassVar[Callable[[], Bot]]
    presets: ClassVar[tuple[str, ...]] = ("classic",)
    hands: ClassVar[int] = HANDS

    def test_every_answer_is_legal_under_every_preset(self) -> None:
        """Every answer is among the legal ones, under every preset that it says it plays."""
        for name in self.presets:
            legal(self._candidate(), preset(name), self.hands)

    def test_odd_rules_are_played(self) -> None:
        """Every answer is legal under rules that no preset has."""
        if _tried_most(self.presets).seats == 4:
            plays_odd_rules(self._candidate())

    def test_the_same_chance_gives_the_same_match(self) -> None:
        """Chance comes from the view alone."""
        _see(reproducible(self._candidate(), _tried_most(self.presets)))

    def test_nothing_of_one_match_is_left_in_the_next(self) -> None:
        """A fresh bot plays as one that has played before."""
        rules = _tried_most(self.presets)
        seated = [type(self).make() for _ in range(rules.seats // 2)]
        waiting: list[Bot] = []

        def again() -> Bot:
            if not waiting:
                waiting.extend(seated)
            return waiting.pop()

        _see(forgetful(self._candidate(), Candidate(again), rules))

    def test_cards_chosen_for_many_tables_are_those_chosen_for_each(self) -> None:
        """Whoever offers `choose_cards` says there to each view what it says to it alone."""
        make = type(self).make

        def sitting(place: Place, number: int, many: bool) -> Candidate:  # noqa: FBT001 - as told
            name = "all" if many else f"{number}"
            return Candidate(lambda: place.seated(make(), name))

        if answers_for_many(make()):
            _see(together(self._candidate(), sitting, _tried_most(self.presets)))

    def _candidate(self) -> Candidate:
        return Candidate(type(self).make)


def _see(verdict: Verdict) -> None:
    told = f"{verdict.told}\n{json.dumps(verdict.record)}"
    assert verdict.kept, told  # noqa: S101 - that is how a test speaks
