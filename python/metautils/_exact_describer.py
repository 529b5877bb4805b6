# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The describer of metautils.exact: what PyTorch's refuses, and what it leaves out."""

import dataclasses
from typing import Any, NamedTuple, TypeVar

import torch
from torch._subclasses import meta_utils

from metautils import _describer, _metautils

_T = TypeVar("_T", bound=torch.Tensor)


class ViewMeta(NamedTuple):
    """One view of a functional tensor.

    op: in the spelling of functionalization, "slice_Tensor".
    arguments: what PyTorch needs to make it again: flags, then those of the op.
    """

    op: str
    arguments: tuple[object, ...]


@dataclasses.dataclass(frozen=True)
class MetaTensorDesc(meta_utils.MetaTensorDesc[_T]):
    """PyTorch's description, which its own code takes, and behind it what it leaves out.

    What PyTorch has a field for is in that field, also where its describer leaves it empty:
    `type` of any class of one's own, `values` of a COO tensor, `unwrapped` of a batched one
    of the legacy vmap. `size` of a strided nested tensor has -1 where components differ.
    """

    # How many elements a sparse tensor stores, and where those of a COO one are.
    nnz: int | None = None
    indices: "MetaTensorDesc[Any] | None" = None

    # The derivative of forward mode that the tensor holds itself; a view of such a tensor
    # has one when it is asked.
    tangent: "MetaTensorDesc[Any] | None" = None
    is_zerotensor: bool = False  # zeros without data

    # Of what backward mode records: the number among the results of the op that made it,
    # and the name of that op; or why a view has no history any more.
    retains_grad: bool = False
    output_nr: int = 0
    grad_fn: str | None = None
    history_error: str | None = None

    # How often it was written to, and the id of what counts that: of one describer, tensors
    # that share a counter have the same. None for inference tensors.
    version: int | None = None
    version_counter: int | None = None

    is_uninitialized: bool = False  # a lazy parameter or buffer: it has no size yet

    # Of each component of a strided nested tensor, in its storage.
    nested_sizes: tuple[tuple[int, ...], ...] | None = None
    nested_strides: tuple[tuple[int, ...], ...] | None = None
    nested_offsets: tuple[int, ...] | None = None

    # Of a quantized tensor: one scale, or one for each index of the dimension `axis`.
    qscheme: torch.qscheme | None = None
    scales: tuple[float, ...] | None = None
    zero_points: tuple[float, ...] | None = None
    axis: int | None = None

    # (dimension, level) of a tensor in the vmap that was there before functorch.
    batch_dims: tuple[tuple[int, int], ...] | None = None

    # From the base of a functional tensor to it.
    view_metas: tuple[ViewMeta, ...] | None = None

    def as_json(self, describer_id: meta_utils._DescriberId) -> dict[str, object]:
        return _metautils.as_json(self, describer_id)


class MetaTensorDescriber(_describer.MetaTensorDescriber):
    """Describes every tensor, as `metautils.exact.MetaTensorDesc`.

    The fields of PyTorch's descriptions say what `metautils.MetaTensorDescriber` says, but for
    what docs/Deviations.md lists.
    """

    def __init__(self, *, copy_data: bool = False) -> None:
        super().__init__(copy_data=copy_data)
        self.lookup_version = _metautils.VersionTable()


def get_view_metas(t: torch.Tensor) -> tuple[ViewMeta, ...] | None:
    sequence = torch._C._functionalization.get_view_meta_sequence(t)
    return tuple(map(_make_view_meta, sequence)) or None


def _make_view_meta(meta: Any) -> ViewMeta:
    op = type(meta).__name__.removesuffix("_ViewMeta")
    # PyTorch 2.13 crashes when it is asked for the sizes of this one.
    arguments = () if op == "_unsafe_view" else meta.as_tuple()
    return ViewMeta(op, tuple(map(_make_plain, arguments)))


def _make_plain(value: object) -> object:
    if isinstance(value, torch._C._functionalization.InverseReturnMode):
        return value.name
    return tuple(value) if isinstance(value, list) else value
