# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds descriptions against what torch itself says of the tensors."""

import warnings

import torch
from ir_reader import read_module
from torch._C._autograd import _get_creation_meta

import metautils

WORDS = {
    "parameter": lambda t: isinstance(t, torch.nn.Parameter),
    "requires_grad": lambda t: t.requires_grad,
    "non_leaf": lambda t: not t.is_leaf,
    "inference": lambda t: t.is_inference(),
}


def describe(value, source=None) -> dict:
    """The description, which verifies and survives text and bytecode."""
    module = metautils.describe(value, source)
    module.verify()
    text = str(module)
    assert str(metautils.Module.parse(text)) == text
    assert str(metautils.Module.parse(module.bytecode())) == text
    return read_module(module)


def check(described, tensor) -> None:
    """All that a description says of one tensor, its bases and grads."""
    assert described.size == tuple(tensor.shape)
    assert described.stride == tensor.stride()
    assert described.offset == tensor.storage_offset()
    assert described.dtype is tensor.dtype
    assert described.device == str(tensor.device)
    assert described.conj == tensor.is_conj()
    assert described.neg == tensor.is_neg()
    assert described.storage.nbytes == tensor.untyped_storage().nbytes()
    assert described.storage.device == str(tensor.device)
    words = {word for word, holds in WORDS.items() if holds(tensor)}
    assert described.words - {"beyond_storage"} == words
    assert (described.base is not None) == tensor._is_view()
    if tensor._is_view():
        assert described.creation == _get_creation_meta(tensor).name.lower()
        check(described.base, tensor._base)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        grad = tensor.grad
    assert (described.grad is not None) == (grad is not None)
    if grad is not None:
        check(described.grad, grad)


def check_one(tensor):
    described = describe(tensor)["tensor"]
    check(described, tensor)
    return described
