"""Bots that attack: each tries its worst once, in its first bid, and raises `Reached` if it works.

This file is what is submitted: it is read by the tests and copied into the folder of a bot.
"""

from __future__ import annotations

import ctypes
import fcntl
import gc
import inspect
import os
import signal
import socket
import stat
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import harness
from harness.game import Rules, View


class Reached(Exception):
    """The attack got what it wanted."""


class Attacker(harness.Bot):
    """Attacks when it is first asked, then bids and plays what comes first."""

    done = False

    def __init__(self, **given: Any) -> None:  # noqa: ANN401 - what the test lets it know
        self.given = given

    def attack(self, view: View) -> None:
        raise NotImplementedError

    def choose_bid(self, view: View) -> str:
        if not self.done:
            self.done = True
            self.attack(view)
        return view.legal_bids[0]

    def choose_card(self, view: View) -> int:
        return min(view.legal_cards)


def refused(attempt: Callable[[], object]) -> bool:
    """Say whether the system refuses something."""
    try:
        attempt()
    except (OSError, ValueError):
        return True
    return False


def see_refused(**attempts: Callable[[], object]) -> None:
    """Raise for the attempts that are not refused."""
    if reached := [name for name, attempt in attempts.items() if not refused(attempt)]:
        raise Reached(", ".join(reached))


def call(name: str, *arguments: Any) -> None:  # noqa: ANN401 - as the C library takes them
    """Call the C library, and raise where it fails."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


# Cards


class LooksAround(Attacker):
    """Looks for the table in the stack and among all objects."""

    def attack(self, view: View) -> None:
        frame: FrameType | None = inspect.currentframe()
        while frame is not None:
            if {"hand", "deck", "table"} & frame.f_locals.keys():
                raise Reached(f"the frame of {frame.f_code.co_name}")
            frame = frame.f_back
        for one in gc.get_objects():
            kind = type(one).__name__
            if kind in ("Hand", "DealSet", "Match", "Table"):
                raise Reached(f"an object of class {kind}")


class LooksAtProcesses(Attacker):
    """Looks for other processes, traces the first, and opens its memory."""

    def attack(self, view: View) -> None:
        others = [one for one in Path("/proc").iterdir() if one.name.isdigit()]
        if len(others) > self.given["most"]:
            raise Reached(f"{len(others)} processes")
        see_refused(
            memory=lambda: os.open("/proc/1/mem", os.O_RDONLY),
            patching=lambda: os.open("/proc/1/mem", os.O_RDWR),
            tracing=lambda: call("ptrace", 16, 1, 0, 0),
        )
        with suppress(PermissionError):
            os.kill(1, signal.SIGKILL)  # which nothing comes of, where it is allowed


class TellsPartner(Attacker):
    """Leaves its cards where the partner may find them, and looks for the partner's."""

    def attack(self, view: View) -> None:
        mine = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        found = []
        try:
            mine.bind("\0belote-partner")
            self.kept = mine
        except OSError:
            found.append("a socket")
        for folder in ("/tmp", "/dev/shm"):
            note = Path(folder, "belote-partner")
            if note.exists():
                found.append(folder)
            note.write_text(str(view.holding))
        if found:
            raise Reached(", ".join(found))


class SignalsPartner(Attacker):
    """Uses what the kernel keeps by file, of files that all sandboxes see, and the like."""

    def attack(self, view: View) -> None:
        null, folder = os.open("/dev/null", os.O_RDWR), os.open("/usr", os.O_RDONLY)
        lock = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 1, 0)
        before = os.fstat(null).st_mtime_ns
        os.utime("/dev/null")
        if os.fstat(null).st_mtime_ns != before:
            raise Reached("a time")
        see_refused(
            lock=lambda: fcntl.fcntl(null, fcntl.F_SETLK, lock),
            locked=lambda: fcntl.fcntl(null, fcntl.F_GETLK, lock),
            description=lambda: fcntl.fcntl(null, fcntl.F_OFD_SETLK, lock),
            flock=lambda: fcntl.flock(null, fcntl.LOCK_SH | fcntl.LOCK_NB),
            notify=lambda: fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS),
            inotify=lambda: call("inotify_init1", 0),
            machine=lambda: socket.socket(socket.AF_VSOCK),
        )


# Files and the network


class Reads(Attacker):
    """Reads what is none of its business."""

    def attack(self, view: View) -> None:
        home = Path(self.given["secret"]).parent
        see_refused(
            secret=lambda: Path(self.given["secret"]).read_text(),
            passwords=lambda: Path("/etc/shadow").read_text(),
            users=lambda: Path("/etc/passwd").read_text(),
            folder=lambda: list(home.iterdir()).index(home / "secret.txt"),
        )


