# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors whose bytes are not one strided view: sparse, nested, quantized, of oneDNN."""

import random

import pytest
import torch
from description_check import check, check_one, describe

import metautils

pytestmark = pytest.mark.filterwarnings("ignore")
BLOCKED = torch.sparse_bsr, torch.sparse_bsc
COMPRESSED = (torch.sparse_csr, torch.sparse_csc, *BLOCKED)
FLOATS = torch.float32, torch.float64, torch.float16, torch.complex64
DTYPES = (*FLOATS, torch.int32, torch.int64, torch.bool)


def make_sizes(rng, rank, largest=4):
    return tuple(rng.randint(0, largest) for _ in range(rank))


def make_values(rng, shape, dtype):
    """Of these sizes, perhaps in the middle of another tensor."""
    whole = torch.ones(shape[0] + 2, *shape[1:], dtype=dtype)
    return rng.choice([whole[: shape[0]].clone(), whole[1 : shape[0] + 1]])


def make_coo(rng):
    sparse, dense = rng.randint(0, 3), rng.randint(0, 2)
    shape = make_sizes(rng, sparse + dense)
    dtype = rng.choice(DTYPES)
    nnz = rng.randint(0, 5) if all(shape[:sparse]) else 0
    indices = torch.stack([
        torch.randint(max(size, 1), (nnz,)) for size in shape[:sparse]
    ]) if sparse else torch.empty(0, nnz, dtype=torch.int64)
    grad = dtype in FLOATS and rng.random() < 0.3
    values = make_values(rng, (nnz, *shape[sparse:]), dtype)
    t = torch.sparse_coo_tensor(indices, values, shape, requires_grad=grad)
    if rng.random() < 0.3 and dtype not in (torch.float16, torch.bool):
        t = t.coalesce()  # no leaf, where it has a grad
    return t


def make_compressed(rng):
    layout = rng.choice(COMPRESSED)
    batch, dense = make_sizes(rng, rng.randint(0, 2), 3), rng.randint(0, 1)
    batch = tuple(max(size, 1) for size in batch)
    rows, columns = rng.randint(1, 3), rng.randint(1, 3)
    block = (rng.randint(1, 2), rng.randint(1, 2)) if layout in BLOCKED else (1, 1)
    by_rows = layout in (torch.sparse_csr, torch.sparse_bsr)
    lines, width = (rows, columns) if by_rows else (columns, rows)
    count = [rng.randint(0, width) for _ in range(lines)]
    begins = [sum(count[:line]) for line in range(lines + 1)]
    plain = [index for length in count for index in range(length)]
    index_dtype = rng.choice([torch.int32, torch.int64])
    values_shape = (*batch, len(plain), *(block if layout in BLOCKED else ()), *[2] * dense)
    dtype = rng.choice(DTYPES)
    return torch.sparse_compressed_tensor(
        torch.tensor(begins, dtype=index_dtype).expand(*batch, -1).contiguous(),
        torch.tensor(plain, dtype=index_dtype).expand(*batch, -1).contiguous(),
        torch.ones(values_shape, dtype=dtype),
        (*batch, rows * block[0], columns * block[1], *[2] * dense),
        layout=layout,
        requires_grad=dtype in FLOATS and rng.random() < 0.3,
    )


def make_nested(rng):
    rank = rng.randint(1, 3)
    components = [torch.ones(make_sizes(rng, rank)) for _ in range(rng.randint(1, 4))]
    t = torch.nested.nested_tensor(components, requires_grad=rng.random() < 0.3)
    if rank >= 2 and rng.random() < 0.5:
        t = t.transpose(1, 2)
    return t


def make_quantized(rng):
    shape = tuple(max(size, 1) for size in make_sizes(rng, rng.randint(1, 3)))
    dtype = rng.choice([torch.qint8, torch.quint8, torch.qint32])
    x = torch.ones(shape)
    if rng.random() < 0.5:
        t = torch.quantize_per_tensor(x, rng.uniform(0.01, 2), rng.randint(0, 9), dtype)
        return rng.choice([t, t[1:], t.transpose(0, -1), t.unsqueeze(0)])
    axis = rng.randrange(len(shape))
    scales = torch.rand(shape[axis], dtype=torch.float64) + 0.01
    return torch.quantize_per_channel(x, scales, torch.arange(shape[axis]), axis, dtype)


def make_mkldnn(rng):
    return torch.ones(tuple(max(size, 1) for size in make_sizes(rng, 3))).to_mkldnn()


