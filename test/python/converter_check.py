# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What two converters make of a group of tensors, and where they differ."""

import contextlib
import re
import warnings

import torch
from stock_compare import PyTorchConverter, outcome
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

ADDRESS = re.compile(r" at 0x[0-9a-f]+")

# By getter, so that a fact that a kind of tensor refuses is a fact too.
GETTERS = {
    "class": type,
    "dtype": lambda t: t.dtype,
    "device": lambda t: t.device,
    "layout": lambda t: t.layout,
    "size": lambda t: tuple(t.shape),
    "stride": lambda t: t.stride(),
    "offset": lambda t: t.storage_offset(),
    "bytes": lambda t: t.untyped_storage().nbytes(),
    "requires_grad": lambda t: t.requires_grad,
    "is_leaf": lambda t: t.is_leaf,
    "grad_fn": lambda t: t.grad_fn and t.grad_fn.name(),
    "output_nr": lambda t: t.output_nr,
    "inference": lambda t: t.is_inference(),
    "conj": lambda t: t.is_conj(),
    "neg": lambda t: t.is_neg(),
    "view": lambda t: t._is_view(),
    "creation": lambda t: torch._C._autograd._get_creation_meta(t).name,
    "version": lambda t: t._version,
    "coalesced": lambda t: t.is_coalesced(),
    "dims": lambda t: (t.sparse_dim(), t.dense_dim()),
    "attributes": lambda t: {k: v for k, v in vars(t).items() if k in ("_is_param", "fake_device")},
    "keys": lambda t: str(torch._C._dispatch_keys(t)),
}
RELATIVES = {"base": lambda t: t._base, "grad": lambda t: t.grad}


def read(tensor):
    """The facts of a converted tensor, of its base, its grad and the tensors inside of it."""
    if not isinstance(tensor, torch.Tensor):
        return tensor
    facts = {name: outcome(getter, tensor) for name, getter in GETTERS.items()}
    for name, getter in RELATIVES.items():
        facts[name] = read(outcome(getter, tensor))
    if is_traceable_wrapper_subclass(tensor):
        names, _ = tensor.__tensor_flatten__()
        facts["inner"] = {name: read(getattr(tensor, name)) for name in names}
    return facts


def number(keys):
    """The same number for the same key, in the order in which they come."""
    known = {}
    return [None if key is None else known.setdefault(key, len(known)) for key in keys]


def get_storage(tensor):
    with contextlib.suppress(Exception):
        return tensor.untyped_storage()._cdata
    return None


def convert_group(converter, convert, tensors):
    """All that can be seen of converting each of them, twice."""
    made = [outcome(convert, tensor) for tensor in tensors]
    again = [outcome(convert, tensor) for tensor in tensors]
    both = [t if isinstance(t, torch.Tensor) else None for t in made + again]
    ids = [converter.describer.lookup_tensor.get(t) for t in tensors]
    return {
        "facts": [read(t) for t in made],
        "identity": number([None if t is None else id(t) for t in both]),
        "storages": number([None if t is None else get_storage(t) for t in both]),
        "counts": (converter.hit, converter.miss, converter.arg_cnt, converter.successful()),
        "ids": ids,
        "next ids": (converter.describer.next_tensor_id, converter.describer.next_storage_id),
        "memo": sorted(converter.tensor_memo.keys()),
        "storage memo": sorted(converter.storage_memo.keys()),
        "memo is result": [
            t is None or i is None or converter.tensor_memo.get(i) is t for i, t in zip(ids, both)
        ],
    }


def make_converter(make, fake):
    """A converter, and what converts with it."""
    converter = make()
    if not fake:
        return converter, converter
    mode = FakeTensorMode()
    mode.fake_tensor_converter.meta_converter = converter
    return converter, mode.from_tensor


def diff_conversions(make, tensors, fake=False):
    """The differences of a converter of `make()` and PyTorch's for a group of tensors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = convert_group(*make_converter(PyTorchConverter, fake), tensors)
        found = convert_group(*make_converter(make, fake), tensors)
    if fake:
        # The mode numbers results of its own, but for those in its caches.
        for facts in (expected, found):
            for name in ("ids", "next ids", "memo"):
                del facts[name]
    yield from diff_values(expected, found, "")


def diff_values(expected, found, path):
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected.keys() | found.keys():
            yield from diff_values(expected.get(key), found.get(key), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, pair in enumerate(zip(expected, found)):
            yield from diff_values(*pair, f"{path}[{index}]")
    elif ADDRESS.sub("", str(expected)) != ADDRESS.sub("", str(found)):
        yield f"{path}: expected {expected}, got {found}"