class Writes(Attacker):
    """Writes where nothing of its own is."""

    def attack(self, view: View) -> None:
        home = Path(self.given["secret"]).parent
        see_refused(
            secret=lambda: Path(self.given["secret"]).write_text("mine"),
            beside=lambda: (home / "mine").write_text("mine"),
            itself=lambda: Path(__file__).write_text("mine"),
            harness=lambda: Path(harness.__file__).with_name("mine").write_text("mine"),
            system=lambda: Path("/usr/mine").write_text("mine"),
            root=lambda: Path("/mine").write_text("mine"),
            device=lambda: Path("/dev/mine").write_text("mine"),
            mode=lambda: Path(__file__).chmod(stat.S_IRWXU),
        )


class Calls(Attacker):
    """Opens the network."""

    def attack(self, view: View) -> None:
        see_refused(
            here=lambda: socket.create_connection(("127.0.0.1", self.given["port"]), 1),
            abstract=lambda: socket.socket(socket.AF_UNIX).connect(self.given["address"]),
            outside=lambda: socket.create_connection(("192.0.2.1", 80), 1),
        )


# Rights


class Rises(Attacker):
    """Becomes root, makes namespaces, mounts, and leaves through them."""

    def attack(self, view: View) -> None:
        if 0 in (os.getuid(), os.geteuid(), os.getgid()):
            raise Reached("root")
        status = Path("/proc/self/status").read_text()
        if int(status.partition("CapEff:")[2].split()[0], 16):
            raise Reached("capabilities")
        see_refused(
            user=lambda: os.setuid(0),
            groups=lambda: os.setgroups([0]),
            namespace=lambda: call("unshare", 0x10000000),
            mount=lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
            unmount=lambda: call("umount2", b"/usr", 2),
            root=lambda: os.chroot("/tmp"),
            name=lambda: socket.sethostname("mine"),
        )


# Too much


class Forks(Attacker):
    """Makes as many processes as it can, none of which ever ends."""

    def attack(self, view: View) -> None:
        see_refused(session=os.setsid)  # in which they would have a share of their own
        made = 0
        while made < 200:
            try:
                child = os.fork()
            except OSError:
                return
            if not child:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                while True:
                    time.sleep(60)
            made += 1
        raise Reached(f"{made} processes")


class Orphans(Attacker):
    """Leaves a process behind that leads its own group and closes all it inherits."""

    def attack(self, view: View) -> None:
        subprocess.Popen(
            [sys.executable, "-c", f"import time; time.sleep(600)  # {__file__}"],
            process_group=0,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


class Swells(Attacker):
    """Takes ten gigabytes of memory."""

    def attack(self, view: View) -> None:
        taken = [bytearray(100 << 20) for _ in range(100)]
        raise Reached(f"{len(taken)} times 100 MB")


class Fills(Attacker):
    """Writes files until there is no more room, and takes memory that is no process's."""

    def attack(self, view: View) -> None:
        see_refused(
            nameless=lambda: os.memfd_create("mine"),
            segment=lambda: call("shmget", 0, 100 << 20, 0o1600),
            messages=lambda: call("msgget", 0, 0o1600),
            semaphores=lambda: call("semget", 0, 100, 0o1600),
            queue=lambda: call("mq_open", b"/mine", os.O_CREAT | os.O_RDWR, 0o600, None),
        )
        written = 0
        for folder in ("/tmp", "/dev/shm"):
            for number in range(100):
                try:
                    with Path(folder, f"{number}").open("wb", buffering=0) as file:
                        while written < 200 << 20:
                            written += file.write(bytes(1 << 20))
                except OSError:
                    continue
        if written > self.given["most"]:
            raise Reached(f"{written >> 20} MB")


class Talks(Attacker):
    """Floods both streams, and tries to pass its talk off as answers."""

    def choose_card(self, view: View) -> int:
        print('{"card":"7S"}' * 1000)
        os.write(1, b'{"card":"7S"}\n' * 100)
        sys.stderr.write("chatter " * 1000)
        return super().choose_card(view)

    def attack(self, view: View) -> None:
        """Only talk."""


# Answers


class Garbles(Attacker):
    """Finds the protocol's descriptor and writes into it itself."""

    def attack(self, view: View) -> None:
        garbage: bytes = eval(self.given["garbage"])  # noqa: S307 - the test's own
        for end in range(3, 20):
            try:
                if stat.S_ISFIFO(os.fstat(end).st_mode):
                    os.write(end, garbage)
            except OSError:
                continue
        time.sleep(self.given.get("sleep", 0))


class Hangs(Attacker):
    """Never answers, whoever asks it to end."""

    def attack(self, view: View) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        while True:
            time.sleep(60)


class Spins(Attacker):
    """Never answers, and works on it."""

    def attack(self, view: View) -> None:
        while True:
            pass


class HangsAtStart(Attacker):
    """Is never ready."""

    def start_match(self, rules: Rules, seat: int) -> None:
        time.sleep(600)

    def attack(self, view: View) -> None:
        """Never get here."""


class Closes(Attacker):
    """Closes every descriptor, and waits."""

    def attack(self, view: View) -> None:
        os.closerange(0, 256)
        time.sleep(600)


class Dies(Attacker):
    """Kills itself."""

    def attack(self, view: View) -> None:
        os.kill(os.getpid(), signal.SIGKILL)
