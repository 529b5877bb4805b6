# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.exact.MetaTensorDescriber: every tensor, and what PyTorch's describer leaves out."""

import copy
import dataclasses
import gc
import json
import pickle
import random
import weakref

import pytest
import torch
import torch.autograd.forward_ad as forward
from stock_compare import PyTorchDescriber, diff, outcome
from tensor_zoo import CATEGORIES, visit
from torch._subclasses import meta_utils
from torch.testing._internal.two_tensor import TwoTensor

import metautils
from metautils import exact

OWN_FIELDS = [
    field.name
    for field in dataclasses.fields(exact.MetaTensorDesc)
    if field.name not in meta_utils.MetaTensorDesc.__dataclass_fields__
]


def describe(tensor, **options):
    return exact.MetaTensorDescriber(**options).describe_tensor(tensor)


def pick(desc, *fields):
    return tuple(getattr(desc, field) for field in fields)


# -------------------------------------------------------------------------- PyTorch's fields

# Where a field of PyTorch's says more or other here; docs/Deviations.md has the reasons. Ids
# are other ones behind a part that PyTorch does not describe.
FILLED = {"type", "values", "unwrapped", "stride", "id"}


def differences(stock, ours, path=""):
    for where, expected, found in diff(stock, dataclasses.replace(as_pytorch(ours))):
        if where.rpartition(".")[2] not in FILLED:
            yield path + where, expected, found


def as_pytorch(desc):
    """The same with PyTorch's fields alone, here and in its parts."""
    if isinstance(desc, exact.MetaTensorDesc):
        values = {
            field.name: as_pytorch(getattr(desc, field.name))
            for field in dataclasses.fields(meta_utils.MetaTensorDesc)
        }
        return meta_utils.MetaTensorDesc(**values)
    if isinstance(desc, dict):
        return {key: as_pytorch(value) for key, value in desc.items()}
    return desc


