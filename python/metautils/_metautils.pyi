# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension; its docstrings are in python/src/Extension.cpp."""

from typing import Any, final

from metautils._diagnostics import Diagnostic

__version__: str

@final
class Module:
    @staticmethod
    def parse(content: str | bytes, *, name: str = "<string>") -> Module: ...
    def bytecode(self) -> bytes: ...
    def run(self, pipeline: str) -> Module: ...
    def verify(self) -> None: ...
    @property
    def remarks(self) -> list[Diagnostic]: ...

def describe(object: Any, source: str | None = None) -> Module: ...
