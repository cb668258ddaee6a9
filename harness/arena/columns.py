"""The columns of what is stored: Arrow schemas, and the batches of rows that workers send.

This is the one place where columns are named and typed; the tables of `schema/*.sql` have exactly
these. Cards are ints 0 to 31, seats letters `N E S W`, sides `NS` and `EW`, times are in UTC.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

_TEXT = pa.string()
_TIME = pa.timestamp("us", tz="UTC")
_CARDS = pa.list_(pa.uint8())


def _schema(nullable: str, **columns: pa.DataType) -> pa.Schema:
    """Return a schema of columns, of which those named in `nullable` may be null."""
    may_be_null = nullable.split()
    return pa.schema(
        [pa.field(name, kind, nullable=name in may_be_null) for name, kind in columns.items()]
    )


RUNS: Final = _schema(
    "seed finished_at",  # the seed is null until it may be known
    run_id=_TEXT,
    name=_TEXT,
    rules=_TEXT,  # JSON of every field of the resolved rules
    config=_TEXT,  # JSON
    seed=_TEXT,
    seed_hash=_TEXT,
    harness_version=_TEXT,
    python_version=_TEXT,
    started_at=_TIME,
    finished_at=_TIME,
    status=_TEXT,  # running, finished, interrupted, failed; rescored
)

BOTS: Final = _schema(
    "version author",
    run_id=_TEXT,
    name=_TEXT,  # the contestant; `bot` in other tables is such a name
    bot=_TEXT,
    version=_TEXT,
    digest=_TEXT,
    options=_TEXT,  # JSON
    author=_TEXT,
    isolation=_TEXT,
    plugin=_TEXT,
)

SIDES: Final = _schema(
    "",
    run_id=_TEXT,
    side=_TEXT,  # as `ns` and `ew` name it
    place=pa.uint8(),  # 1 for its first seat, N or E, and 2 for its second
    bot=_TEXT,  # the contestant
)

MATCHES: Final = _schema(
    "winner",  # null when drawn
    match_id=_TEXT,
    run_id=_TEXT,
    pair_id=_TEXT,
    pairing=pa.int32(),  # where in the schedule
    pair=pa.int32(),  # and which pair of that pairing
    deal_set=pa.uint64(),
    leg=pa.uint8(),  # the second leg is the greater
    ns=_TEXT,
    ew=_TEXT,
    first_dealer=_TEXT,
    score_ns=pa.int32(),
    score_ew=pa.int32(),
    winner=_TEXT,
    hands=pa.int16(),
    ended_by=_TEXT,  # target, hand_limit, passed_out, forfeit; unfinished where rescored
)

HANDS: Final = _schema(
    "turned taker trump contract declares belote capot side_ns side_ew",
    match_id=_TEXT,
    hand_no=pa.int16(),
    deck=_CARDS,  # in the order dealt
    dealer=_TEXT,
    turned=_TEXT,  # a card's text
    taker=_TEXT,  # this and the next two are null when passed out
    trump=_TEXT,  # S H D C NT AT
    contract=_TEXT,  # the bid that won
    multiplier=pa.uint8(),  # 1, or 2 when doubled
    bids=_TEXT,  # `pass take`
    declares=_TEXT,  # JSON of what seats chose to say, where silence is allowed
    plays=_CARDS,  # in the order played
    announced_ns=pa.int16(),  # the worth of all that was said
    announced_ew=pa.int16(),
    declared_ns=pa.int16(),  # and of what the comparison let score
    declared_ew=pa.int16(),
    belote=_TEXT,  # the seats that held it
    points_ns=pa.int16(),  # card points, the last trick's bonus included
    points_ew=pa.int16(),
    tricks_ns=pa.uint8(),
    capot=_TEXT,  # the side that won every trick
    outcome=_TEXT,  # made, failed, tied, passed; forfeit where the hand was broken off
    held_in=pa.int16(),
    held_out=pa.int16(),
    score_ns=pa.int16(),
    score_ew=pa.int16(),
    think_us_ns=pa.int64(),
    think_us_ew=pa.int64(),
    side_ns=_TEXT,  # `ns` and `ew` of its match, for questions by side alone
    side_ew=_TEXT,
)

FAULTS: Final = _schema(
    "hand_no place substitute evidence traceback",  # no hand where the match had not begun one
    match_id=_TEXT,
    fault_no=pa.int16(),
    hand_no=pa.int16(),
    place=pa.uint8(),  # bids made or cards played in the hand before it; null for no answer
    seat=_TEXT,
    bot=_TEXT,
    kind=_TEXT,  # of `faults.KINDS`
    message=_TEXT,
    substitute=_TEXT,  # what was answered in the bot's place; null where nothing was
    forfeits=pa.bool_(),  # whether it lost the match
    evidence=_TEXT,  # JSON of what was asked and answered
    traceback=_TEXT,
)

RATINGS: Final = _schema(
    "elo lower upper se one_sided points_per_hand level rank_best rank_worst los_next component "
    "clusters margin margin_lower margin_upper margin_se "
    "adjusted_elo adjusted_lower adjusted_upper adjusted_margin adjusted_margin_lower "
    "adjusted_margin_upper",
    run_id=_TEXT,
    method=_TEXT,
    bot=_TEXT,
    elo=pa.float64(),
    lower=pa.float64(),
    upper=pa.float64(),
    se=pa.float64(),
    one_sided=_TEXT,  # `lower` or `upper`: the one limit of a bot that won or lost everything
    matches=pa.int32(),
    wins=pa.int32(),
    draws=pa.int32(),
    losses=pa.int32(),
    score=pa.float64(),
    points_per_hand=pa.float64(),
    data_digest=_TEXT,
    computed_at=_TIME,
    level=pa.float64(),  # this and all below are null where an older harness ranked
    rank_best=pa.int32(),
    rank_worst=pa.int32(),
    los_next=pa.float64(),  # likelihood of being better than the next
    component=pa.int32(),
    clusters=pa.int32(),  # deal sets that the error rests on; null where it is the model's
    margin=pa.float64(),  # points a hand
    margin_lower=pa.float64(),
    margin_upper=pa.float64(),
    margin_se=pa.float64(),
    adjusted_elo=pa.float64(),  # these are null where the luck of the cards is not known
    adjusted_lower=pa.float64(),
    adjusted_upper=pa.float64(),
    adjusted_margin=pa.float64(),
    adjusted_margin_lower=pa.float64(),
    adjusted_margin_upper=pa.float64(),
)

SEQUENTIAL: Final = _schema(
    "accepted",  # H0 or H1, at the pair that decided
    run_id=_TEXT,
    pairs=pa.int32(),  # so far
    pair_id=_TEXT,
    score=pa.float64(),  # of this pair
    llr=pa.float64(),  # log likelihood ratio of H1 to H0 after it
    accepted=_TEXT,
)

LUCK: Final = _schema(
    "",
    match_id=_TEXT,
    hand_no=pa.int16(),
    luck=pa.int16(),  # of NS, in card points
)

TABLES: Final = {
    "runs": RUNS,
    "bots": BOTS,
    "sides": SIDES,
    "matches": MATCHES,
    "hands": HANDS,
    "faults": FAULTS,
    "ratings": RATINGS,
    "sequential": SEQUENTIAL,
    "luck": LUCK,
}


class RunRow(NamedTuple):
    """What is known of a run when it begins: the first columns of `RUNS`."""

    run_id: str
    name: str
    rules: str
    config: str
    seed: str | None
    seed_hash: str
    harness_version: str
    python_version: str


class BotRow(NamedTuple):
    """One contestant of a run: the columns of `BOTS`."""

    run_id: str
    name: str
    bot: str
    version: str | None
    digest: str
    options: str
    author: str | None
    isolation: str
    plugin: str


def table_of(schema: pa.Schema, rows: Iterable[tuple[Any, ...]]) -> pa.Table:
    """Build a table from rows whose values stand in the order of the schema's columns.

    Cards may be any sequence of ints; `bytes` are the fastest.
    """
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    arrays = [
        _cards(column) if kind == _CARDS else pa.array(column, kind)
        for column, kind in zip(columns, schema.types, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def with_columns(table: pa.Table, columns: Mapping[str, Sequence[object]]) -> pa.Table:
    """Return a table with other values in some of its columns."""
    for name, values in columns.items():
        place = table.schema.get_field_index(name)
        field = table.schema.field(place)
        table = table.set_column(place, field, pa.array(values, field.type))
    return table


def _cards(column: Sequence[Sequence[int]]) -> pa.Array[Any]:
    """Build an array of lists of cards, in half the time that Arrow takes for Python's lists."""
    ends = pa.array(accumulate(map(len, column), initial=0), pa.int32())
    cards = b"".join(map(bytes, column))
    values = pa.Array.from_buffers(pa.uint8(), len(cards), [None, pa.py_buffer(cards)])
    return pa.ListArray.from_arrays(ends, values)


