"""The filter of system calls, run as the kernel would: by its steps, on both processors."""

from __future__ import annotations

import errno
import struct
from typing import Final

import pytest

from harness.plugin.syscalls import filter_of

ALLOWED: Final = 0x7FFF0000
REFUSED: Final = 0x00050000 | errno.EPERM
MISSING: Final = 0x00050000 | errno.ENOSYS
IGNORED: Final = 0x00050000
MARKS: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def answer(machine: str, number: int, *arguments: int, mark: int | None = None) -> int:
    """Return what the filter answers to a call."""
    program = filter_of(machine)
    assert program is not None
    mark = MARKS[machine] if mark is None else mark
    given = struct.pack("<IIQ6Q", number, mark, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = list(struct.iter_unpack("HBBI", program))
    at, held = 0, 0
    while True:
        kind, true, false, value = steps[at]
        at += 1
        if kind == 0x20:
            (held,) = struct.unpack_from("<I", given, value)
        elif kind == 0x06:
            return int(value)
        else:
            holds = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[kind]
            at += true if holds else false


@pytest.mark.parametrize(
    ("machine", "read", "ptrace", "flock", "shmget", "memfd_create", "setsid"),
    [("x86_64", 0, 101, 73, 29, 319, 112), ("aarch64", 63, 117, 32, 194, 279, 157)],
)
def test_each_processor_s_own_numbers_are_refused(
    machine: str, read: int, ptrace: int, flock: int, shmget: int, memfd_create: int, setsid: int
) -> None:
    assert answer(machine, read) == ALLOWED
    refused = (ptrace, flock, shmget, memfd_create, setsid)
    assert [answer(machine, number) for number in refused] == [REFUSED] * 5


@pytest.mark.parametrize(("machine", "fcntl"), [("x86_64", 72), ("aarch64", 25)])
def test_fcntl_serves_descriptors_and_neither_locks_nor_watches_files(
    machine: str, fcntl: int
) -> None:
    for command in (0, 1, 2, 3, 4, 1030, 1031, 1034):  # duplicate, flags, the size of a pipe, seals
        assert answer(machine, fcntl, 5, command) == ALLOWED
    for command in (5, 6, 7, 36, 37, 38, 1024, 1026, 1036):  # locks of both kinds, leases, hints
        assert answer(machine, fcntl, 5, command) == REFUSED
        assert answer(machine, fcntl, 5, command | 1 << 32) == REFUSED  # of which it takes half


@pytest.mark.parametrize(("machine", "of"), [("x86_64", (41, 53)), ("aarch64", (198, 199))])
def test_sockets_are_only_of_families_with_a_network_of_their_own(
    machine: str, of: tuple[int, int]
) -> None:
    for number in of:
        assert [answer(machine, number, family) for family in (1, 2, 10, 16)] == [ALLOWED] * 4
        assert [answer(machine, number, family) for family in (17, 38, 40)] == [REFUSED] * 3


@pytest.mark.parametrize(("machine", "clone"), [("x86_64", 56), ("aarch64", 220)])
def test_processes_and_threads_are_made_and_namespaces_are_not(machine: str, clone: int) -> None:
    fork, thread, namespace = 0x01200011, 0x003D0F00, 0x10000000
    assert [answer(machine, clone, flags) for flags in (fork, thread)] == [ALLOWED] * 2
    assert answer(machine, clone, namespace | fork) == REFUSED


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_newer_calls_are_missing_but_for_those_that_are_known(machine: str) -> None:
    assert [answer(machine, number) for number in (434, 436, 437, 439)] == [ALLOWED] * 4
    for number in (425, 429, 435, 438, 442, 447, 449, 470, 10_000):
        assert answer(machine, number) == MISSING


def test_times_of_files_are_left_alone_as_if_they_were_set() -> None:
    assert [answer("x86_64", number) for number in (132, 235, 261, 280)] == [IGNORED] * 4
    assert answer("aarch64", 88) == IGNORED


def test_other_interfaces_of_the_same_processor_are_missing() -> None:
    assert answer("x86_64", 0, mark=0x40000003) == MISSING  # 32 bits
    assert answer("x86_64", 0x40000000) == MISSING  # x32


def test_a_processor_whose_numbers_are_not_known_has_no_filter() -> None:
    assert filter_of("riscv64") is None
