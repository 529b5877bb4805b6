# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.MetaTensorDescriber gives what PyTorch's own describer gives."""

import collections
import copy
import dataclasses
import pickle
import random

import pytest
import torch
from stock_compare import PyTorchDescriber, diff, diff_group, outcome
from tensor_zoo import CATEGORIES, visit
from torch._subclasses import meta_utils
from torch._subclasses.meta_utils import MetaTensorDesc
from torch.testing._internal.two_tensor import TwoTensor
from zoo_tools import attempt

import metautils

FIELDS = [field.name for field in dataclasses.fields(MetaTensorDesc)]


@pytest.mark.parametrize("category", CATEGORIES)
def test_equal_to_pytorch(category, seed, case_count):
    found, tensors = collections.Counter(), 0

    def see(label, group):
        nonlocal tensors
        tensors += len(group)
        for path, expected, got in diff_group(metautils.MetaTensorDescriber, group):
            found[f"{label} {path}: {expected!r:.200} / {got!r:.200}"] += 1

    groups = CATEGORIES[category][1]
    visit(category, random.Random(seed), see, case_count(max(2, groups // 2), 10 * groups))
    assert not found, found.most_common(5)
    assert tensors


@pytest.mark.parametrize("category", [name for name in CATEGORIES if name != "sparse"])
def test_equal_with_data(category, seed):
    found = []

    def see(label, group):
        found.extend(diff_group(metautils.MetaTensorDescriber, group, copy_data=True))

    visit(category, random.Random(seed), see, 2)
    assert not found


def test_json_equal_to_pytorch(seed):
    found, count = [], 0

    def see(label, group):
        nonlocal count
        for tensor in group:
            desc = outcome(PyTorchDescriber().describe_tensor, tensor)
            if isinstance(desc, MetaTensorDesc):
                count += 1
                expected, got = desc.as_json(3), metautils.as_json(desc, 3)
                if (expected, list(expected)) != (got, list(got)):
                    found.append((label, expected, got))

    for category in CATEGORIES:
        visit(category, random.Random(seed), see, 3)
    assert not found
    assert count > 300


def test_json_of_a_class_that_is_renamed():
    class Renamed(torch.Tensor):
        pass

    desc = PyTorchDescriber().describe_tensor(torch.zeros(1).as_subclass(Renamed))
    desc = dataclasses.replace(desc, type=Renamed)
    for attribute, name in [("__qualname__", "Other"), ("__module__", "there"), ("x", "y")]:
        assert metautils.as_json(desc, 0) == desc.as_json(0)
        setattr(Renamed, attribute, name)
        assert metautils.as_json(desc, 0) == desc.as_json(0)
    assert metautils.as_json(desc, 0)["type"] == "<class 'there.Other'>"


# ------------------------------------------------------------------------- the check, checked

WRONG = {
    "id": lambda value: value + 1,
    "ndim": lambda value: 0,
    "dtype": lambda value: torch.float32,
    "device": lambda value: torch.device("cpu"),
    "size": lambda value: torch.Size(),
    "dynamo_dynamic_indices": lambda value: [],
    "dynamo_hint_overrides": lambda value: {},
}


def wrong_describer(field):
    """A describer that forgets one field: the default stands for it."""
    default = MetaTensorDesc.__dataclass_fields__[field].default
    change = WRONG.get(field, lambda value: default)

    class Wrong(metautils.MetaTensorDescriber):
        def describe_tensor(self, t, *, recurse=True, trace=False):
            desc = super().describe_tensor(t, recurse=recurse, trace=trace)
            return dataclasses.replace(desc, **{field: change(getattr(desc, field))})

    return Wrong


# Where a field has a value that is not its default, if it is not in most categories.
RICH = ("functorch", "functional", "subclasses", "fake", "sparse", "marks", "nested", "extremes")


@pytest.mark.parametrize("field", FIELDS)
def test_wrong_field_is_caught(field):
    found = False
    wrong = wrong_describer(field)

    def see(label, group):
        nonlocal found
        found = found or any(
            f".{field}" in path for path, *_ in diff_group(wrong, group, copy_data=True)
        )

    for category in (*RICH, *CATEGORIES):
        visit(category, random.Random(0), see, 6)
        if found:
            return
    pytest.fail(f"no tensor shows that '{field}' is wrong")


def test_wrong_ids_are_caught():
    class Gaps(metautils.MetaTensorDescriber):
        def get_tensor_id(self, t):
            self.next_tensor_id += t not in self.lookup_tensor
            return super().get_tensor_id(t)

    class Unshared(metautils.MetaTensorDescriber):
        def get_storage_id(self, s):
            self.next_storage_id += 1
            return self.next_storage_id - 1

    t = torch.zeros(4)
    for wrong in (Gaps, Unshared):
        assert list(diff_group(wrong, [t, t[1:]]))


# ------------------------------------------------------------------------------ as an object


def test_is_pytorch_s_object():
    t = torch.zeros(2, 3).t()
    desc = metautils.MetaTensorDescriber().describe_tensor(t)
    assert type(desc) is MetaTensorDesc
    assert type(desc.base.storage) is meta_utils.MetaStorageDesc
    assert desc.shape == (3, 2)
    assert dataclasses.replace(desc, is_conj=True).is_conj
    with pytest.raises(dataclasses.FrozenInstanceError):
        desc.is_conj = True
    plain = dataclasses.replace(desc, view_func=None, base=None)
    assert pickle.loads(pickle.dumps(plain)) == plain


def test_describer_ids_are_pytorch_s():
    first = metautils.MetaTensorDescriber().id
    assert PyTorchDescriber().id == first + 1
    assert metautils.MetaTensorDescriber().id == first + 2
    assert meta_utils.DESCRIBER_NEXT_ID == first + 3


def test_overridden_methods_are_called():
    """As PyTorch's describer calls them: as often, in this order, with these arguments."""
    calls = []

    def count(base):
        class Counting(base):
            def describe_tensor(self, t, **options):
                calls.append(("tensor", options))
                return super().describe_tensor(t, **options)

            def describe_storage(self, s, **options):
                calls.append(("storage", options))
                return super().describe_storage(s, **options)

        leaf = torch.zeros(2, requires_grad=True)
        leaf.grad = torch.zeros(2)
        wrapper = TwoTensor(torch.zeros(3)[1:], torch.zeros(3)[1:])
        for tensor in (torch.eye(3).to_sparse_csr(), leaf, wrapper):
            Counting().describe_tensor(tensor, trace=False)
        return calls[:], calls.clear()

    assert count(metautils.MetaTensorDescriber) == count(PyTorchDescriber)


def test_replaced_table_is_used():
    t = torch.zeros(2)
    describer = metautils.MetaTensorDescriber()
    describer.lookup_tensor = {t: 7}
    assert describer.describe_tensor(t).id == 7


def test_copies_have_the_same_ids():
    t, other = torch.zeros(2), torch.zeros(2)
    describer = metautils.MetaTensorDescriber()
    describer.describe_tensor(t)
    for made in (copy.copy(describer), copy.deepcopy(describer)):
        assert made.describe_tensor(t).id == 0
        assert made.describe_tensor(other).id == 1
    assert other in copy.copy(describer).lookup_tensor
    assert other not in copy.deepcopy(describer).lookup_tensor or describer.next_tensor_id == 1


def test_inference_mode_may_be_disabled():
    with torch.inference_mode():
        t = torch.zeros(2)
    describer = metautils.MetaTensorDescriber()
    assert describer.describe_tensor(t).is_inference
    with meta_utils.disable_inference_mode_for_fake_prop():
        assert not describer.describe_tensor(t).is_inference


def test_registry_of_nested_ints_may_be_replaced(monkeypatch):
    """As PyTorch's own tests do."""
    from torch.nested._internal import nested_tensor

    def describe(t):
        return metautils.MetaTensorDescriber().describe_tensor(t).nested_int

    offsets = torch.nested.nested_tensor([torch.zeros(2)], layout=torch.jagged).offsets()
    assert describe(offsets) is not None
    empty = type(nested_tensor._tensor_symint_registry)()
    monkeypatch.setattr(nested_tensor, "_tensor_symint_registry", empty)
    assert describe(offsets) is None


def test_no_recursion():
    t = torch.zeros(2, 3).t()
    ours = metautils.MetaTensorDescriber().describe_tensor(t, recurse=False)
    stock = PyTorchDescriber().describe_tensor(t, recurse=False)
    assert ours.base is None
    assert not list(diff(stock, ours))


def test_no_tensor():
    for value in (3, None):
        expected = outcome(PyTorchDescriber().describe_tensor, value)
        assert outcome(metautils.MetaTensorDescriber().describe_tensor, value) == expected


def convert(describer, group):
    """What PyTorch's converter makes of the tensors with a describer in the place of its own."""
    converter = meta_utils.MetaConverter()
    converter.describer = describer

    def facts(tensor):
        try:
            made = converter(tensor)
        except Exception as error:  # the texts of some show addresses
            return type(error)
        if not isinstance(made, torch.Tensor):
            return made
        shown = attempt(lambda: (made.shape, made.stride(), made.storage_offset()))
        return type(made), made.dtype, shown, made.requires_grad, made._is_view()

    return list(map(facts, group)), converter.hit, converter.miss


def test_pytorch_converts_with_it(seed):
    found, count = [], 0

    def see(label, group):
        nonlocal count
        count += len(group)
        ours = convert(metautils.MetaTensorDescriber(), group)
        stock = convert(PyTorchDescriber(), group)
        if str(ours) != str(stock):
            found.append((label, stock, ours))

    for category in CATEGORIES:
        visit(category, random.Random(seed), see, 2)
    assert not found
    assert count > 150


def test_pytorch_fakes_and_compiles_with_it(monkeypatch):
    """In the place of PyTorch's class, as torch.compile finds it."""
    made = []

    class Noting(metautils.MetaTensorDescriber):
        def __init__(self, **options):
            super().__init__(**options)
            made.append(self)

    monkeypatch.setattr(meta_utils, "MetaTensorDescriber", Noting)
    torch._dynamo.reset()
    weight = torch.nn.Parameter(torch.ones(3, 3))
    compiled = torch.compile(lambda x, w: x.t() @ w, backend="eager", dynamic=True)
    assert compiled(torch.ones(4, 3)[1:], weight).tolist() == [[3.0] * 3] * 3
    assert any(describer.next_tensor_id for describer in made)
