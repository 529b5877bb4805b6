# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds descriptions against what torch itself says of the tensors."""

import warnings

import torch
from ir_reader import Tensor, read_module
from torch._C import _functorch as functorch
from torch._C._autograd import _get_creation_meta
from torch._subclasses.fake_tensor import FakeTensor
from torch.nested._internal import nested_tensor
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

import metautils

WORDS = {
    "parameter": lambda t: isinstance(t, torch.nn.Parameter),
    "requires_grad": lambda t: t.requires_grad,
    "non_leaf": lambda t: not t.is_leaf,
    "inference": lambda t: t.is_inference(),
    "retains_grad": lambda t: t.retains_grad and not t.is_leaf,
    "zero": lambda t: t._is_zerotensor(),
    "fake": lambda t: isinstance(t, FakeTensor),
}


def describe(value, source=None) -> dict:
    """The description, which verifies and survives text and bytecode."""
    module = metautils.describe(value, source)
    module.verify()
    text = str(module)
    assert str(metautils.Module.parse(text)) == text
    assert str(metautils.Module.parse(module.bytecode())) == text
    return read_module(module)


def evaluate(number, numbers):
    """A number of torch's with the values that the reader gives to symbols, and a tuple of such."""
    if isinstance(number, tuple):
        return tuple(evaluate(element, numbers) for element in number)
    if not isinstance(number, torch.SymInt):
        return number
    node = number.node
    if node.is_nested_int():
        return numbers.sample(f"j{node.nested_int()}") * node.nested_int_coeff()
    values = {symbol: numbers.sample(str(symbol)) for symbol in node.expr.free_symbols}
    return int(node.expr.subs(values))


def check_quantizer(parts, tensor) -> None:
    assert parts["scheme"] == str(tensor.qscheme()).removeprefix("torch.")
    if parts["scheme"].startswith("per_tensor"):
        assert parts["axis"] is None
        assert parts["scales"] == [tensor.q_scale()]
        assert parts["zero_points"] == [tensor.q_zero_point()]
    else:
        assert parts["axis"] == tensor.q_per_channel_axis()
        assert parts["scales"] == tensor.q_per_channel_scales().tolist()
        assert parts["zero_points"] == tensor.q_per_channel_zero_points().tolist()


