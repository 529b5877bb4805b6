# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""assert_metadata_eq, as torch._subclasses.meta_utils has it."""

from collections.abc import Callable
from typing import Any

import torch
from torch._subclasses import meta_utils
from torch._subclasses.meta_utils import MetaTensorDesc

from metautils._describer import MetaTensorDescriber

_assert_as_pytorch = meta_utils.assert_metadata_eq


def assert_metadata_eq(
    assert_eq: Callable[[object, object], None],
    m1: MetaTensorDesc[Any] | torch.Tensor,
    m2: torch.Tensor,
    *,
    skip_symbolic: bool = False,
    skip_leaf: bool = False,
) -> None:
    """Calls `assert_eq` with each fact of `m1` and that of `m2`, in PyTorch's order.

    A tensor `m1` is described first, by a describer of its own. What `assert_eq` raises ends
    it; `metautils.exact.assert_metadata_eq` finds all differences.
    """
    if isinstance(m1, torch.Tensor):
        m1 = MetaTensorDescriber().describe_tensor(m1)
    # PyTorch's own comparison: what it calls, and in which order, can be seen.
    _assert_as_pytorch(assert_eq, m1, m2, skip_symbolic=skip_symbolic, skip_leaf=skip_leaf)
