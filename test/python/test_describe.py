# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`metautils.describe`: geometry, elements and storages of strided tensors."""

import pytest
import torch
from description_check import check, check_one, describe
from element_types import ELEMENT_TYPES

import metautils


# --- Geometry --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.zeros(2, 3),
        lambda: torch.zeros(()),
        lambda: torch.zeros(0),
        lambda: torch.zeros(4, 0, 3),
        lambda: torch.zeros(2, 3, 4).permute(2, 0, 1),
        lambda: torch.zeros(3, 1).expand(2, 3, 5),
        lambda: torch.zeros(10).unfold(0, 4, 2),
        lambda: torch.zeros(10).as_strided((3, 3), (1, 1), 2),
        lambda: torch.zeros(4, 5)[1:, ::2],
        lambda: torch.zeros(4, 5)[4:],
        lambda: torch.zeros(2, 3, device="meta").t(),
        lambda: torch.empty(2, 2, 4, 4).to(memory_format=torch.channels_last),
        lambda: torch.empty_strided((2, 3), (7, 2)),
    ],
)
def test_geometry(make):
    check_one(make())


def test_strides_of_unit_dims_are_kept():
    q = torch.randn(1, 2, 6, 7).to(memory_format=torch.channels_last)
    for tensor, strides in [
        (q, (84, 1, 14, 2)),
        (q.view(1, 2, 42), (2, 1, 2)),
        (q[0].unsqueeze(0), (2, 1, 14, 2)),
        (torch.empty(1, 2, 3).transpose(0, 1).contiguous(), (3, 6, 1)),
    ]:
        assert check_one(tensor).stride == strides


def test_huge_strides():
    # One byte at 0 and one at 2^62; elements without end over one value.
    far = torch.empty_strided((2,), (2**62,), dtype=torch.int8, device="meta")
    assert check_one(far).storage.nbytes == 2**62 + 1
    wide = torch.zeros(1, dtype=torch.float64).expand(1, 2**62)
    assert check_one(wide).storage.nbytes == 8
    empty = torch.empty((0, 2**21, 2**42 - 1), dtype=torch.float64, device="meta")
    assert check_one(empty).stride == (9223372036852678656, 4398046511103, 1)


def test_too_many_dims():
    many = torch.empty((1,) * 1025)
    with pytest.raises(metautils.Error, match="expected 'x' to have at most 1024 dimensions"):
        metautils.describe(many, "x")


def test_geometry_that_overflows():
    # Of meta tensors torch computes the bytes without asking for an overflow.
    far = torch.empty_strided((3,), (2**62,), device="meta")
    refused = r"expected 'x' to end below 2\^63 bytes, got an overflow"
    with pytest.raises(metautils.Error, match=refused):
        metautils.describe(far, "x")
    negative = torch.empty_strided((2, 2), (2**62, 2**62), dtype=torch.int8, device="meta")
    refused = r"expected 'x._base' to have a storage of fewer than 2\^63 bytes, got an overflow"
    with pytest.raises(metautils.Error, match=refused):
        metautils.describe(negative.as_strided((1,), (1,)), "x")


def test_as_strided_counts_from_the_storage():
    base = torch.arange(12)
    x, w = base[:6], base[6:]
    tensors = {
        "v": x.as_strided((6,), (1,), 3),
        "u": w.as_strided((4,), (1,)),
        "t": w.as_strided((2, 3), (1, 4), 0),
    }
    described = describe(tensors)
    for name, offset in (("v", 3), ("u", 6), ("t", 0)):
        check(described[name], tensors[name])
        assert described[name].offset == offset
        assert described[name].storage is described["v"].storage


def test_offset_beyond_the_storage():
    meta = torch.empty(12, dtype=torch.int64, device="meta")
    legal, beyond = meta.as_strided((4,), (3,), 2), meta.as_strided((4,), (3,), 3)
    described = describe([legal, beyond, meta.as_strided((0,), (1,), 99)])
    assert "beyond_storage" not in described["0"].words
    assert "beyond_storage" in described["1"].words
    assert "beyond_storage" not in described["2"].words
    for offset in (2**63 - 1, 2**63 - 77, 9 * 10**18):
        with pytest.raises(metautils.Error, match=r"expected 'x' to end below 2\^63"):
            metautils.describe(meta.as_strided((4,), (3,), offset), "x")


def test_resized_storage():
    for nbytes, beyond in ((0, True), (8, True), (16, False), (64, False)):
        tensor = torch.zeros(4)
        tensor.untyped_storage().resize_(nbytes)
        described = check_one(tensor)
        assert described.storage.nbytes == nbytes
        assert ("beyond_storage" in described.words) == beyond


