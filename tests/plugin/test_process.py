"""A process in conversation: an answer counts only where something was asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from time import monotonic, sleep
from typing import Final

import pytest

from harness.plugin.process import CRASHED, LATE, PROTOCOL, Lost, Patience, Process
from harness.plugin.room import Place, Room
from harness.plugin.shared import Shared
from tests.processes import descendants

PATIENCE: Final = 30.0
Begin = Callable[[str], Process]


@pytest.fixture
def begun() -> Iterator[Begin]:
    """Starts a program for the shell that answers each question with some text, in one go."""
    with closing(Answering()) as answering:
        yield answering.begin


class Answering:
    """Programs under way."""

    def __init__(self) -> None:
        self._processes: list[Process] = []

    def begin(self, text: str) -> Process:
        script = f"while read -r line; do case $line in '?') printf '{text}';; esac; done"
        self._processes.append(Process(["sh", "-c", script], {"PATH": "/usr/bin:/bin"}))
        return self._processes[-1]

    def close(self) -> None:
        for process in self._processes:
            process.close()


def ask(process: Process) -> bytes:
    return process.ask(b"?\n", Patience(PATIENCE, LATE, "is late"))


def test_an_answer_that_nobody_asked_for_is_not_that_to_the_next_question(begun: Begin) -> None:
    process = begun(r'{"card":"7S"}\n{"card":"7S"}\n')
    assert ask(process) == b'{"card":"7S"}'
    with pytest.raises(Lost, match="wrote an answer when nothing was asked") as caught:
        ask(process)
    assert caught.value.kind == PROTOCOL


def test_nor_is_one_that_has_been_begun(begun: Begin) -> None:
    process = begun(r'{"card":"7S"}\n{"card":')
    ask(process)
    with pytest.raises(Lost, match="when nothing was asked"):
        ask(process)


def test_talk_is_free_at_any_time(begun: Begin) -> None:
    process = begun(r'so\n{"card":"7S"}\nthis one\nand n')
    assert [ask(process) for _ in range(3)] == [b'{"card":"7S"}'] * 3
    assert "this one\nand nso" in process.said


def test_a_process_that_has_ended_meanwhile_has_crashed_and_not_spoken(begun: Begin) -> None:
    process = begun(r"""{"card":"7S"}\n'; exit 3; '""")
    ask(process)
    with pytest.raises(Lost, match="ended with status 3") as caught:
        ask(process)
    assert caught.value.kind == CRASHED


def test_one_that_several_tables_share_is_lost_to_all_of_them(begun: Begin) -> None:
    shared = Shared(begun(r'{"card":"7S"}\n{"card":"7S"}\n'), 0)

    def answers(place: Place) -> list[str]:
        chair = shared.chair(place, 0)
        try:
            return [
                chair.ask(b"?\n", Patience(PATIENCE, LATE, "is late")).decode() for _ in range(3)
            ]
        except Lost as lost:
            return [lost.kind, lost.message]

    said = ["protocol", "wrote an answer when nothing was asked"]
    assert Room(1).play([answers, answers]) == [said, said]


LEAVES_THE_SESSION: Final = """
read -r line
setsid sh -c 'printf "{}\\n"; exec sleep 600' &
wait
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells whose child it is")
def test_what_it_has_begun_in_a_session_of_its_own_ends_with_it() -> None:
    process = Process(["sh", "-c", LEAVES_THE_SESSION], {"PATH": "/usr/bin:/bin"})
    assert ask(process) == b"{}"
    begun = descendants(os.getpid())
    process.close()
    until = monotonic() + PATIENCE
    while (left := [one for one in begun if one.there]) and monotonic() < until:
        sleep(0.02)
    assert left == []