@pytest.mark.parametrize("category", CATEGORIES)
def test_fields_of_pytorch(category, seed):
    found, failed = [], []

    def see(label, group):
        stock, ours = PyTorchDescriber(), exact.MetaTensorDescriber()
        for tensor in group:
            expected = outcome(stock.describe_tensor, tensor)
            described = outcome(ours.describe_tensor, tensor)
            if not isinstance(described, exact.MetaTensorDesc):
                failed.append((label, described))
            elif isinstance(expected, meta_utils.MetaTensorDesc):
                found.extend(differences(expected, described, label))
            if isinstance(described, exact.MetaTensorDesc):
                json.dumps(described.as_json(ours.id), default=repr)

    visit(category, random.Random(seed), see, max(2, CATEGORIES[category][1] // 4))
    assert not found
    assert not failed


# ------------------------------------------------------------------- what PyTorch's refuses


def test_strided_nested():
    nested = torch.nested.nested_tensor([torch.zeros(2, 4), torch.zeros(3, 4)])
    with pytest.raises(RuntimeError):
        PyTorchDescriber().describe_tensor(nested)
    desc = describe(nested)
    assert (desc.size, desc.ndim, desc.stride) == (torch.Size((2, -1, 4)), 3, None)
    assert pick(desc, *OWN_FIELDS[11:14]) == (((2, 4), (3, 4)), ((4, 1), (4, 1)), (0, 8))
    assert desc.storage.size == 5 * 4 * 4
    turned = describe(nested.transpose(1, 2))
    assert turned.size == torch.Size((2, 4, -1))
    assert turned.nested_strides == ((1, 4), (1, 4))
    assert turned.base.nested_sizes == desc.nested_sizes
    assert turned.base.storage == turned.storage


def test_nested_without_components():
    desc = describe(torch.nested.nested_tensor([]))
    assert (desc.size[0], desc.nested_sizes, desc.nested_offsets) == (0, (), ())


@pytest.fixture
def functional():
    """A functional tensor and two views of it."""
    base = torch._to_functional_tensor(torch.zeros(4, 3))
    torch._enable_functionalization(reapply_views=True)
    yield base, base.t()[1:], base.unbind(0)[2]
    torch._disable_functionalization()


def test_functional_views(functional):
    with pytest.raises(RuntimeError, match="Cannot safely fakify a view"):
        PyTorchDescriber().describe_tensor(functional[1])
    base, view, row = map(exact.MetaTensorDescriber().describe_tensor, functional)
    assert base.view_metas is None
    flags = (False, True, "ViewOrScatterInverse")
    assert view.view_metas == (("t", flags), ("slice_Tensor", (*flags, 0, 1, 2**63 - 1, 1)))
    assert [meta.op for meta in row.view_metas] == ["unbind_int"]
    assert pickle.loads(pickle.dumps(view.view_metas)) == view.view_metas
    assert view.is_view and view.base.id == row.base.id == base.id
    assert view.size == view.unwrapped.size == torch.Size((2, 4))
    assert view.storage == base.storage


def test_leaked_functionalization_wrapper():
    """Its transform has ended: there is no level to name."""
    leaked = []
    torch.func.functionalize(lambda x: leaked.append(x) or x * 2)(torch.zeros(3))
    with pytest.raises(RuntimeError, match="INTERNAL ASSERT"):
        PyTorchDescriber().describe_tensor(leaked[0])
    desc = describe(leaked[0])
    assert (desc.size, desc.current_level) == (torch.Size((3,)), None)
    assert desc.is_functional and desc.unwrapped.size == (3,)


@pytest.mark.parametrize(
    "make", [torch.nn.UninitializedParameter, torch.nn.parameter.UninitializedBuffer]
)
def test_lazy(make):
    lazy = make(dtype=torch.float64)
    with pytest.raises(ValueError, match="uninitialized"):
        PyTorchDescriber().describe_tensor(lazy)
    desc = describe(lazy)
    assert desc.is_uninitialized and desc.type is make and desc.dtype is torch.float64
    assert desc.is_parameter == desc.requires_grad == isinstance(lazy, torch.nn.Parameter)
    lazy.materialize((2, 3))
    assert not describe(lazy).is_uninitialized


# --------------------------------------------------------------- what PyTorch's leaves out


def test_quantized():
    x = torch.zeros(2, 4)
    fields = "qscheme", "scales", "zero_points", "axis"
    whole = describe(torch.quantize_per_tensor(x, 0.5, 3, torch.quint8))
    assert pick(whole, *fields) == (torch.per_tensor_affine, (0.5,), (3,), None)
    scales = torch.tensor([0.5, 1.0, 2.0, 4.0], dtype=torch.float64)
    for points, scheme in (
        (torch.tensor([0, 1, 2, 3]), torch.per_channel_affine),
        (torch.tensor([0.0, 0.5, 1.0, 1.5]), torch.per_channel_affine_float_qparams),
    ):
        desc = describe(torch.quantize_per_channel(x, scales, points, 1, torch.qint8))
        assert pick(desc, *fields) == (scheme, tuple(scales.tolist()), tuple(points.tolist()), 1)
        assert all(type(p) is type(points[0].item()) for p in desc.zero_points)
    assert describe(x).qscheme is None


def test_legacy_batched():
    inner = torch.zeros(3, 2)
    desc = describe(torch._add_batch_dim(inner, 0, 1))
    assert desc.is_legacy_batchedtensor
    assert (desc.size, desc.batch_dims) == (torch.Size((2,)), ((0, 1),))
    assert (desc.unwrapped.size, desc.unwrapped.storage.size) == (torch.Size((3, 2)), 24)


def test_sparse():
    indices = torch.tensor([[0, 1, 1], [2, 0, 0]])
    values = torch.ones(3, 4)[:, :2]
    describer = exact.MetaTensorDescriber()
    desc = describer.describe_tensor(torch.sparse_coo_tensor(indices, values, (2, 3, 2)))
    assert (desc.nnz, desc.is_coalesced) == (3, False)
    assert (desc.indices.size, desc.indices.dtype) == ((2, 3), torch.int64)
    assert (desc.values.size, desc.values.stride) == ((3, 2), (4, 1))
    assert desc.values.storage == describer.describe_tensor(values).storage
    batched = torch.ones(3, 2, 4).to_sparse_csr()
    assert describe(batched).nnz == 8
    assert describe(batched).values.size == (3, 8)
    assert describe(torch.zeros(3)).nnz is None


def test_mkldnn_has_no_strides():
    t = torch.zeros(4, 4).to_mkldnn()
    assert PyTorchDescriber().describe_tensor(t).stride is not None
    desc = describe(t)
    assert (desc.layout, desc.stride, desc.storage) == (torch._mkldnn, None, None)


def test_tangent():
    with forward.dual_level():
        t = forward.make_dual(torch.zeros(2, 3), torch.ones(2, 3))
        desc = describe(t)
    assert (desc.tangent.size, desc.tangent.stride) == ((2, 3), (3, 1))
    assert desc.tangent.tangent is None
    assert describe(t).tangent is None


def test_zero_tensor():
    assert describe(torch._efficientzerotensor(2)).is_zerotensor
    assert not describe(torch.zeros(2)).is_zerotensor


def test_history():
    x = torch.zeros(2, 3, requires_grad=True)
    fields = "grad_fn", "output_nr", "retains_grad", "history_error"
    assert pick(describe(x), *fields) == (None, 0, False, None)
    y = x.unbind(0)[1]
    y.retain_grad()
    assert pick(describe(y), *fields) == ("UnbindBackward0", 1, True, None)


def test_view_invalidated_by_a_write():
    base = torch.zeros(2, 3, requires_grad=True).clone()
    view = base.unbind(0)[1]
    base.mul_(2)
    desc = describe(view)
    assert desc.history_error.startswith("Output 1 of Unbind is a view and its base or another")
    assert (desc.grad_fn, desc.is_leaf, desc.is_view) == (None, False, True)
    assert (desc.version, desc.base.grad_fn) == (1, "MulBackward0")


def test_version_counters():
    x = torch.zeros(4)
    view, detached, other = x[1:], x.detach(), torch.zeros(4)
    x.add_(1)
    describer = exact.MetaTensorDescriber()
    described = [describer.describe_tensor(t) for t in (x, view, detached, other)]
    assert [desc.version for desc in described] == [1, 1, 1, 0]
    counters = [desc.version_counter for desc in described]
    assert counters == [0, 0, 0, 1]
    with torch.inference_mode():
        inference = torch.zeros(2)
    assert pick(describer.describe_tensor(inference), "version", "version_counter") == (None, None)


def test_version_counter_outlives_a_tensor():
    describer = exact.MetaTensorDescriber()
    x = torch.zeros(4)
    alias = x.detach()
    first = describer.describe_tensor(x).version_counter
    del x
    assert describer.describe_tensor(alias).version_counter == first
    # Freed counters are forgotten: their addresses come again as other counters.
    ids = [describer.describe_tensor(torch.zeros(1)).version_counter for _ in range(500)]
    assert len(set(ids)) == 500


def test_describing_adds_no_owner_of_a_counter():
    x = torch.zeros(4)
    describer = exact.MetaTensorDescriber()
    describer.describe_tensor(x)
    assert x._version == 0
    x.data.add_(1)
    assert describer.describe_tensor(x).version == 0


class Named(torch.Tensor):
    """Wraps nothing."""


class Weight(torch.nn.Parameter):
    pass


def test_class():
    assert describe(torch.zeros(2).as_subclass(Named)).type is Named
    assert describe(Weight(torch.zeros(2))).type is Weight
    assert describe(torch.nn.Parameter(torch.zeros(2))).type is None
    assert describe(TwoTensor(torch.zeros(2), torch.zeros(2))).type is TwoTensor


# ---------------------------------------------------------------------------------- objects


def test_is_a_description_of_pytorch_s():
    desc = describe(torch.zeros(2, 3).t())
    assert isinstance(desc, meta_utils.MetaTensorDesc)
    assert type(desc.base) is exact.MetaTensorDesc
    assert dataclasses.replace(desc, nnz=3).nnz == 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        desc.nnz = 3
    plain = dataclasses.replace(desc, view_func=None, base=None)
    assert pickle.loads(pickle.dumps(plain)) == plain


def test_own_fields_are_picklable():
    group = (
        torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)]),
        torch.quantize_per_tensor(torch.zeros(2), 0.5, 3, torch.quint8),
    )
    for desc in map(describe, group):
        values = {name: getattr(desc, name) for name in OWN_FIELDS}
        assert pickle.loads(pickle.dumps(values)) == values


