# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Describing changes nothing: tensors, dispatch and warnings of every kind are as before.

Nothing beyond what PyTorch's own describer changes, that is: it brings pending writes into a
functional tensor (`torch._sync`), unwraps functorch's, and asks views whether they are leaves, which
derives their history again. It therefore describes each tensor first.
"""

import contextlib
import random
import re
import warnings

import pytest
import torch
from stock_compare import PyTorchDescriber, outcome
from tensor_zoo import CATEGORIES, visit

import metautils
from metautils import exact


def describe_module(tensor):
    metautils.describe(tensor)


WAYS = {
    "drop-in": lambda t: metautils.MetaTensorDescriber().describe_tensor(t),
    "exact": lambda t: exact.MetaTensorDescriber().describe_tensor(t),
    "module": describe_module,
}


# In which libtorch keeps what a class has said of its sizes, whoever asked in C++.
CACHE = re.compile(r"_sym_(sizes|strides)_capsule(_len)?")


def tensor_state(t):
    """What writes and autograd have made of it, without asking a class of its own."""
    with torch._C.DisableTorchFunctionSubclass():
        grad = outcome(lambda: t.grad)
        return (
            outcome(lambda: t._version),
            outcome(lambda: t.requires_grad),
            outcome(lambda: id(t.grad_fn) if t.is_leaf else type(t.grad_fn)),
            id(grad) if isinstance(grad, torch.Tensor) else grad,
            outcome(lambda: id(t._base) if t._base is not None else None),
            outcome(lambda: t.is_inference()),
            type(t),
            sorted(name for name in vars(t) if not CACHE.fullmatch(name)),
        )


def thread_state():
    return (
        str(torch._C._dispatch_tls_local_include_set()),
        str(torch._C._dispatch_tls_local_exclude_set()),
        torch.is_grad_enabled(),
        torch.is_inference_mode_enabled(),
        torch._C._functorch.peek_interpreter_stack() is None,
        len(torch.overrides._get_current_function_mode_stack()),
        len(torch.utils._python_dispatch._get_current_dispatch_mode_stack()),
    )


def find_changes(describe, category, seed, groups):
    """What is not as before, of each group of tensors."""
    found = []

    def see(label, group):
        for t in group:
            outcome(PyTorchDescriber().describe_tensor, t)
        before = [*map(tensor_state, group), thread_state()]
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for t in group:
                with contextlib.suppress(Exception):
                    describe(t)
        after = [*map(tensor_state, group), thread_state()]
        found.extend((label, a, b) for a, b in zip(before, after) if a != b)
        found.extend((label, str(warning.message)) for warning in caught)

    visit(category, random.Random(seed), see, groups)
    return found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("category", CATEGORIES)
def test_nothing_is_changed(category, way, seed):
    groups = max(2, CATEGORIES[category][1] // 10)
    assert not find_changes(WAYS[way], category, seed, groups)


CHANGES = {
    "version": lambda t: t.detach().zero_(),
    "requires_grad": lambda t: t.requires_grad_(not t.requires_grad),
    "grad": lambda t: setattr(t, "grad", torch.zeros_like(t)),
    "attribute": lambda t: setattr(t, "seen", True),
    "warning": lambda t: warnings.warn("of one tensor"),
    "grad mode": lambda t: torch._C._set_grad_enabled(False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes_are_found(change):
    with torch.enable_grad():
        assert find_changes(CHANGES[change], "leaf_views", 0, 3)
