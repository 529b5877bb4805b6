# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What deviates from PyTorch's functions of the same name, to say more."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from torch._subclasses import meta_utils

from metautils._exact_converter import MetaConverter, installed
from metautils._exact_describer import MetaTensorDesc, MetaTensorDescriber, ViewMeta

__all__ = [
    "MetaConverter",
    "MetaTensorDesc",
    "MetaTensorDescriber",
    "MetadataDifference",
    "MetadataError",
    "ViewMeta",
    "assert_metadata_eq",
    "installed",
]

_SYMBOLIC = "size stride storage_offset nnz nested_sizes nested_strides nested_offsets".split()
_FIELDS = (
    "dtype size requires_grad is_leaf layout is_inference is_conj is_neg is_parameter "
    "dense_dim sparse_dim is_coalesced stride storage_offset is_view creation_meta "
    "is_functional level bdim type nnz is_zerotensor retains_grad output_nr is_uninitialized "
    "nested_sizes nested_strides nested_offsets qscheme scales zero_points axis batch_dims "
    "view_metas"
).split()
_PARTS = (
    "crow_indices col_indices ccol_indices row_indices indices values unwrapped grad tangent base"
).split()


class MetadataDifference(NamedTuple):
    """One fact that two tensors do not agree on.

    path: of the tensor: "", ".grad", ".base.grad", ".attrs['a']".
    field: that of `MetaTensorDesc`.
    """

    path: str
    field: str
    expected: object
    found: object

    def __str__(self) -> str:
        return (
            f"expected {self.field} of 'tensor{self.path}' to be {_print(self.expected)}, "
            f"found {_print(self.found)}"
        )


class MetadataError(AssertionError):
    """All `differences` of two tensors, one a line."""

    differences: list[MetadataDifference]

    def __init__(self, differences: list[MetadataDifference]) -> None:
        self.differences = differences
        super().__init__("\n".join(map(str, differences)))

    def __reduce__(self):
        return type(self), (self.differences,)


def assert_metadata_eq(
    m1: meta_utils.MetaTensorDesc[Any] | torch.Tensor,
    m2: meta_utils.MetaTensorDesc[Any] | torch.Tensor,
    *,
    skip_symbolic: bool = False,
    skip_leaf: bool = False,
) -> None:
    """Raises `MetadataError` with every difference between two tensors and their parts.

    Compares what PyTorch's function does, and also the layout of every tensor, the parts of
    sparse tensors, inner tensors, what wrappers wrap, how views were made, and what else
    `MetaTensorDesc` says of a tensor by itself. A description of PyTorch's is compared in what
    it has.

    skip_symbolic: compare no sizes, strides, offsets and counts of elements.
    skip_leaf: do not compare whether the tensors are leaves.
    """
    skipped = {*(_SYMBOLIC if skip_symbolic else ()), *(("is_leaf",) if skip_leaf else ())}
    fields = [field for field in _FIELDS if field not in skipped]
    differences = list(_diff(_describe(m1), _describe(m2), "", fields, set()))
    if differences:
        raise MetadataError(differences)


def _describe(
    value: meta_utils.MetaTensorDesc[Any] | torch.Tensor,
) -> meta_utils.MetaTensorDesc[Any]:
    if isinstance(value, torch.Tensor):
        return MetaTensorDescriber().describe_tensor(value)
    return value


def _diff(m1, m2, path: str, fields: list[str], met: set) -> Iterator[MetadataDifference]:
    if (m1.id, m2.id) in met:
        return
    met.add((m1.id, m2.id))
    for field in _get_common(m1, m2, fields):
        expected, found = getattr(m1, field), getattr(m2, field)
        if expected is not found and expected != found:
            yield MetadataDifference(path, field, expected, found)
    for part in _get_common(m1, m2, _PARTS):
        yield from _diff_parts(getattr(m1, part), getattr(m2, part), path, part, fields, met)
    attrs1, attrs2 = m1.attrs or {}, m2.attrs or {}
    for name in {**attrs1, **attrs2}:
        part = f"attrs[{name!r}]"
        yield from _diff_parts(attrs1.get(name), attrs2.get(name), path, part, fields, met)


def _get_common(m1, m2, fields: list[str]) -> list[str]:
    """The fields that both have: descriptions of PyTorch's have fewer."""
    return [field for field in fields if hasattr(m1, field) and hasattr(m2, field)]


def _diff_parts(m1, m2, path: str, part: str, fields, met) -> Iterator[MetadataDifference]:
    if m1 is None or m2 is None:
        if m1 is not m2:
            yield MetadataDifference(path, part, m1, m2)
    else:
        yield from _diff(m1, m2, f"{path}.{part}", fields, met)


def _print(value: object) -> str:
    if isinstance(value, meta_utils.MetaTensorDesc):
        return "a tensor"
    return str(tuple(value)) if isinstance(value, torch.Size) else str(value)