MAKERS = make_coo, make_compressed, make_nested, make_quantized, make_mkldnn


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_what_torch_says(seed, case_count, make):
    rng = random.Random(seed)
    torch.manual_seed(seed)
    tensors = {str(index): make(rng) for index in range(case_count(300, 10_000))}
    described = describe(tensors)
    for name, tensor in tensors.items():
        check(described[name], tensor)


def test_parts_share_their_storage():
    indices, pool = torch.tensor([[0, 1, 2]]), torch.ones(8)
    a = torch.sparse_coo_tensor(indices, pool[1:4], (4,))
    b = torch.sparse_coo_tensor(indices, pool[4:7], (4,))
    described = describe({"a": a, "b": b, "pool": pool, "indices": indices})
    storages = [described[name].parts["values"].storage for name in "ab"]
    assert storages[0] is storages[1] is described["pool"].storage
    parts = described["a"].parts, described["b"].parts
    assert parts[0]["indices"].storage is parts[1]["indices"].storage
    assert parts[0]["indices"].storage is described["indices"].storage
    assert parts[1]["values"].offset == 4


def test_values_are_views_of_their_tensor():
    for tensor in (torch.eye(3).to_sparse().coalesce(), torch.eye(3).to_sparse_csr()):
        described = describe({"t": tensor, "values": tensor.values()})
        assert described["values"].base is described["t"]
        assert described["values"].storage is described["t"].parts["values"].storage
        assert check_one(tensor.values()[1:]).base.layout == described["t"].layout


def test_sparse_grad():
    weight = torch.zeros(5, 3, requires_grad=True)
    torch.nn.functional.embedding(torch.tensor([1, 1, 4]), weight, sparse=True).sum().backward()
    described = check_one(weight)
    assert described.grad.layout == "#meta.coo<1, 1>"
    assert described.grad.parts["values"].size == (3, 3)


def test_views_of_a_nested_buffer():
    nested = torch.nested.nested_tensor([torch.zeros(2, 3), torch.zeros(4, 3)])
    described = describe({"nested": nested, **dict(zip("ab", nested.unbind()))})
    buffer = described["nested"].parts["buffer"].storage
    assert described["a"].storage is described["b"].storage is buffer
    assert described["b"].offset == 6


def test_nothing_nested():
    described = check_one(torch.nested.nested_tensor([]))
    assert described.size == (0,)


def test_float_zero_points():
    scales, zero_points = torch.tensor([0.5, 0.25]), torch.tensor([0.5, 1.5])
    x = torch.ones(3, 2)
    check_one(torch.quantize_per_channel(x, scales, zero_points, 1, torch.quint8))


def test_quantized_types():
    x, scales = torch.ones(2, 3), torch.tensor([0.5, 2.0], dtype=torch.float64)
    tensor = torch.quantize_per_tensor(x, 0.25, 3, torch.qint8)
    channels = torch.quantize_per_channel(x, scales, torch.tensor([1, 4]), 0, torch.quint8)
    assert tensor.q_scale() == 0.25 and tensor.q_zero_point() == 3
    module = metautils.describe({"tensor": tensor, "channels": channels})
    text = str(module.run("meta-fold-views,meta-to-func,convert-meta-to-tensor"))
    assert "tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:3>>" in text
    per_axis = "u8:f32:0, {5.000000e-01:1,2.000000e+00:4}"
    assert f"tensor<2x3x!quant.uniform<{per_axis}>>" in text


def test_parameters_of_other_layouts():
    module = torch.nn.Module()
    module.weight = torch.nn.Parameter(torch.eye(3).to_sparse())
    module.register_buffer("packed", torch.eye(3).to_mkldnn())
    described = describe(module)
    assert described["weight"].words == {"parameter", "requires_grad"}
    check(described["packed"], module.packed)


def test_parts_that_contradict_each_other():
    # Nothing looks at what this is given.
    begins, columns = torch.tensor([0, 1]), torch.tensor([0, 1])
    values = torch.ones(3)
    t = torch.sparse_csr_tensor(begins, columns, values, (4, 4), check_invariants=False)
    with pytest.raises(metautils.Error, match="expected '0' to have parts that fit together"):
        metautils.describe([t])


def test_folds_and_becomes_a_signature():
    csr = torch.eye(4).to_sparse_csr()
    module = metautils.describe({"csr": csr, "values": csr.values()})
    text = str(module.run("meta-fold-views,meta-to-func,convert-meta-to-tensor"))
    assert "tensor<4x4xf32, #sparse>" in text or "#sparse_tensor.encoding" in text
    assert text.count("meta.alias_group") == 2