def test_json():
    nested = torch.nested.nested_tensor([torch.zeros(2, 4), torch.zeros(3, 4)])
    with forward.dual_level():
        describer = exact.MetaTensorDescriber()
        dual = forward.make_dual(torch.zeros(2), torch.ones(2))
        described = [describer.describe_tensor(t) for t in (nested, dual)]
    records = [desc.as_json(7) for desc in described]
    assert records == [metautils.as_json(desc, 7) for desc in described]
    assert records[0]["nested_sizes"] == [[2, 4], [3, 4]]
    assert (records[1]["id"], records[1]["tangent"], described[1].tangent.id) == (1, 3, 3)
    assert "nnz" not in records[0] and list(records[0])[-1] == "describer_id"
    quantized = describe(torch.quantize_per_tensor(torch.zeros(2), 0.5, 3, torch.quint8))
    assert quantized.as_json(0)["qscheme"] == "torch.per_tensor_affine"


def test_trace_records(trace_records):
    """Those of the drop-in, and more fields in them."""
    t = torch.eye(3).to_sparse_csr()
    for make in (metautils.MetaTensorDescriber, exact.MetaTensorDescriber):
        make().describe_tensor(t, trace=True)
    records = [r["describe_tensor"] for r in trace_records if "describe_tensor" in r]
    ours, more = records[3], records[7]
    assert (len(records), ours["layout"]) == (8, "torch.sparse_csr")
    assert more.keys() - ours.keys() == {"nnz", "version", "version_counter"}
    for changing in ("describer_id", "view_func"):
        del ours[changing]
    assert ours.items() <= more.items()


