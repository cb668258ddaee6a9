"""What the sandbox rests on: how the system shares out the processor."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.plugin import sandbox


@pytest.mark.parametrize(
    ("enabled", "groups", "weighed", "shares"),
    [
        ("1", "0::/user", False, True),
        ("0", "0::/user", False, False),
        ("1", "0::/user", True, False),
        ("1", "3:memory:/bots\n1:cpu,cpuacct:/\n0::/", False, True),
        ("1", "1:cpu,cpuacct:/bots\n0::/", False, False),
        ("1", "2:cpuacct:/bots\n1:cpuset:/bots", False, True),
    ],
    ids=["told to", "not told to", "a weighed group", "the first group", "another", "not cpu"],
)
def test_the_processor_is_shared_by_session_where_no_group_has_a_share_of_it(
    monkeypatch: pytest.MonkeyPatch, enabled: str, groups: str, *, weighed: bool, shares: bool
) -> None:
    told = {"/proc/sys/kernel/sched_autogroup_enabled": f"{enabled}\n", "/proc/self/cgroup": groups}
    monkeypatch.setattr(Path, "read_text", lambda path: told[str(path)])
    monkeypatch.setattr(
        Path, "exists", lambda path: weighed and str(path) == "/sys/fs/cgroup/user/cpu.weight"
    )
    assert sandbox.shares_by_session() is shares


def test_a_kernel_that_tells_nothing_of_sessions_does_not_share_by_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(path: Path) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", missing)
    assert not sandbox.shares_by_session()
