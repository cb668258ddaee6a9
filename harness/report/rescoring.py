"""What rescoring changes, as people and machines read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from typing import Any, Final

from harness.arena.columns import Batch
from harness.arena.rescoring import Page, Rescoring
from harness.arena.rewriting import UNFINISHED
from harness.arena.standings import Standing
from harness.game.fields import as_text
from harness.game.rules import differences
from harness.game.seats import SIDES
from harness.report.standings import standings_as_dicts
from harness.report.tables import DASH, plural, print_json, say, show

_SETTINGS: Final = ("Setting", "Played", "Rescored")
_COUNTS: Final = ("Matches", "Changed", "Other winner", "Ended earlier", "Unfinished")
_RANKS: Final = ("", "Bot", "Elo", "Points/hand")
_NUMBERS: Final = ("", "Elo", "Points/hand")
_SHEET: Final = ("Hand", "Taker", "Trump", "Outcome", "Played", "Total", "Rescored", "Total")
_SCORES: Final = ("Hand", "Played", "Rescored", "Total")
_ENDED: Final = {
    "target": "at the target",
    "hand_limit": "at the hand limit",
    "passed_out": "when nobody took any more",
    "forfeit": "by forfeit",
}


def print_rescoring(rescoring: Rescoring, *, as_json: bool) -> None:
    """Print how results and ranking change; of a single match its score sheet."""
    if as_json:
        print_json(_as_dict(rescoring))
        return
    if _is_as_it_was(rescoring):
        say(f"{_what(rescoring)}: nothing changes, every match ends with the score it had.")
    else:
        say(f"{_what(rescoring)}, scored again:")
        show(_SETTINGS, _settings(rescoring))
        say("")
        if rescoring.match is None:
            _print_run(rescoring)
        else:
            _print_match(rescoring.match)
    if rescoring.kept:
        run_id = rescoring.plan.run_id
        say(f"Stored as run {run_id}: belote standings --run {run_id}")


def _is_as_it_was(rescoring: Rescoring) -> bool:
    """Say whether nothing changes, not even what one hand of a single match brings."""
    if rescoring.changes.changed:
        return False
    match = rescoring.match
    return match is None or all(line["played"] == line["rescored"] for line in _sheet(match))


def _what(rescoring: Rescoring) -> str:
    match_id, run = rescoring.plan.match_id, rescoring.plan.run
    if match_id:
        return f"Match {match_id}"
    return f"{run.name}, run {run.run_id}" if run.name else f"Run {run.run_id}"


def _settings(rescoring: Rescoring) -> Iterator[tuple[str, str, str]]:
    for rule, before, after in differences(rescoring.plan.played, rescoring.plan.rules):
        yield rule.name, as_text(before), as_text(after)


# A run


def _print_run(rescoring: Rescoring) -> None:
    counts = [f"{count:,}" for count in rescoring.changes]
    show(_COUNTS, [counts], numbers=_COUNTS)
    say("")
    before, after = rescoring.before.rows, rescoring.after.rows
    if not after:
        say("No pair of matches is finished under both rules: there is no ranking.")
        return
    show(_RANKS, _ranks(before, after), numbers=_NUMBERS)
    counted = plural(sum(row.record.matches for row in after) // 2, "match", "matches")
    say(f"Both rankings are by the {counted} of pairs finished under both rules.")


def _ranks(before: Sequence[Standing], after: Sequence[Standing]) -> Iterator[tuple[str, ...]]:
    """Yield a line a bot in the order of the ranking after, each figure with the one before."""
    was = {row.name: (place, row) for place, row in enumerate(before, 1)}
    lines = [(*was[now.name], place, now) for place, now in enumerate(after, 1)]
    elos = _arrows([(_elo(old), _elo(now)) for _, old, _, now in lines])
    points = _arrows([(_points(old), _points(now)) for _, old, _, now in lines])
    for (old_place, _, place, now), elo, per_hand in zip(lines, elos, points, strict=True):
        rank = f"{place}" if place == old_place else f"{old_place} → {place}"
        yield rank, now.name, elo, per_hand


def _elo(standing: Standing) -> str:
    return f"{standing.rating.value:+.0f}"


def _points(standing: Standing) -> str:
    points = standing.points_per_hand
    return DASH if points is None else f"{points:.1f}"


def _arrows(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Join pairs of texts by arrows that stand below each other."""
    width = max((len(after) for _, after in pairs), default=0)
    return [f"{before} → {after:>{width}}" for before, after in pairs]


