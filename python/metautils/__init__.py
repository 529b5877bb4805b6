# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Describes PyTorch tensors (storage, view, autograd state) as MLIR.

    >>> import metautils, torch
    >>> module = metautils.describe({"x": torch.zeros(2, 3).t()})
    >>> print(module.run("meta-fold-views"))
"""

import torch  # noqa: F401  (brings libtorch, which the extension is linked with)

from metautils import exact
from metautils._converter import MetaConverter, installed
from metautils._describer import MetaTensorDescriber
from metautils._diagnostics import Diagnostic, Error
from metautils._metadata import assert_metadata_eq
from metautils._metautils import (
    Module,
    __version__,
    as_json,
    decode_data,
    describe,
    encode_data,
)

__all__ = [
    "Diagnostic",
    "Error",
    "MetaConverter",
    "MetaTensorDescriber",
    "Module",
    "__version__",
    "as_json",
    "assert_metadata_eq",
    "decode_data",
    "describe",
    "encode_data",
    "exact",
    "installed",
]
