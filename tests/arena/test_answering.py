"""Questions to a database that another process owns, and to one that nobody owns."""

import signal
import socket
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from harness.arena import answering, wire
from harness.arena.answering import Answering, ask
from harness.arena.connection import DatabaseHeldError
from harness.arena.store import Store
from harness.arena.writer import Writer
from harness.errors import BeloteError
from tests.arena.stored import (
    OWNER,
    READER,
    SILENT_OWNER,
    a_batch,
    another_process,
    counts,
    next_line,
)

FOR_EVER = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a, b) = 1"
WITHOUT_END = "SELECT 'a card played long ago' FROM range(1000000000000)"
HOW_MANY = "SELECT count(*) AS n FROM matches"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "quick.db"


@contextmanager
def answering_store(path: Path) -> Iterator[Store]:
    """Own a database and answer questions about it."""
    with Store.open(path, owner=True) as store, Answering(store):
        yield store


def hang_on(path: Path, sql: str) -> socket.socket:
    """Ask as `ask` does, up to where the owner has said that it heard, and read no further."""
    asker = wire.call(wire.socket_path(path), 60)
    wire.send(asker, wire.QUESTION, sql.encode())
    assert wire.receive(asker) == (wire.HEARD, b"")
    return asker


def wait_until_answered() -> None:
    """Wait until no thread answers a question; one that goes on for ever fails the test."""
    patience = monotonic() + 60
    while any(thread.name == "answer" for thread in threading.enumerate()):
        assert monotonic() < patience


# Who answers


def test_the_owner_answers_other_processes_while_it_writes(path: Path) -> None:
    write = OWNER.replace(
        "sys.stdin.read()",
        "from tests.arena.stored import a_batch\n"
        "    for line in sys.stdin:\n"
        "        store.append(a_batch(line.strip()))\n"
        "        print('stored', flush=True)",
    )
    with another_process(write, path) as owner:
        assert owner.stdin is not None
        for number in range(3):
            assert ask(path, HOW_MANY).to_pylist() == [{"n": number}]
            owner.stdin.write(f"m{number}\n")
            owner.stdin.flush()
            assert next_line(owner) == "stored"


def test_the_file_is_read_where_nobody_owns_it(path: Path) -> None:
    with Store.open(path, owner=True) as store:
        store.append(a_batch("m1", "m2"))
    assert ask(path, HOW_MANY).to_pylist() == [{"n": 2}]


def test_the_file_is_read_beside_another_reader(path: Path) -> None:
    Store.open(path, owner=True).close()
    with another_process(READER, path):
        assert ask(path, HOW_MANY).to_pylist() == [{"n": 0}]


def test_a_holder_that_does_not_answer_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "_OWNER_CHANGES", 0)
    with (
        another_process(SILENT_OWNER, path) as holder,
        pytest.raises(DatabaseHeldError, match=f"is held by process {holder.pid} "),
    ):
        ask(path, HOW_MANY)


def test_an_owner_that_is_stopped_is_named_after_a_while(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "_OWNER_CHANGES", 0)
    monkeypatch.setattr(answering, "_HEARD_WITHIN", 0.1)
    with another_process(OWNER, path) as owner:
        owner.send_signal(signal.SIGSTOP)
        with pytest.raises(DatabaseHeldError, match=f"is held by process {owner.pid} "):
            ask(path, HOW_MANY)


def test_a_missing_database_is_named(path: Path) -> None:
    with pytest.raises(BeloteError, match=r"there are no results at .*quick\.db"):
        ask(path, HOW_MANY)


def test_the_socket_of_a_dead_owner_is_passed_over_and_then_replaced(path: Path) -> None:
    with another_process(OWNER, path) as owner:
        owner.send_signal(signal.SIGKILL)
        owner.wait()
    assert wire.socket_path(path).is_socket()
    assert ask(path, HOW_MANY).to_pylist() == [{"n": 0}]
    with another_process(OWNER, path):
        assert ask(path, "SELECT 7 AS n").to_pylist() == [{"n": 7}]


