# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""assert_metadata_eq: PyTorch's order of questions, and all differences at once."""

import pickle
import random

import pytest
import torch
from stock_compare import outcome
from tensor_zoo import CATEGORIES, visit
from torch._subclasses import meta_utils
from torch.testing._internal.two_tensor import TwoTensor

import metautils
from metautils import exact


def questions(function, m1, m2, **options):
    """All pairs that a comparison asks about, none of which ends it, and how it ends."""
    pairs = []
    end = outcome(function, lambda a, b: pairs.append((a, b)), m1, m2, **options)
    return pairs, end


@pytest.mark.parametrize("options", [{}, {"skip_symbolic": True}, {"skip_leaf": True}])
def test_questions_are_pytorch_s(options, seed):
    found, count = [], 0

    def see(label, group):
        nonlocal count
        for m1, m2 in zip(group, [*group[1:], *group[:1]]):
            stock = questions(meta_utils.assert_metadata_eq, m1, m2, **options)
            ours = questions(metautils.assert_metadata_eq, m1, m2, **options)
            count += len(stock[0])
            if str(stock) != str(ours):
                found.append((label, stock, ours))

    for category in CATEGORIES:
        if category not in ("fake", "nested", "other_subclasses"):  # answers with addresses
            visit(category, random.Random(seed), see, 3)
    assert not found
    assert count > 1000


def test_a_tensor_takes_a_describer_id():
    t = torch.zeros(2)
    before = meta_utils.DESCRIBER_NEXT_ID
    metautils.assert_metadata_eq(meta_utils.assert_eq, t, t)
    assert meta_utils.DESCRIBER_NEXT_ID == before + 1
    desc = metautils.MetaTensorDescriber().describe_tensor(t)
    metautils.assert_metadata_eq(meta_utils.assert_eq, desc, t)
    assert meta_utils.DESCRIBER_NEXT_ID == before + 2


def test_first_difference_ends_it():
    with pytest.raises(AssertionError, match="torch.float32 != torch.int64"):
        metautils.assert_metadata_eq(
            meta_utils.assert_eq, torch.zeros(2), torch.zeros(3, dtype=torch.int64)
        )


def differences(m1, m2, **options):
    try:
        exact.assert_metadata_eq(m1, m2, **options)
    except exact.MetadataError as error:
        return [(d.path, d.field) for d in error.differences]
    return []


def test_all_differences():
    a, b = torch.zeros(4, requires_grad=True), torch.zeros(4)
    a.grad = torch.zeros(4)
    x, y = torch.nn.Parameter(torch.zeros(2, 3)), torch.zeros(3, 3, dtype=torch.int64)
    assert differences(x, x) == []
    assert differences(x, torch.zeros(2, 3, requires_grad=True)) == [("", "is_parameter")]
    assert differences(x, y) == [
        ("", "dtype"),
        ("", "size"),
        ("", "requires_grad"),
        ("", "is_parameter"),
    ]
    assert differences(x, y, skip_symbolic=True) == [
        ("", "dtype"),
        ("", "requires_grad"),
        ("", "is_parameter"),
    ]
    assert differences(a, b) == [("", "requires_grad"), ("", "grad")]
    assert differences(a, a.clone()) == [("", "is_leaf"), ("", "grad")]
    assert differences(a, a.clone(), skip_leaf=True) == [("", "grad")]


def test_differences_of_parts():
    base = torch.zeros(5)
    base.grad = torch.zeros(5)
    other = torch.zeros(6)
    other.grad = torch.zeros(6)
    assert differences(base[1:3], other[2:4]) == [
        ("", "storage_offset"),
        (".base", "size"),
        (".base.grad", "size"),
    ]
    inner = torch.zeros(2, 3)
    ours = TwoTensor(inner, inner.conj())
    assert differences(ours, TwoTensor(inner, torch._neg_view(inner))) == [
        (".attrs['b']", "is_neg"),
        (".attrs['b']", "is_view"),
        (".attrs['b']", "creation_meta"),
        (".attrs['b']", "base"),
    ]
    csr, other = torch.eye(3).to_sparse_csr(), torch.ones(3, 3).to_sparse_csr()
    assert differences(csr, other, skip_symbolic=True) == []
    assert {path for path, _ in differences(csr, other)} == {"", ".col_indices", ".values"}
    assert differences(csr, torch.eye(3)) == [
        ("", "layout"),
        ("", "dense_dim"),
        ("", "sparse_dim"),
        ("", "stride"),
        ("", "nnz"),
        ("", "crow_indices"),
        ("", "col_indices"),
        ("", "values"),
    ]


def test_differences_of_exact_fields():
    rows = torch.zeros(2), torch.zeros(3)
    nested, other = (torch.nested.nested_tensor([*r]) for r in (rows, rows[::-1]))
    assert differences(nested, nested.clone()) == []
    assert differences(nested, other) == [("", "nested_sizes"), ("", "nested_offsets")]
    assert differences(nested, other, skip_symbolic=True) == []
    x = torch.zeros(2, 3, requires_grad=True)
    assert differences(x.unbind(0)[0], x.unbind(0)[1]) == [
        ("", "storage_offset"),
        ("", "output_nr"),
    ]
    assert differences(torch.zeros(2), torch._efficientzerotensor(2)) == [("", "is_zerotensor")]
    q = [torch.quantize_per_tensor(torch.zeros(2), scale, 0, torch.qint8) for scale in (1, 2)]
    assert differences(*q) == [("", "scales")]


def test_description_of_pytorch_is_compared_in_what_it_has():
    t = torch.zeros(2, 3, requires_grad=True).unbind(0)[1]
    desc = meta_utils.MetaTensorDescriber().describe_tensor(t)
    assert differences(desc, t) == differences(t, desc) == []


def test_message():
    with pytest.raises(exact.MetadataError) as error:
        exact.assert_metadata_eq(torch.zeros(4)[1:], torch.zeros(5))
    assert str(error.value).splitlines() == [
        "expected size of 'tensor' to be (3,), found (5,)",
        "expected storage_offset of 'tensor' to be 1, found 0",
        "expected is_view of 'tensor' to be True, found False",
        "expected creation_meta of 'tensor' to be CreationMeta.DEFAULT, found None",
        "expected base of 'tensor' to be a tensor, found None",
    ]
    copy = pickle.loads(pickle.dumps(exact.MetadataError([exact.MetadataDifference("", "id", 1, 2)])))
    assert copy.differences[0].field == "id"
