"""One core for who asks and who answers: tried where answers are quick, kept where it pays."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from subprocess import PIPE, Popen
from threading import Event, Thread

import pytest

from harness.plugin import core
from harness.plugin.bench import Bench
from harness.plugin.core import A_LOOK, A_ROUND, QUICK, OneCore
from harness.plugin.descent import threads_of
from harness.plugin.isolation import Isolation
from harness.plugin.program import Program
from harness.plugin.room import Room
from tests.arena.test_isolation import rows_of
from tests.processes import descendants

EVERYWHERE = os.sched_getaffinity(0) if sys.platform == "linux" else set()
pytestmark = pytest.mark.skipif(len(EVERYWHERE) < 2, reason="there is no core to choose")

Begin = Callable[[str], "Popen[bytes]"]
LONG, SHORT = QUICK / 2, QUICK / 4
WAITS = "import sys; print(flush=True); sys.stdin.read()"
HAS_A_THREAD = f"import sys, threading; threading.Thread(target=sys.stdin.read).start(); {WAITS}"
STARTS_A_THREAD = (
    "import sys, threading; print(flush=True); sys.stdin.readline();"
    "threading.Thread(target=sys.stdin.read).start(); print(flush=True)"
)
HAS_TWO_CHILDREN = (
    f"import subprocess, sys; begun = [sys.executable, '-c', 'import sys; sys.stdin.read()'];"
    f"both = [subprocess.Popen(begun) for _ in range(2)]; {WAITS}"
)
HAS_A_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {WAITS!r}])"


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Starts a program in Python, and returns once it says so."""
    with ExitStack() as begun:

        def begin(program: str) -> Popen[bytes]:
            process = begun.enter_context(
                Popen([sys.executable, "-c", program], stdin=PIPE, stdout=PIPE)
            )
            begun.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == b"\n"
            return process

        yield begin


@pytest.fixture
def one() -> Iterator[OneCore]:
    """What keeps this thread and others on one core; in the end all are free."""
    one = OneCore()
    yield one
    one.part()


def answer(one: OneCore, process: Popen[bytes], seconds: float, looks: int = 1) -> None:
    for _ in range(looks * A_LOOK):
        one.answered(process, seconds)


