"""What no bot needs to ask of the system: a filter that has the kernel refuse it.

Namespaces would give a bot a place where it is root and may mount, tracing and keys are roads out
of a process, and the rest has been the door of many an escape. Locks and watches are no escape, but
the kernel keeps them by file, and partners see the same files: they would be a road from one to the
other. Shared memory of System V and files without a name hold memory that no limit counts. The
filter is a program for the kernel's packet filter (see seccomp(2)), made here since it is short.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

_LOAD, _EQUAL, _AT_LEAST, _ANY_OF, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_REFUSE, _UNKNOWN, _IGNORE = _FAIL | errno.EPERM, _FAIL | errno.ENOSYS, _FAIL  # 0: as if it worked
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # where they stand in what the program is given
_NEW_NAMESPACES: Final = 0x7E020080  # every CLONE_NEW* of clone(2)
_OTHER_ABI: Final = 0x40000000

_MARKS: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""How the kernel calls the processors whose numbers stand below, in that order."""
_SAME_FROM: Final = 424
"""From here on a call has the same number on every processor."""

_RIGHTS: Final = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "init_module": (175, 105),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "mount": (165, 40),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241),
    "pivot_root": (155, 41),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "setns": (308, 268),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}
_ROADS_TO_A_PARTNER: Final = {
    "fanotify_init": (300, 262),
    "flock": (73, 32),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
}
_UNCOUNTED_MEMORY: Final = {
    "memfd_create": (319, 279),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "semget": (64, 190),
    "shmat": (30, 196),
    "shmget": (29, 194),
}
_SHARE_OF_THE_PROCESSOR: Final = {"setsid": (112, 157)}  # the kernel's is by session
_TIMES_OF_FILES: Final = {  # of /dev/null too, which is everybody's
    "futimesat": (261, None),
    "utime": (132, None),
    "utimensat": (280, 88),
    "utimes": (235, None),
}
_CLONE: Final = (56, 220)
_FCNTL: Final = (72, 25)
_SOCKET: Final = (41, 198)
_SOCKETPAIR: Final = (53, 199)

_OF_DESCRIPTORS: Final = (*range(5), *range(8, 12), 15, 16, *range(1030, 1035))
"""What fcntl may do: F_DUPFD to F_SETFL, F_SETOWN to F_GETSIG, F_SETOWN_EX, F_GETOWN_EX, and
F_DUPFD_CLOEXEC to F_GET_SEALS. The rest is about files: locks, leases, watches, hints."""
_FAMILIES: Final = (1, 2, 10, 16)  # AF_UNIX, AF_INET, AF_INET6, AF_NETLINK
"""Sockets of these are the sandbox's own, with its network; those of others may not be."""
_KNOWN: Final = (424, 434, 436, 437, 439, 441, 452, 462)
"""pidfd_send_signal, pidfd_open, close_range, openat2, faccessat2, epoll_pwait2, fchmodat2, mseal:
what there is of the newer calls. What finds another missing does without, as on an older kernel."""

_ANSWERED: Final = (
    (_RIGHTS | _ROADS_TO_A_PARTNER | _UNCOUNTED_MEMORY | _SHARE_OF_THE_PROCESSOR, _REFUSE),
    (_TIMES_OF_FILES, _IGNORE),
)
_TAKING: Final = (
    (_FCNTL, 1, _OF_DESCRIPTORS),
    (_SOCKET, 0, _FAMILIES),
    (_SOCKETPAIR, 0, _FAMILIES),
)
"""Calls of which one argument, by its place, may have only some values."""

_Step: TypeAlias = tuple[int, int, int, int]


@contextmanager
def refusing() -> Iterator[int | None]:
    """Yield a descriptor from which bubblewrap reads the filter; None for other processors."""
    program = filter_of(platform.machine())
    if program is None:
        yield None
        return
    end = os.memfd_create("filter", 0)
    try:
        os.write(end, program)
        os.lseek(end, 0, os.SEEK_SET)
        yield end
    finally:
        os.close(end)


def filter_of(machine: str) -> bytes | None:
    """Return the filter for a processor; None where its numbers are not known."""
    if machine not in _MARKS:
        return None
    which = tuple(_MARKS).index(machine)
    steps = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, _MARKS[machine]),
        (_RETURN, 0, 0, _UNKNOWN),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_ABI),
        (_RETURN, 0, 0, _UNKNOWN),
    ]
    for calls, answer in _ANSWERED:
        for numbers in calls.values():
            if (number := numbers[which]) is not None:
                steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]
    for numbers, argument, taken in _TAKING:
        allowed = [step for value in taken for step in _allowed(value)]
        steps += [
            (_EQUAL, 0, len(allowed) + 2, numbers[which]),
            (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
            *allowed,
            (_RETURN, 0, 0, _REFUSE),
        ]
    known = [step for number in _KNOWN for step in _allowed(number)]
    steps += [
        (_AT_LEAST, 0, len(known) + 1, _SAME_FROM),
        *known,
        (_RETURN, 0, 0, _UNKNOWN),
        (_EQUAL, 0, 3, _CLONE[which]),
        (_LOAD, 0, 0, _ARGUMENTS),
        (_ANY_OF, 0, 1, _NEW_NAMESPACES),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _allowed(value: int) -> tuple[_Step, _Step]:
    return (_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW)
