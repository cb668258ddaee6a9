"""The lines of the protocol, read from both ends, whatever they are."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Final, get_args

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.game import preset, preset_names
from harness.plugin.process import CRASHED, LATE, PROTOCOL, Lost, Patience, Process, ended
from harness.plugin.protocol import (
    LONGEST_LINE,
    Answer,
    Message,
    ProtocolError,
    line_of,
    read_answer,
    read_messages,
    rules_heard,
    rules_told,
)

ECHO: Final = ["/bin/cat"]
JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
KEYS: Final = st.sampled_from(["type", "ready", "bid", "card", "declare", "legal", "seat", "error"])


def lines() -> st.SearchStrategy[bytes]:
    """Lines that are anything, JSON, or nearly what they should be."""
    objects = st.dictionaries(KEYS, JSON | st.sampled_from(["choose_bid", "deal", "hello"]))
    return st.binary() | (JSON | objects).map(msgspec.json.encode)


@given(lines())
@example(b"[" * 100_000)
@example(b'{"card":' * 100_000)
@example(b'{"bid":"\xff"}')
@example(b'{"bid":"\\ud800"}')
@example(b'{"ready":1e999}')
def test_whatever_a_bot_writes_is_an_answer_or_refused_in_one_line(line: bytes) -> None:
    refusal = ""
    try:
        assert isinstance(read_answer(line), Answer)
    except ProtocolError as refused:
        refusal = str(refused)
    assert "\n" not in refusal
    assert len(refusal) < 600


@pytest.mark.parametrize("half", [r"\ud800", r"\uDC00", r"\ud800 \udc00", r"\ud83d\ude00\udfff"])
def test_half_of_a_surrogate_pair_is_called_that(half: str) -> None:
    with pytest.raises(ProtocolError, match="half of a surrogate pair stands alone"):
        read_answer(f'{{"card":"{half}"}}'.encode())


@pytest.mark.parametrize("line", [rb'{"card":"\ud83d\ude00"', rb'{"card":'])
def test_a_line_that_is_cut_is_called_that(line: bytes) -> None:
    with pytest.raises(ProtocolError, match="truncated"):
        read_answer(line)


@given(lines())
def test_whatever_the_harness_writes_is_a_message_or_refused(line: bytes) -> None:
    with suppress(ProtocolError):
        assert all(type(message) in get_args(Message) for message in read_messages(line))


@given(st.builds(Answer))
def test_an_answer_is_read_as_it_was_written(answer: Answer) -> None:
    assert read_answer(line_of(answer)) == answer


@pytest.mark.parametrize("name", preset_names())
def test_rules_are_heard_as_they_were_told(name: str) -> None:
    rules = preset(name, last_trick=5).named("ours")
    told = msgspec.json.decode(msgspec.json.encode(rules_told(rules)))
    assert rules_heard(told) == rules


@given(st.lists(st.binary(max_size=200), max_size=5))
@settings(max_examples=30)
def test_the_reader_finds_the_first_line_that_is_an_answer(pieces: list[bytes]) -> None:
    written = b"\n".join(pieces)
    expected = [line for line in written.split(b"\n")[:-1] if line.startswith(b"{")]
    process = Process(ECHO, {})
    try:
        got = process.ask(written + b'\n{"end":1}\n', Patience(10, LATE, "late"))
    finally:
        process.close()
    last = written.rpartition(b"\n")[2]
    if last.startswith(b"{"):
        expected.append(last)
    assert got == [*expected, b'{"end":1}'][0]


def test_a_line_without_an_end_is_refused_before_it_fills_the_memory() -> None:
    process = Process(["/bin/sh", "-c", "read _; yes '{' | tr -d '\\n'"], {"PATH": "/usr/bin:/bin"})
    with pytest.raises(Lost) as lost:
        process.ask(b"?\n", Patience(10, LATE, "late"))
    process.close()
    assert lost.value.kind == PROTOCOL
    assert f"more than {LONGEST_LINE:,} bytes" in lost.value.message


def test_a_line_too_long_is_refused_with_its_end_too_and_what_came_before_it_is_not() -> None:
    """As much as a pipe holds is read at a time; here the rest comes later, with the end."""
    spoken = (
        "import os, sys; os.write(1, b'{\"card\":\"7S\"}\\n'.ljust(65536, b'{'));"
        "sys.stdin.readline(); os.write(1, b'{' * 50 + b'\\n'); sys.stdin.readline()"
    )
    process = Process([sys.executable, "-I", "-S", "-c", spoken], {})
    try:
        process.hear(process.ends.ready(10))
        process.tell(b"?\n", Patience(10, LATE, "late"))
        process.hear(process.ends.ready(10))
        assert process.answers(2) == [b'{"card":"7S"}']
        with pytest.raises(Lost, match="a line of more than 65,536 bytes"):
            process.answers(2)
    finally:
        process.close()


def test_a_bot_that_does_not_read_cannot_hold_up_the_harness() -> None:
    process = Process(["/bin/sleep", "60"], {})
    with pytest.raises(Lost) as lost:
        process.ask(bytes(1 << 20), Patience(0.2, LATE, "is late"))
    process.close()
    assert (lost.value.kind, lost.value.message) == (LATE, "is late")
    assert not process.running


def test_talk_beyond_measure_is_cut() -> None:
    talk = "read _; i=0; while [ $i -lt 2000 ]; do echo talk $i; echo aside >&2; i=$((i+1)); done"
    process = Process(["/bin/sh", "-c", f"{talk}; echo '{{}}'"], {})
    assert process.ask(b"?\n", Patience(20, LATE, "late")) == b"{}"
    assert len(process.said) <= 4000
    assert "talk 1999" in process.said
    process.close()


def test_a_process_that_cannot_be_started_is_told() -> None:
    with pytest.raises(Lost) as lost:
        Process(["/nowhere/bot"], {})
    assert lost.value.kind == CRASHED
    assert lost.value.message == "/nowhere/bot cannot be started: No such file or directory"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (3, "its process ended with status 3 before it had answered"),
        (0, "its process ended with status 0 before it had answered"),
        (-9, "its process was ended by SIGKILL"),
        (137, "its process was ended by SIGKILL"),
        (139, "its process was ended by SIGSEGV"),
    ],
)
def test_how_a_process_ended_is_told_in_words(code: int, told: str) -> None:
    assert ended(code) == told