def test_pytorch_converts_with_it():
    converter = meta_utils.MetaConverter()
    converter.describer = exact.MetaTensorDescriber()
    p = torch.nn.Parameter(torch.zeros(2, 3))
    view, csr = p.view(6)[1:], torch.eye(3).to_sparse_csr()
    made = converter(view)
    assert (made.shape, made.storage_offset(), made._base) == ((5,), 1, converter(p))
    assert converter(csr).layout is torch.sparse_csr


def test_copies_have_the_same_counters():
    x = torch.zeros(2)
    describer = exact.MetaTensorDescriber()
    describer.describe_tensor(torch.zeros(2))
    expected = describer.describe_tensor(x).version_counter
    for made in (copy.copy(describer), copy.deepcopy(describer)):
        assert made.describe_tensor(x).version_counter == expected == 1


def test_keeps_nothing_alive():
    describer = exact.MetaTensorDescriber()
    group = [
        torch.zeros(2, 3),
        torch.zeros(2, requires_grad=True).clone(),
        torch.eye(3).to_sparse(),
        torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)]),
        TwoTensor(torch.zeros(2), torch.zeros(2)),
        torch.nn.UninitializedParameter(),
    ]
    watched = [weakref.ref(t) for t in group]
    for t in group:
        describer.describe_tensor(t)
    del t
    group.clear()
    gc.collect()
    assert [reference() for reference in watched] == [None] * len(watched)


def test_under_a_mode_pytorch_reads():
    class Watching(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            return function(*args, **(kwargs or {}))

    nested = torch.nested.nested_tensor([torch.zeros(2, 3), torch.zeros(4, 3)])
    describer = exact.MetaTensorDescriber()
    with Watching(), pytest.raises(RuntimeError, match="doesn't support sizes"):
        describer.describe_tensor(nested)
    assert describer.describe_tensor(nested).nested_sizes is not None
