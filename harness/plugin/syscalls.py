"""What no bot needs to ask of the system: a filter that has the kernel refuse it.

Namespaces would give a bot a place where it is root and may mount, tracing and keys are roads out
of a process, and the rest has been the door of many an escape. The filter is a program for the
kernel's packet filter (see seccomp(2)), made here since it is short.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

_LOAD, _EQUAL, _AT_LEAST, _ANY_OF, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16  # where they stand in what the program is given
_NEW_NAMESPACES: Final = 0x7E020080  # every CLONE_NEW* of clone(2)
_OTHER_ABI: Final = 0x40000000


class _Machine(NamedTuple):
    """A processor's mark in the kernel, and its numbers: of clone, and of what is refused."""

    mark: int
    clone: int
    refused: tuple[int, ...]


_CLONE3: Final = 435
_EVERYWHERE: Final = (*range(425, 434), 438, 442)
"""io_uring_*, open_tree, move_mount, fs*; pidfd_getfd; mount_setattr."""
_MACHINES: Final = {
    # ptrace syslog pivot_root chroot acct mount umount2 swapon swapoff reboot init_module
    # delete_module quotactl kexec_load add_key request_key keyctl unshare perf_event_open setns
    # process_vm_readv process_vm_writev kcmp finit_module kexec_file_load bpf userfaultfd
    "x86_64": _Machine(
        0xC000003E,
        56,
        (
            *(101, 103, 155, 161, 163, 165, 166, 167, 168, 169, 175, 176, 179, 246, 248, 249, 250),
            *(272, 298, 308, 310, 311, 312, 313, 320, 321, 323),
        ),
    ),
    "aarch64": _Machine(
        0xC00000B7,
        220,
        (
            *(117, 116, 41, 51, 89, 40, 39, 224, 225, 142, 105, 106, 60, 104, 217, 218, 219),
            *(97, 241, 268, 270, 271, 272, 273, 294, 280, 282),
        ),
    ),
}


@contextmanager
def refusing() -> Iterator[int | None]:
    """Yield a descriptor from which bubblewrap reads the filter; None for other processors."""
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        yield None
        return
    end = os.memfd_create("filter", 0)
    try:
        os.write(end, _program(machine))
        os.lseek(end, 0, os.SEEK_SET)
        yield end
    finally:
        os.close(end)


def _program(machine: _Machine) -> bytes:
    """Return the filter: one step after another, each skipping the next where it is not meant."""
    refuse, unknown = _FAIL | errno.EPERM, _FAIL | errno.ENOSYS
    steps = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine.mark),
        (_RETURN, 0, 0, unknown),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_ABI),
        (_RETURN, 0, 0, unknown),
        (_EQUAL, 0, 1, _CLONE3),  # its flags cannot be seen: what finds it missing uses clone
        (_RETURN, 0, 0, unknown),
    ]
    for number in (*machine.refused, *_EVERYWHERE):
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, refuse)]
    steps += [
        (_EQUAL, 0, 3, machine.clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_OF, 0, 1, _NEW_NAMESPACES),
        (_RETURN, 0, 0, refuse),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
