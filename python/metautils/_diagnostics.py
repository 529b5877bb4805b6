# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What MLIR says: diagnostics, and the error that carries them."""

from collections.abc import Iterable
from typing import NamedTuple


class Diagnostic(NamedTuple):
    """One message.

    severity: "error", "warning", "remark", or "note" (of the message before it).
    location: "file:line:column", or "" where the message is about no place in a file.
    """

    severity: str
    message: str
    location: str = ""

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        severity = "" if self.severity == "error" else f"{self.severity}: "
        return place + severity + self.message


class Error(RuntimeError):
    """What cannot be described, parsed, verified or transformed, and why.

    The message is that of all diagnostics, one a line; `diagnostics` has them one by one.
    """

    diagnostics: list[Diagnostic]

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        message = "\n".join(map(str, self.diagnostics))
        super().__init__(message or "a pass failed without saying why")

    def __reduce__(self):
        return type(self), (self.diagnostics,)
