# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Describes PyTorch tensors (storage, view, autograd state) as MLIR.

    >>> import metautils, torch
    >>> module = metautils.describe({"x": torch.zeros(2, 3).t()})
    >>> print(module.run("meta-fold-views"))
"""

import torch  # noqa: F401  (brings libtorch, which the extension is linked with)

from metautils._diagnostics import Diagnostic, Error
from metautils._metautils import Module, __version__, describe

__all__ = ["Diagnostic", "Error", "Module", "__version__", "describe"]