@dataclass(frozen=True, slots=True)
class Batch:
    """Whole matches with their hands and faults, as a worker sends them.

    Raises:
        TypeError: a table has not the columns of its schema.
        ValueError: a match stands twice, or something belongs to a match that is not there.
    """

    matches: pa.Table
    hands: pa.Table
    faults: pa.Table

    def __post_init__(self) -> None:
        for name in ("matches", "hands", "faults"):
            if getattr(self, name).schema != TABLES[name]:
                raise TypeError(f"the {name} of a batch must have the columns of {name.upper()}")
        ids = self.match_ids()
        if len(ids) < self.matches.num_rows:
            raise ValueError("a match stands twice in a batch")
        for table in (self.hands, self.faults):
            for match_id in table["match_id"].unique().to_pylist():
                if match_id not in ids:
                    raise ValueError(f"match {match_id} has rows in a batch without the match")

    @classmethod
    def of(
        cls,
        matches: Iterable[tuple[Any, ...]] = (),
        hands: Iterable[tuple[Any, ...]] = (),
        faults: Iterable[tuple[Any, ...]] = (),
    ) -> Batch:
        """Build a batch from rows, each in the order of its schema's columns."""
        return cls(table_of(MATCHES, matches), table_of(HANDS, hands), table_of(FAULTS, faults))

    def match_ids(self) -> set[str]:
        """Return the ids of the matches in it."""
        return {str(match_id) for match_id in self.matches["match_id"].to_pylist()}

    def without(self, match_ids: set[str]) -> Batch:
        """Return the batch with these matches, and all that belongs to them, left out."""
        if match_ids.isdisjoint(self.match_ids()):
            return self
        kept = pa.array(self.match_ids() - match_ids, pa.string())
        return Batch(
            *(
                table.filter(pc.is_in(table["match_id"], kept))
                for table in (self.matches, self.hands, self.faults)
            )
        )
