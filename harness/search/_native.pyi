from collections.abc import Sequence
from typing import TypeAlias

_Terms: TypeAlias = tuple[int, bool, bool, bool, bool, bool, int, Sequence[int], int]
_Position: TypeAlias = tuple[Sequence[int], Sequence[int], int, Sequence[bool]]
_World: TypeAlias = tuple[int, int, int, int]
_Task: TypeAlias = tuple[_Terms, _Position, int | None]
_Claim: TypeAlias = tuple[int, bytes, int, bool]
_Account: TypeAlias = tuple[Sequence[int], Sequence[_Claim], Sequence[tuple[int, int]]]

def judge(
    terms: _Terms, questions: Sequence[tuple[int, Sequence[int]]]
) -> list[tuple[int, int, int]]: ...
def solve(tasks: Sequence[_Task], threads: int) -> list[list[tuple[int, int]]]: ...
def rollouts(
    terms: _Terms,
    position: _Position,
    won: int,
    capot: int,
    count: int,
    seed: int,
    sensible: bool,
) -> list[tuple[int, int, int]]: ...
def solve_worlds(
    terms: _Terms, position: _Position, worlds: Sequence[_World], threads: int
) -> list[tuple[int, list[int]]]: ...
def force_worlds(
    terms: _Terms, position: _Position, worlds: Sequence[_World], threads: int
) -> list[int]: ...
def roll_worlds(
    terms: _Terms,
    position: _Position,
    worlds: Sequence[_World],
    won: int,
    capot: int,
    count: int,
    seed: int,
    sensible: bool,
) -> list[tuple[int, list[int]]]: ...
def denied(terms: _Terms, leader: int, plays: Sequence[int]) -> list[int]: ...
def sample(
    known: Sequence[int],
    unseen: int,
    room: Sequence[int],
    accounts: Sequence[_Account],
    count: int,
    seed: int,
) -> list[tuple[int, int, int, int]]: ...
def runs_v3() -> bool: ...