def test_the_socket_is_for_its_user_alone_and_goes_with_its_owner(path: Path) -> None:
    with answering_store(path):
        assert stat.S_IMODE(wire.socket_path(path).stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["quick.db"]


@pytest.mark.parametrize("name", ["quick.db", "q" * 200 + ".db"])
def test_paths_longer_than_the_address_of_a_socket_work(tmp_path: Path, name: str) -> None:
    path = tmp_path / ("results" * 20) / name
    with another_process(OWNER, path):
        assert ask(path, "SELECT 7 AS n").to_pylist() == [{"n": 7}]


def test_a_database_is_the_same_by_a_link_to_it(path: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    with another_process(OWNER, path):
        assert ask(link, "SELECT 7 AS n").to_pylist() == [{"n": 7}]


def test_a_folder_that_takes_no_socket_is_an_error_in_one_line(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> socket.socket:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(wire, "listen", refuse)
    with (
        Store.open(path, owner=True) as store,
        pytest.raises(BeloteError, match=r"cannot answer .*: Operation not permitted"),
    ):
        Answering(store)


# What is answered


def test_an_answer_of_many_rows_arrives_whole_with_its_types(path: Path) -> None:
    sql = "SELECT i, i % 3 = 0 AS third, [i] AS list FROM range(100000) AS t(i)"
    with answering_store(path) as store:
        answer = ask(path, sql)
        assert answer.num_rows == 100_000
        assert answer.schema == store.read(sql).schema
        assert answer["i"].to_pylist() == list(range(100_000))


def test_an_answer_without_rows_has_its_columns(path: Path) -> None:
    with answering_store(path):
        assert ask(path, "SELECT match_id, leg FROM matches").column_names == ["match_id", "leg"]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("selec 1", 'Parser Error: syntax error at or near "selec" (line 1, at: selec 1)'),
        ("DROP TABLE matches", "ask one SELECT statement: the database can only be read here"),
        ("FROM read_csv('/etc/passwd')", "a question cannot read files: read_csv"),
        ("SELECT i, error('late') FROM range(9) t(i) WHERE i > 3", "Invalid Input Error: late"),
    ],
)
def test_the_owner_and_the_file_give_the_same_error_in_one_line(
    path: Path, sql: str, said: str
) -> None:
    with answering_store(path), pytest.raises(BeloteError) as owned:
        ask(path, sql)
    with pytest.raises(BeloteError) as alone:
        ask(path, sql)
    assert str(owned.value) == str(alone.value)
    assert said in str(owned.value)
    assert "\n" not in str(owned.value)


def test_questions_while_matches_are_written_see_only_whole_ones(path: Path) -> None:
    sql = "SELECT (SELECT count(*) FROM hands) AS hands, (SELECT count(*) FROM matches) AS matches"
    seen = []

    def question(_: int) -> tuple[int, int]:
        (row,) = ask(path, sql).to_pylist()
        return row["hands"], row["matches"]

    with answering_store(path) as store:
        with ThreadPoolExecutor(4) as askers, Writer(store) as writer:
            answers = askers.map(question, range(60))
            for number in range(60):
                writer.put(a_batch(*(f"m{number}-{one}" for one in range(10))))
            seen = list(answers)
        assert counts(store) == (600, 1200, 600)
    assert all(hands == 2 * matches and matches % 10 == 0 for hands, matches in seen)


@pytest.mark.parametrize("sql", [FOR_EVER, WITHOUT_END])
def test_an_interrupt_ends_a_question_to_the_file(path: Path, sql: str) -> None:
    def interrupt(_: int, __: object) -> None:
        raise KeyboardInterrupt

    Store.open(path, owner=True).close()
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(KeyboardInterrupt):
            ask(path, sql)
    finally:
        signal.signal(signal.SIGALRM, before)
    Store.open(path, owner=True).close()


# Those who are slow, and the end


def test_whoever_hangs_up_stops_the_question(path: Path) -> None:
    with answering_store(path):
        hang_on(path, FOR_EVER).close()
        wait_until_answered()


def test_a_question_without_end_does_not_stop_the_writer(path: Path) -> None:
    with answering_store(path) as store, hang_on(path, FOR_EVER), hang_on(path, WITHOUT_END):
        for number in range(20):
            store.append(a_batch(f"m{number}"))
        assert ask(path, HOW_MANY).to_pylist() == [{"n": 20}]


def test_ending_waits_neither_for_a_question_nor_for_one_who_reads_slowly(path: Path) -> None:
    with Store.open(path, owner=True) as store, hang_on_to_both(path, store):
        wait_until_answered()
    with Store.open(path, owner=True) as store:
        assert counts(store) == (0, 0, 0)


@contextmanager
def hang_on_to_both(path: Path, store: Store) -> Iterator[None]:
    with Answering(store):
        thinking, slow = hang_on(path, FOR_EVER), hang_on(path, WITHOUT_END)
    with thinking, slow:
        yield


def test_whoever_waits_is_told_when_the_owner_ends(path: Path) -> None:
    def hear_and_end() -> None:
        asker, _ = listener.accept()
        with asker:
            wire.receive(asker)
            wire.send(asker, wire.HEARD)

    with wire.listen(wire.socket_path(path)) as listener:
        owner = threading.Thread(target=hear_and_end)
        owner.start()
        with pytest.raises(BeloteError, match=r"owner of .*quick\.db ended before it had answered"):
            ask(path, HOW_MANY)
        owner.join()


def test_a_ninth_question_at_once_is_asked_to_wait(path: Path) -> None:
    with answering_store(path):
        slow = [hang_on(path, WITHOUT_END) for _ in range(8)]
        with pytest.raises(BeloteError, match="8 questions are being answered: ask again"):
            ask(path, HOW_MANY)
        for asker in slow:
            asker.close()
        wait_until_answered()
        assert ask(path, HOW_MANY).to_pylist() == [{"n": 0}]


@pytest.mark.parametrize("noise", [b"", b"?", b"GET / HTTP/1.1\r\n\r\n"])
def test_noise_on_the_socket_does_no_harm(path: Path, noise: bytes) -> None:
    with answering_store(path):
        with wire.call(wire.socket_path(path), 60) as stranger:
            stranger.sendall(noise)
        assert ask(path, HOW_MANY).to_pylist() == [{"n": 0}]
        wait_until_answered()