# A match


def _print_match(page: Page) -> None:
    rows = [
        (
            f"{line['hand_no']}",
            line["taker"] or DASH,
            line["trump"] or DASH,
            " → ".join(dict.fromkeys(told["outcome"] for told in _told(line))),
            *_scores(line["played"]),
            *_scores(line["rescored"]),
        )
        for line in _sheet(page)
    ]
    show(_SHEET, rows, numbers=_SCORES)
    say("")
    for name, batch in zip(_SETTINGS[1:], page, strict=True):
        (match,) = batch.matches.to_pylist()
        say(f"{name}: {_end(match)}.")


def _sheet(page: Page) -> Iterator[dict[str, Any]]:
    """Yield a line a hand of the only match, played and rescored; None where not counted."""
    played, rescored = map(_lines, page)
    for hand, before, after in zip_longest(page.stored.hands.to_pylist(), played, rescored):
        named = {name: hand[name] for name in ("hand_no", "taker", "trump")}
        yield {**named, "played": before, "rescored": after}


def _lines(batch: Batch) -> list[dict[str, Any]]:
    """Return what is written for each hand, with the running totals."""
    hands = batch.hands.to_pylist()
    scores = [(hand["score_ns"], hand["score_ew"]) for hand in hands]
    totals = accumulate(scores, lambda one, two: (one[0] + two[0], one[1] + two[1]))
    return [
        {"outcome": hand["outcome"], "score": _pair(score), "totals": _pair(total)}
        for hand, score, total in zip(hands, scores, totals, strict=True)
    ]


def _pair(amounts: tuple[int, int]) -> dict[str, int]:
    return dict(zip(SIDES, amounts, strict=True))


def _told(line: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [told for told in (line["played"], line["rescored"]) if told]


def _scores(told: Mapping[str, Any] | None) -> tuple[str, str]:
    if told is None:
        return DASH, DASH
    score, totals = ("-".join(map(str, told[name].values())) for name in ("score", "totals"))
    return score, totals


def _end(match: Mapping[str, Any]) -> str:
    score = f"{match['score_ns']}-{match['score_ew']}"
    hands = plural(match["hands"], "hand")
    if match["ended_by"] == UNFINISHED:
        return f"unfinished at {score} after {hands}"
    side = match["winner"]
    result = f"{match[side.lower()]} ({side}) won" if side else "drawn"
    return f"{result} {score} {_ENDED[match['ended_by']]} after {hands}"


# For machines


def _as_dict(rescoring: Rescoring) -> dict[str, Any]:
    plan = rescoring.plan
    return {
        "run_id": plan.run.run_id,
        "name": plan.run.name,
        "rescored_run_id": plan.run_id,
        "stored": rescoring.kept,
        "settings": {
            rule.name: {"played": before, "rescored": after}
            for rule, before, after in differences(plan.played, plan.rules)
        },
        **rescoring.changes._asdict(),
        "standings": {
            "played": standings_as_dicts(rescoring.before),
            "rescored": standings_as_dicts(rescoring.after),
        },
        "match": rescoring.match and _match_as_dict(rescoring.match),
    }


def _match_as_dict(page: Page) -> dict[str, Any]:
    (played,), (rescored,) = (batch.matches.to_pylist() for batch in page)
    return {
        **{name: played[name] for name in ("match_id", "ns", "ew", "first_dealer")},
        "played": _ended(played),
        "rescored": _ended(rescored),
        "hands": list(_sheet(page)),
    }


def _ended(match: Mapping[str, Any]) -> dict[str, Any]:
    score = _pair((match["score_ns"], match["score_ew"]))
    return {"score": score, **{name: match[name] for name in ("winner", "hands", "ended_by")}}