def tell(process: Popen[bytes]) -> None:
    """Say something to a process and wait until it has an answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n")
    process.stdin.flush()
    process.stdout.readline()


def cores(process: int = 0) -> set[int]:
    return os.sched_getaffinity(process)


def test_quick_answers_bring_both_on_one_core_and_quicker_ones_keep_them_there(
    one: OneCore, begin: Begin
) -> None:
    process = begin(WAITS)
    answer(one, process, LONG)
    assert len(cores()) == 1
    assert cores(process.pid) == cores()
    answer(one, process, SHORT, looks=3)
    assert cores(process.pid) == cores() != EVERYWHERE


def test_who_is_asked_later_comes_to_the_same_core(one: OneCore, begin: Begin) -> None:
    first, second = begin(WAITS), begin(WAITS)
    answer(one, first, LONG)
    answer(one, second, SHORT)
    assert cores(second.pid) == cores(first.pid) == cores() != EVERYWHERE
    one.part()
    answer(one, first, LONG)
    answer(one, second, SHORT)
    assert cores(second.pid) == cores(first.pid) == cores() != EVERYWHERE


def test_where_it_is_no_quicker_they_part(one: OneCore, begin: Begin) -> None:
    process = begin(WAITS)
    answer(one, process, LONG)
    answer(one, process, LONG)
    assert cores(process.pid) == cores() == EVERYWHERE


def test_some_long_answers_among_quick_ones_change_nothing(one: OneCore, begin: Begin) -> None:
    process = begin(WAITS)
    answer(one, process, LONG)
    for number in range(A_LOOK):
        one.answered(process, 1.0 if number % 4 == 0 else SHORT)
    assert cores(process.pid) == cores() != EVERYWHERE


def test_slow_bots_stay_where_the_system_has_them(one: OneCore, begin: Begin) -> None:
    process = begin(WAITS)
    for _ in range(5):
        answer(one, process, 2 * QUICK)
        assert cores(process.pid) == cores() == EVERYWHERE


def test_what_is_no_better_is_tried_again_after_one_look_then_two_then_four(
    one: OneCore, begin: Begin
) -> None:
    process = begin(WAITS)
    bound = []
    for _ in range(14):
        answer(one, process, LONG)
        bound.append(cores() != EVERYWHERE)
    tried = [number for number, each in enumerate(bound) if each]
    assert tried == [0, 3, 7, 13]


def test_it_is_tried_again_some_day_however_often_it_was_no_better(
    one: OneCore, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core, "LONGEST_REST", 2)
    process = begin(WAITS)
    bound = []
    for _ in range(16):
        answer(one, process, LONG)
        bound.append(cores() != EVERYWHERE)
    assert [number for number, each in enumerate(bound) if each] == [0, 3, 7, 11, 15]


def test_where_it_has_been_better_once_it_is_soon_tried_again(one: OneCore, begin: Begin) -> None:
    process = begin(WAITS)
    answer(one, process, LONG, looks=8)
    assert cores() != EVERYWHERE, "the third try"
    answer(one, process, SHORT)
    answer(one, process, LONG)
    assert cores() == EVERYWHERE
    answer(one, process, LONG, looks=2)
    assert cores() != EVERYWHERE


def test_the_middle_of_the_answers_decides(one: OneCore, begin: Begin) -> None:
    process = begin(WAITS)
    answer(one, process, LONG)
    for number in range(A_LOOK):
        one.answered(process, SHORT if number % 4 == 0 else LONG)
    assert cores() == EVERYWHERE


def test_answers_from_before_they_parted_do_not_count(one: OneCore, begin: Begin) -> None:
    process = begin(WAITS)
    for _ in range(3):
        for _ in range(A_LOOK // 2):
            one.answered(process, LONG)
        assert cores() == EVERYWHERE
        one.part()


def test_the_core_is_the_one_where_this_thread_is() -> None:
    try:
        for each in EVERYWHERE:
            os.sched_setaffinity(0, {each})
            assert core.core_of_this_thread() == each
    finally:
        os.sched_setaffinity(0, EVERYWHERE)


def test_whoever_goes_on_with_something_else_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    parted = []
    monkeypatch.setattr(OneCore, "part", lambda _: parted.append(True))
    Room(2).play([])
    assert len(parted) == 1
    Bench(Program({}, ()), Isolation("process")).close()
    assert len(parted) == 2


def test_what_a_process_has_begun_comes_along_and_goes_free_with_it(
    one: OneCore, begin: Begin
) -> None:
    process = begin(HAS_A_CHILD)
    (child,) = [each for each in descendants(os.getpid()) if each.pid != process.pid]
    answer(one, process, LONG)
    assert cores(child.pid) == cores() != EVERYWHERE
    one.part()
    assert cores(child.pid) == cores() == EVERYWHERE


def test_what_has_threads_of_its_own_keeps_all_cores(one: OneCore, begin: Begin) -> None:
    process = begin(HAS_A_THREAD)
    answer(one, process, LONG)
    assert cores(process.pid) == EVERYWHERE


def test_what_has_begun_several_processes_keeps_all_cores(one: OneCore, begin: Begin) -> None:
    process, quick = begin(HAS_TWO_CHILDREN), begin(WAITS)
    for each in (process, quick):
        answer(one, each, LONG if each is process else SHORT)
    assert cores(quick.pid) == cores() != EVERYWHERE
    children = [each.pid for each in descendants(process.pid)]
    assert len(children) == 2
    assert [cores(each) for each in (process.pid, *children)] == [EVERYWHERE] * 3


def test_who_comes_to_have_threads_once_bound_is_left_alone_after_a_round(
    one: OneCore, begin: Begin
) -> None:
    process, quick = begin(STARTS_A_THREAD), begin(WAITS)
    answer(one, quick, LONG)
    answer(one, process, SHORT)
    tell(process)
    answer(one, quick, SHORT, looks=A_ROUND - 2)
    assert cores(process.pid) == cores() != EVERYWHERE
    answer(one, quick, SHORT)
    assert cores(process.pid) == cores() == EVERYWHERE
    answer(one, process, LONG)
    answer(one, quick, SHORT, looks=A_ROUND)
    assert cores(quick.pid) == cores() != EVERYWHERE, "for good"
    assert cores(process.pid) == EVERYWHERE


def test_threads_that_came_later_go_free_too(one: OneCore, begin: Begin) -> None:
    process = begin(STARTS_A_THREAD)
    answer(one, process, LONG)
    tell(process)
    threads = threads_of(process.pid)
    assert len(threads) == 2
    assert [cores(each) for each in threads] == [cores()] * 2
    one.part()
    assert [cores(each) for each in threads] == [EVERYWHERE] * 2


def test_the_number_of_one_that_has_ended_may_be_another_s_and_is_left_alone(
    one: OneCore, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, stays = begin(WAITS), begin(WAITS)
    answer(one, stays, LONG)
    process.kill()
    process.wait()
    seen: list[int] = []

    def family(process: int) -> list[int]:
        seen.append(process)
        return []

    monkeypatch.setattr(core, "family_of", family)
    answer(one, process, SHORT)
    assert seen == []


def test_one_that_has_ended_is_left_for_whoever_started_it_to_take_away(
    one: OneCore, begin: Begin
) -> None:
    process = begin(WAITS)
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    answer(one, process, LONG)
    one.part()
    assert process.returncode is None, "its group is ended with it"


def test_what_this_process_has_begun_meanwhile_goes_free_whoever_parts(
    one: OneCore, begin: Begin
) -> None:
    answer(one, begin(WAITS), LONG)
    over = Event()
    waits, child = Thread(target=over.wait, daemon=True), begin(WAITS)
    waits.start()
    assert waits.native_id is not None
    assert cores(waits.native_id) == cores(child.pid) == cores() != EVERYWHERE
    parts = Thread(target=one.part)
    parts.start()
    parts.join()
    assert cores(waits.native_id) == cores(child.pid) == cores() == EVERYWHERE
    over.set()
    waits.join()


def test_what_a_thread_has_begun_that_came_later_goes_free_too(one: OneCore, begin: Begin) -> None:
    does = f"subprocess.run([sys.executable, '-c', {WAITS!r}])"
    later = f"sys.stdin.read(1); threading.Thread(target=lambda: {does}).start()"
    process = begin(f"import subprocess, sys, threading; print(flush=True); {later}")
    answer(one, process, LONG)
    tell(process)
    (child,) = [each for each in descendants(process.pid) if each.there]
    assert cores(child.pid) == cores() != EVERYWHERE
    one.part()
    assert cores(child.pid) == EVERYWHERE


def test_cores_that_a_bot_has_chosen_stay_chosen(one: OneCore, begin: Begin) -> None:
    quick, chooses = begin(WAITS), begin(WAITS)
    answer(one, quick, LONG)
    other = min(EVERYWHERE - cores())
    os.sched_setaffinity(chooses.pid, {other})
    answer(one, chooses, SHORT)
    assert cores(quick.pid) == cores() != EVERYWHERE
    assert cores(chooses.pid) == {other}
    one.part()
    assert cores(chooses.pid) == {other}


def test_cores_that_the_user_gives_meanwhile_are_not_made_more(one: OneCore, begin: Begin) -> None:
    process = begin(WAITS)
    answer(one, process, LONG)
    given = min(EVERYWHERE - cores())
    try:
        for each in (0, process.pid):
            os.sched_setaffinity(each, {given})
        one.part()
        assert cores(process.pid) == cores() == {given}
    finally:
        os.sched_setaffinity(0, EVERYWHERE)


@pytest.mark.parametrize("tables", [1, 2])
def test_who_plays_one_match_notes_the_answers_and_whoever_plays_several_does_not(
    tables: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = []
    monkeypatch.setattr(OneCore, "answered", lambda *_: noted.append("answered"))
    monkeypatch.setattr(OneCore, "part", lambda _: noted.append("part"))
    rows_of("process", "classic", tables)
    assert ("answered" in noted) == (tables == 1)
    assert noted[0] == noted[-1] == "part"


def test_where_there_is_but_one_core_nothing_is_done(
    one: OneCore, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core, "_cores", lambda *_: {0})
    process = begin(WAITS)
    answer(one, process, LONG, looks=3)
    assert cores(process.pid) == cores() == EVERYWHERE
