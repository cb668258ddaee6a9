"""Write the counts again from the oracle, or tell those of one record act by act."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from tests.perft.counting import FILE, Record, by_engine, by_oracle, next_records, positions


def counted(record: Record) -> Record:
    """Return a record with its counts made by the oracle, to the depth that it had."""
    depths = range(1, len(record["counts"]) + 1)
    return {**record, "counts": [by_oracle(record, depth) for depth in depths]}


def write_again() -> None:
    """Count everything again and write the file."""
    lines = [json.dumps(counted(record)) for record in positions()]
    FILE.write_text("\n".join(lines) + "\n")


def tell(line: int, acts: Sequence[str]) -> None:
    """Print the counts of both by the next act, for a line of the file after some acts."""
    record = positions()[line - 1]
    left = len(record["counts"]) - len(acts) - 1
    for act in acts:
        record = next(one for one in next_records(record) if _last_act(one) == act)
    for one in next_records(record):
        counts = [count(one, left) if left > 0 else 1 for count in (by_engine, by_oracle)]
        mark = "" if counts[0] == counts[1] else "  differs"
        sys.stdout.write(f"{_last_act(one):>4} {counts[0]:>8} {counts[1]:>8}{mark}\n")


def _last_act(record: Record) -> str:
    return str((record["plays"] or record["bids"]).split()[-1])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        tell(int(sys.argv[1]), sys.argv[2:])
    else:
        write_again()
