"""What is asked of every bot: `belote check` runs it, and an author's tests can inherit it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from harness.game.presets import preset
from harness.game.rules import Rules
from harness.plugin.bot import Bot, answers_for_many
from harness.plugin.room import Place, Room
from harness.plugin.trial import Failed, Played, Trial

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


TABLES: Final = 4
"""Matches that are under way at once where a bot answers for many."""
CHANCE: Final = "is there chance besides view.rng, or a memory?"
BATCH: Final = (
    "does choose_cards say to each view what choose_card says to it alone, and is nothing kept "
    "beside the bots?"
)


class Verdict(NamedTuple):
    """One part of the contract: whether it is kept, and the hand in which it was broken."""

    part: str
    kept: bool
    told: str
    record: dict[str, Any] | None = None
    trace: str = ""


class Candidate(NamedTuple):
    """A bot on trial: what makes one for a seat, and what ends those of a match."""

    make: Callable[[], Bot]
    dismiss: Callable[[], None] = lambda: None

    def play(self, rules: Rules, number: int = 0) -> Played:
        """Play a match; by turns at either side.

        Raises:
            Failed: the bot did something wrong.
        """
        try:
            return Trial(rules, self.make, number, number & 1).play()
        finally:
            self.dismiss()


Sitting: TypeAlias = Callable[[Place, int], Candidate]
"""Given a place in a room and the number of a match, returns the bot on trial as it sits there."""


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
    first, second = (candidate.play(rules, 3).hands for _ in range(2))
    if first != second:
        return Verdict("reproducible", kept=False, told=_difference(first, second))
    return Verdict(
        "reproducible", kept=True, told="the same cards and chance gave the same match twice"
    )


def forgetful(candidate: Candidate, staying: Candidate, rules: Rules) -> Verdict:
    """See that nothing of one match is left in the next.

    Args:
        candidate: sits down fresh for each match.
        staying: is the same bots, or those of the same process, in one match after another.
        rules: of the table.
    """
    fresh = candidate.play(rules, 5)
    staying.play(rules, 4)
    after = staying.play(rules, 5)
    if fresh.hands != after.hands:
        return Verdict("no memory", kept=False, told=_difference(fresh.hands, after.hands))
    return Verdict("no memory", kept=True, told="a match after another was played as on its own")


def _difference(first: list[Any], second: list[Any], why: str = CHANCE) -> str:
    """Say where two matches part, and ask why."""
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return f"hand {number} of the same match was played in two ways; {why}"
    return "one match was longer than the other"


def together(candidate: Candidate, sitting: Sitting, rules: Rules) -> Verdict:
    """See that what is asked at many tables at once is answered at each as it would be alone.

    Args:
        candidate: plays one match after another.
        sitting: is the same bots, several matches under way.
        rules: of the table.
    """

    def match(number: int, place: Place) -> Played:
        return sitting(place, number).play(rules, number)

    numbers = range(TABLES)
    one_by_one = [candidate.play(rules, number) for number in numbers]
    at_once = Room(TABLES).play([partial(match, number) for number in numbers])
    for one, other in zip(one_by_one, at_once, strict=True):
        if one.hands != other.hands:
            difference = _difference(one.hands, other.hands, BATCH)
            return Verdict("many at once", kept=False, told=difference)
    return Verdict("many at once", kept=True, told=f"{TABLES} matches at once as one by one")


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
    first = preset(names[0])
    yield from (_held(f"legal in {name}", legal, staying, preset(name), hands) for name in names)
    if first.seats == 4:
        yield _held("odd rules", plays_odd_rules, staying)
    yield _held("reproducible", reproducible, staying, first)
    yield _held("no memory", forgetful, fresh, staying, first)
    if sitting is not None:
        yield _held("many at once", together, staying, sitting, first)


def _held(part: str, judge: Callable[..., Verdict], *given: Any) -> Verdict:  # noqa: ANN401
    """Return a verdict, also where the bot fails on the way to it."""
    try:
        return judge(*given)
    except Failed as failed:
        under = "".join(f" (with {note})" for note in getattr(failed, "__notes__", ()))
        return Verdict(
            part, kept=False, told=f"{failed}{under}", record=failed.record, trace=failed.trace
        )


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
        if preset(self.presets[0]).seats == 4:
            plays_odd_rules(self._candidate())

    def test_the_same_chance_gives_the_same_match(self) -> None:
        """Chance comes from the view alone."""
        _see(reproducible(self._candidate(), preset(self.presets[0])))

    def test_nothing_of_one_match_is_left_in_the_next(self) -> None:
        """A fresh bot plays as one that has played before."""
        rules = preset(self.presets[0])
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

        def sitting(place: Place, _: int) -> Candidate:
            return Candidate(lambda: place.seated(make(), "candidate"))

        if answers_for_many(make()):
            _see(together(self._candidate(), sitting, preset(self.presets[0])))

    def _candidate(self) -> Candidate:
        return Candidate(type(self).make)


def _see(verdict: Verdict) -> None:
    assert verdict.kept, verdict.told  # noqa: S101 - that is how a test speaks
