"""The compiled extensions that this machine can run, each tested as the other."""

from importlib import import_module
from typing import Any, TypeAlias

import pytest

from harness.search import _native

Extension: TypeAlias = Any
"""A module with the functions of `_native.pyi`."""

EXTENSIONS = [_native]
if _native.runs_v3():
    EXTENSIONS.append(import_module("harness.search._native_v3"))

each_extension = pytest.mark.parametrize(
    "extension", EXTENSIONS, ids=[one.__name__.rpartition(".")[2] for one in EXTENSIONS]
)
