"""Records on their way out: one JSON object a line, to the screen or into a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from harness.printable import printable
from harness.report.files import writing


def write_records(records: Iterable[Mapping[str, Any]], path: Path | None = None) -> int:
    """Write records to a file, or to standard output where none is named.

    Returns:
        How many.

    Raises:
        BeloteError: the file cannot be written; what stood there before is untouched.
    """
    count = 0
    with writing(path) as out:
        for record in records:
            out.write(printable(json.dumps(record, ensure_ascii=False)) + "\n")
            count += 1
    return count
