"""The compiled extension, in the form that suits this machine."""

from __future__ import annotations

import platform
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from harness.search import _native as native
else:
    native = import_module("harness.search._native")
    if native.runs_v3():
        native = import_module("harness.search._native_v3")

__all__ = ["build_info", "native"]

_INSTRUCTIONS: Final = {"_native": "baseline", "_native_v3": "x86-64-v3"}


def build_info() -> dict[str, str]:
    """Say which extension is used: its module, the processor's family and the instructions."""
    module = native.__name__
    return {
        "module": module,
        "machine": platform.machine(),
        "instructions": _INSTRUCTIONS[module.rpartition(".")[2]],
    }