def check_nested(described, tensor) -> None:
    sizes, strides = tensor._nested_tensor_size(), tensor._nested_tensor_strides()
    parts = described.parts
    # Of no component torch has a number here, and no list.
    assert parts["sizes"] == (sizes.flatten().tolist() if sizes.dim() == 2 else [])
    assert parts["strides"] == (strides.flatten().tolist() if strides.dim() == 2 else [])
    assert parts["offsets"] == tensor._nested_tensor_storage_offsets().tolist()
    columns = [set(column) for column in sizes.T.tolist()] if sizes.dim() == 2 else []
    joined = [column.pop() if len(column) == 1 else None for column in columns]
    assert described.size == (tensor.size(0), *joined)
    buffer = parts["buffer"]
    nbytes = tensor.untyped_storage().nbytes()
    assert buffer.storage.nbytes == nbytes
    assert (buffer.offset, buffer.stride) == (0, (1,))
    assert buffer.size == (nbytes // tensor.element_size(),)


def check_parts(described, tensor) -> None:
    """A tensor that is no view of one storage."""
    if tensor.is_nested:
        assert described.layout == "#meta.nested"
        return check_nested(described, tensor)
    assert described.size == tuple(tensor.shape)
    parts = described.parts
    if tensor.layout is torch.sparse_coo:
        assert described.layout == f"#meta.coo<{tensor.sparse_dim()}, {tensor.dense_dim()}>"
        assert parts["coalesced"] == tensor.is_coalesced()
        check_geometry(parts["indices"], tensor._indices())
        check_geometry(parts["values"], tensor._values())
    elif tensor.layout is torch._mkldnn:
        assert described.layout == '#meta.opaque_layout<"mkldnn">'
    else:
        name = str(tensor.layout).removeprefix("torch.sparse_")
        by_rows = name in ("csr", "bsr")
        block = ""
        if name in ("bsr", "bsc"):
            first = tensor.crow_indices().dim() if by_rows else tensor.ccol_indices().dim()
            block = "<{}, {}>".format(*tensor.values().shape[first : first + 2])
        assert described.layout == f"#meta.{name}{block}"
        compressed = tensor.crow_indices() if by_rows else tensor.ccol_indices()
        check_geometry(parts["compressed"], compressed)
        check_geometry(
            parts["plain"], tensor.col_indices() if by_rows else tensor.row_indices()
        )
        check_geometry(parts["values"], tensor.values())


def get_level(tensor):
    """None where the transform has ended."""
    level = functorch.maybe_get_level(tensor)
    return None if level == -2 else level


def check_batched(parts, tensor) -> None:
    assert not parts["legacy"]
    assert parts["level"] == get_level(tensor)
    assert parts["dim"] == functorch.maybe_get_bdim(tensor)
    check(parts["inner"], functorch.get_unwrapped(tensor))


def check_functional(described, tensor) -> None:
    level = functorch.maybe_get_level(tensor)
    assert described.parts["level"] == (None if level == -1 else level)
    if level == -1:
        inner = torch._from_functional_tensor(tensor)
    else:
        reapply = torch._C._functionalization_reapply_views_tls()
        inner = functorch._unwrap_functional_tensor(tensor, reapply)
    check(described.parts["inner"], inner)
    if view := described.parts["view"]:
        assert view.size == tuple(inner.shape)
        assert view.dtype is inner.dtype


def check_wrapper(described, tensor) -> bool:
    """A tensor that wraps another one, if it does."""
    if functorch.is_batchedtensor(tensor):
        check_batched(described.parts, tensor)
    elif functorch.is_gradtrackingtensor(tensor):
        assert described.parts["level"] == get_level(tensor)
        check(described.parts["inner"], functorch.get_unwrapped(tensor))
    elif torch._is_functional_tensor(tensor):
        check_functional(described, tensor)
        if tensor.layout is torch.strided:
            return False  # it has a geometry of its own
    elif functorch.is_legacy_batchedtensor(tensor):
        assert described.parts["legacy"]
    else:
        return False
    assert described.size == tuple(tensor.shape)
    if tensor.layout is torch.strided:
        assert described.stride == tensor.stride()
    return True


def check_geometry(described, tensor) -> None:
    """What a description says of a tensor, or of a part of one, but for autograd."""
    assert described.dtype is torch.Tensor.dtype.__get__(tensor)  # a class may say another
    assert described.device == str(tensor.device)
    assert described.conj == tensor.is_conj()
    assert described.neg == tensor.is_neg()
    if check_wrapper(described, tensor):
        return None
    if is_traceable_wrapper_subclass(tensor):
        check_subclass(described, tensor)
    elif tensor.layout is not torch.strided or tensor.is_nested:
        return check_parts(described, tensor)
    assert described.layout == "strided"
    numbers = described.numbers
    assert described.size == evaluate(tuple(torch.Tensor.size(tensor)), numbers)
    assert described.stride == evaluate(torch.Tensor.stride(tensor), numbers)
    assert described.offset == evaluate(torch.Tensor.storage_offset(tensor), numbers)
    assert described.storage.nbytes == evaluate(tensor.untyped_storage().nbytes(), numbers)
    assert described.storage.device == str(tensor.device)
    if tensor.is_quantized:
        check_quantizer(described.parts, tensor)


def check_subclass(described, tensor) -> None:
    """What a wrapper consists of."""
    assert described.class_layout == str(tensor.layout).removeprefix("torch.")
    names, ctx = tensor.__tensor_flatten__()
    assert list(described.parts) == names
    for name in names:
        part = getattr(tensor, name)
        if isinstance(part, torch.Tensor):
            check(described.parts[name], part)
        else:
            assert described.parts[name] == metautils.encode_data(part)
    if described.others:
        assert "#meta.operand" in described.ctx
    else:
        assert described.ctx == (None if ctx is None else metautils.encode_data(ctx))


def check_object(described, tensor) -> None:
    """What the Python object of a tensor says."""
    cls = type(tensor)
    is_named = cls not in (torch.Tensor, torch.nn.Parameter, FakeTensor)
    assert described.class_name == (f"{cls.__module__}.{cls.__qualname__}" if is_named else None)
    marks = {
        name: metautils.encode_data(value)
        for name, value in vars(tensor).items()
        if name.startswith("_dynamo_") or name in ("_specialize_on", "_has_dynamo_dim_marking")
    }
    if cls is torch.Tensor and tensor in nested_tensor._tensor_symint_registry:
        number = nested_tensor._tensor_symint_registry[tensor].node.nested_int()
        marks["nested_int"] = metautils.encode_data(number)
    assert described.marks == marks
    if getattr(tensor, "_is_buffer", False):
        assert described.buffer == ("persistent" if tensor.persistent else "non_persistent")
    else:
        assert described.buffer is None


def check(described: Tensor, tensor: torch.Tensor) -> None:
    """All that a description says of one tensor, its bases and grads."""
    with torch._C.DisableTorchFunctionSubclass():  # a class may say what its tensor is not
        check_tensor(described, tensor)


def check_tensor(described: Tensor, tensor: torch.Tensor) -> None:
    check_geometry(described, tensor)
    check_object(described, tensor)
    words = {word for word, holds in WORDS.items() if holds(tensor)}
    assert described.words - {"beyond_storage"} == words
    assert described.output == (0 if tensor.is_leaf else tensor.output_nr)
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


def get_version_root(described):
    """The first tensor that a description says has its version counter."""
    while True:
        if described.version_of is not None and described.version_of is not described:
            described = described.version_of
        elif described.version_of is None and described.base is not None:
            described = described.base
        else:
            return described


def check_versions(described, tensors) -> None:
    """Who shares a version counter, by counting a write to each."""
    pairs = [
        (one, t) for one, t in zip(described, tensors, strict=True) if not t.is_inference()
    ]
    for one, t in pairs:
        before = [other._version for _, other in pairs]
        torch.autograd.graph.increment_version(t)
        for (other, u), version in zip(pairs, before):
            shared = get_version_root(other) is get_version_root(one)
            assert shared == (u._version != version)


def check_one(tensor):
    described = describe(tensor)["tensor"]
    check(described, tensor)
    return described
