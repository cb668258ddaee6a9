"""How questions and answers cross a Unix socket.

Both ways go frames: a byte for the kind, eight for the length, the payload. The one who asks sends
a question, is told at once that it was heard, then gets rows, frame by frame, and `done`; or an
error in words.
"""

from __future__ import annotations

import os
import secrets
import socket
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

import pyarrow as pa

QUESTION: Final = b"?"  # SQL
HEARD: Final = b"+"  # nothing
ROWS: Final = b"="  # an Arrow stream of its own
DONE: Final = b"."  # nothing
ERROR: Final = b"!"  # one line

_HEADER: Final = struct.Struct("!cQ")
_PIECE: Final = 1 << 20  # bytes read at a time
_ROOM: Final = 80  # of the 104 or 108 bytes that the address of a socket may have


def socket_path(database: Path) -> Path:
    """Return where the owner of a database answers."""
    return database.with_name(f"{database.name}.sock")


def call(path: Path, timeout: float) -> socket.socket:
    """Return a socket connected to who listens at `path`.

    Raises:
        OSError: nobody does, or not within `timeout` seconds.
    """
    caller = socket.socket(socket.AF_UNIX)
    try:
        caller.settimeout(timeout)
        with _short(path) as address:
            caller.connect(address)
    except BaseException:
        caller.close()
        raise
    return caller


def listen(path: Path) -> socket.socket:
    """Return a socket that listens at `path`, in the place of a dead one; only its user gets in.

    Raises:
        OSError: the folder takes no socket.
    """
    fresh = path.with_name(f".{secrets.token_hex(4)}.sock")
    listener = socket.socket(socket.AF_UNIX)
    try:
        with _short(path.parent) as folder:
            listener.bind(f"{folder}/{fresh.name}")
        fresh.chmod(0o600)
        listener.listen()
        fresh.replace(path)
    except BaseException:
        listener.close()
        fresh.unlink(missing_ok=True)
        raise
    return listener


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """Yield a name of `path` that the address of a socket has room for."""
    if len(os.fsencode(path)) <= _ROOM:
        yield str(path)
        return
    with tempfile.TemporaryDirectory(prefix="belote-") as folder:
        link = Path(folder) / "to"
        link.symlink_to(path)
        yield str(link)


def send(to: socket.socket, kind: bytes, payload: bytes = b"") -> None:
    """Send one frame."""
    to.sendall(_HEADER.pack(kind, len(payload)))
    to.sendall(payload)


def receive(source: socket.socket) -> tuple[bytes, bytes]:
    """Return the kind and payload of the next frame.

    Raises:
        EOFError: the other side has hung up.
    """
    kind, size = _HEADER.unpack(_read(source, _HEADER.size))
    return kind, _read(source, size)


def _read(source: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = source.recv(min(size - len(parts), _PIECE))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


def pack(table: pa.Table) -> bytes:
    """Return a table as the payload of a frame of rows."""
    sink = BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return sink.getvalue()


def unpack(payload: bytes) -> pa.Table:
    """Return the table that `pack` was given."""
    return pa.ipc.open_stream(payload).read_all()