# --- Elements --------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ELEMENT_TYPES, ids=str)
def test_dtype(dtype):
    described = check_one(torch.empty(3, 8, dtype=dtype, device="meta"))
    assert described.storage.nbytes == 24 * dtype.itemsize
    bytes_read_so = check_one(torch.zeros(3, 16, dtype=torch.uint8).view(dtype))
    assert bytes_read_so.size == (3, 16 // dtype.itemsize)
    assert bytes_read_so.storage.nbytes == 48


def test_every_dtype_is_tested():
    every = {value for value in vars(torch).values() if isinstance(value, torch.dtype)}
    quantized = {torch.qint8, torch.quint8, torch.qint32, torch.quint4x2, torch.quint2x4}
    assert set(ELEMENT_TYPES) == every - quantized


def test_views_of_another_element_size():
    x = torch.zeros(4, 6)
    odd = torch.zeros(9, dtype=torch.int8)
    expected = {
        "f32_as_i16": (x[1:, 2:].view(torch.int16), (3, 8), (12, 1), 16),
        "f32_as_f64": (x[:, 2:].view(torch.float64), (4, 2), (3, 1), 1),
        "transposed": (x.t().view(torch.int32), (6, 4), (1, 6), 0),
        "strided": (x.view(torch.int16).as_strided((2, 3), (24, 2), 5), (2, 3), (24, 2), 5),
    }
    described = describe({name: tensor for name, (tensor, *_) in expected.items()})
    for name, (tensor, *geometry) in expected.items():
        check(described[name], tensor)
        assert [described[name].size, described[name].stride, described[name].offset] == geometry
        assert described[name].storage is described["f32_as_i16"].storage
    # The storage keeps its nine bytes.
    assert check_one(odd[:8].view(torch.int32)).storage.nbytes == 9
    assert check_one(torch.zeros(4, dtype=torch.cfloat)[1:].view(torch.int32)).offset == 2


def test_conjugate_and_negative_bits():
    c = torch.tensor([1 + 2j, 3 - 1j])
    assert (check_one(c.conj()).conj, check_one(c.conj()[1:]).conj) == (True, True)
    imaginary = check_one(c.conj().imag)
    assert (imaginary.conj, imaginary.neg) == (False, True)
    assert (imaginary.stride, imaginary.offset) == ((2,), 1)
    assert not check_one(c.conj().real).neg
    both = torch._neg_view(c.conj())
    assert (check_one(both).conj, check_one(both).neg) == (True, True)
    assert check_one(torch.rand(3, 4, dtype=torch.cfloat).mH).conj


# --- Storages --------------------------------------------------------------------------------


def test_sharing_that_autograd_does_not_know():
    x = torch.zeros(6)
    shared = {
        "x": x,
        "detached": x.detach()[2:],
        "set": torch.empty(0).set_(x.untyped_storage(), 3, (3,), (1,)),
        "data": x.data,
        "bits": x.view(torch.int32),
    }
    described = describe(shared)
    for name, tensor in shared.items():
        check(described[name], tensor)
        assert described[name].storage is described["x"].storage
    for name in ("set", "data", "bits"):
        assert described[name].base is None
    assert described["detached"].base is not described["x"]


@pytest.mark.parametrize("order", ["uw", "wu"])
def test_storage_has_its_own_size_whoever_comes_first(order):
    big = torch.zeros(6)
    tensors = {
        "u": torch.empty(0).set_(big.untyped_storage(), 0, (2,), (1,)),
        "w": torch.empty(0).set_(big.untyped_storage(), 3, (3,), (1,)),
    }
    described = describe({name: tensors[name] for name in order})
    assert described["u"].storage is described["w"].storage
    assert described["u"].storage.nbytes == 24


def test_slices_of_one_buffer():
    buffer = torch.arange(64.0)
    state = {f"t{i}": buffer[i * 4 : (i + 1) * 4] for i in range(4)}
    state["tied"] = state["t0"]
    empty = torch.empty(0)
    state |= {"e0": empty, "e1": empty.view(0, 3)}
    described = describe(state)
    assert [described[f"t{i}"].offset for i in range(4)] == [0, 4, 8, 12]
    assert len({id(described[f"t{i}"].storage) for i in range(4)}) == 1
    assert described["t0"].storage.nbytes == 256
    assert described["tied"] is described["t0"]
    assert described["e0"].storage is described["e1"].storage
    assert described["e0"].storage.nbytes == 0


def test_equal_tensors_are_not_one():
    described = describe([torch.zeros(3), torch.zeros(3), torch.empty(0), torch.empty(0)])
    assert len({id(tensor) for tensor in described.values()}) == 4
    assert len({id(tensor.storage) for tensor in described.values()}) == 4
