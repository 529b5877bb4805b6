# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is described is made again: `Module.materialize`, described in its turn, says the same."""

import random
import re
import weakref

import pytest
import torch
from tensor_zoo import visit
from torch.testing._internal.two_tensor import TwoTensor

import metautils

# Of the others, tensors live in a transform or a mode; `meta-run` makes those.
CATEGORIES = (
    "views",
    "each_view",
    "dtypes",
    "storages",
    "leaf_views",
    "sparse",
    "subclasses",
    "other_subclasses",
    "modules",
    "marks",
    "extremes",
    "complex_bits",
    "nested",
    "fake",
    "operators",
    "inference",
)
# What libtorch cannot hold on the meta device, or autograd cannot say.
REFUSED = re.compile(
    r"quantized|mkldnn|opaque|nested|view of elements|autograd says is one|UninitializedTensorMixin|__tensor_unflatten__"
)


def find_difference(tensors):
    """Between a description of tensors and one of what was made of it."""
    module = metautils.describe(tensors)
    made = module.materialize()
    assert made.keys() == tensors.keys()
    # A fake tensor is made as what it stands for, without the mode that it is of.
    module = metautils.Module.parse(re.sub(" fake(?= )", "", module.text()))
    again = metautils.describe(made)
    fold = "meta-fold-views"
    return module.run(fold).find_difference(again.run(fold))


@pytest.mark.parametrize("category", CATEGORIES)
def test_same_again(category, seed):
    found, count = [], 0

    def see(label, group):
        nonlocal count
        tensors = {f"t{i}": t for i, t in enumerate(group)}
        try:
            difference = find_difference(tensors)
        except (metautils.Error, ValueError) as error:
            if not REFUSED.search(str(error)):
                found.append((label, str(error)))
            return
        count += 1
        if difference:
            found.append((label, difference))

    visit(category, random.Random(seed), see)
    assert not found
    assert count


def test_makes_new_tensors_each_time():
    x = torch.zeros(4, 6, requires_grad=True)
    module = metautils.describe({"x": x, "y": x[1:], "z": x})
    one, two = module.materialize(), module.materialize()
    assert one["x"] is one["z"] is one["y"]._base
    assert one["x"] is not two["x"]
    assert one["x"].device.type == "meta"
    watched = weakref.ref(one["x"])
    del one
    assert watched() is None


def test_program():
    module = metautils.describe({"x": torch.zeros(3)}).run("meta-materialize")
    assert "build.empty_strided" in str(module)
    assert module.materialize()["x"].shape == (3,)
    for program in (str(module), module.bytecode()):
        assert metautils.Module.parse(program).materialize()["x"].shape == (3,)


def test_objects():
    class Named(torch.Tensor):
        pass

    parameter = torch.nn.Parameter(torch.zeros(3))
    buffer = torch.nn.Buffer(torch.zeros(3), persistent=False)
    marked = torch.zeros(4, 6)
    torch._dynamo.mark_dynamic(marked, 0)
    made = metautils.describe({
        "parameter": parameter,
        "buffer": buffer,
        "marked": marked,
        "two": TwoTensor(torch.zeros(2), torch.ones(2)),
    }).materialize()
    assert type(made["parameter"]) is torch.nn.Parameter and made["parameter"].requires_grad
    assert made["buffer"]._is_buffer and not made["buffer"].persistent
    assert made["marked"]._dynamo_dynamic_indices == {0}
    assert type(made["two"]) is TwoTensor and made["two"].a.device.type == "meta"
    with pytest.raises(ValueError, match="expected a class of tensors '.*Named' in a module that"):
        metautils.describe({"x": torch.zeros(2).as_subclass(Named)}).materialize()


class Fixed(torch.Tensor):
    @staticmethod
    def __tensor_unflatten__(parts, ctx, size, stride):
        return torch.zeros(4, device="meta").as_subclass(Fixed)


class Elusive(torch.Tensor):
    @staticmethod
    def __tensor_unflatten__(parts, ctx, size, stride):
        return torch.zeros(4, device="meta")


class Raising(torch.Tensor):
    @staticmethod
    def __tensor_unflatten__(parts, ctx, size, stride):
        raise KeyError("not today")


def test_what_a_class_raises_names_the_tensor():
    text = """
        %s = meta.storage 16 : !meta.storage
        %o = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
        %0 = meta.subclass %o of "test_materialize.Raising"() : !meta.tensor<4xf32>
        %x = meta.tensor %0 : !meta.tensor<4xf32>
        meta.source %x, "model.x" : !meta.tensor<4xf32>
    """
    with pytest.raises(KeyError, match="not today") as caught:
        metautils.Module.parse(text).materialize()
    assert caught.value.__notes__ == ["while 'model.x' was made"]


WRONG = {
    "no description": ("module {}", "expected a description or a program"),
    "no device": (
        """
        %s = meta.storage 16 : !meta.storage<quantum:0>
        %x = meta.tensor %s : !meta.storage<quantum:0> -> !meta.tensor<4xf32, quantum:0>
        meta.source %x, "model.x" : !meta.tensor<4xf32, quantum:0>
        """,
        "expected 'model.x' to be on a device of PyTorch, got 'quantum:0'",
    ),
    "a program that does not verify": (
        """
        func.func @main() -> !meta.tensor<4xf32> {
          %x = build.tensor 0 "x" : !meta.tensor<4xf32> {
            %0 = build.empty_strided : !meta.tensor<5xf32>
            build.yield %0 : !meta.tensor<5xf32>
          }
          return %x : !meta.tensor<4xf32>
        }
        """,
        "expected 'x' to be '!meta.tensor<4xf32>', got '!meta.tensor<5xf32>'",
    ),
    "numbers that clash": (
        """
        func.func @main() -> !meta.tensor<4xf32> {
          %x = build.tensor 3 "x" : !meta.tensor<4xf32> {
            %0 = build.empty_strided : !meta.tensor<4xf32>
            build.yield %0 : !meta.tensor<4xf32>
          }
          %y = build.tensor 3 "y" : !meta.tensor<4xf32> {
            %0 = build.alias %x : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
            build.yield %0 : !meta.tensor<4xf32>
          }
          return %y : !meta.tensor<4xf32>
        }
        """,
        "expected a number of its own for 'y', got 3",
    ),
    "names that clash": (
        """
        %s = meta.storage 16
        %x = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
        %y = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
        meta.source %x, "layer.w" : !meta.tensor<4xf32>
        meta.source %y, "layer.w" : !meta.tensor<4xf32>
        """,
        "expected one tensor of the name 'layer.w', got several",
    ),
    "no class": (
        """
        %s = meta.storage 16
        %o = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
        %0 = meta.subclass %o of "os.path"() : !meta.tensor<4xf32>
        %x = meta.tensor %0 : !meta.tensor<4xf32>
        meta.source %x, "x" : !meta.tensor<4xf32>
        """,
        "expected a class of tensors 'os.path' in a module that is imported",
    ),
    "no method": (
        """
        %s = meta.storage 16
        %o = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
        %0 = meta.subclass %o of "torch.nn.parameter.Parameter"() : !meta.tensor<4xf32>
        %x = meta.tensor %0 : !meta.tensor<4xf32>
        meta.source %x, "x" : !meta.tensor<4xf32>
        """,
        "expected a method '__tensor_unflatten__' of 'torch.nn.parameter.Parameter'",
    ),
    "other sizes": (
        """
        %s = meta.storage 20
        %o = meta.view %s : !meta.storage -> !meta.tensor<5xf32>
        %0 = meta.subclass %o of "test_materialize.Fixed"() : !meta.tensor<5xf32>
        %x = meta.tensor %0 : !meta.tensor<5xf32>
        meta.source %x, "x" : !meta.tensor<5xf32>
        """,
        r"expected sizes \(5,\) and strides \(1,\) of '.*Fixed', got \(4,\) and \(1,\)",
    ),
    "other strides": (
        """
        %s = meta.storage 32 : !meta.storage
        %o = meta.view %s : !meta.storage -> !meta.tensor<4xf32, strided<[2]>>
        %0 = meta.subclass %o of "test_materialize.Fixed"() : !meta.tensor<4xf32, strided<[2]>>
        %x = meta.tensor %0 : !meta.tensor<4xf32, strided<[2]>>
        meta.source %x, "x" : !meta.tensor<4xf32, strided<[2]>>
        """,
        r"expected sizes \(4,\) and strides \(2,\) of '.*Fixed', got \(4,\) and \(1,\)",
    ),
    "another class": (
        """
        %s = meta.storage 16
        %o = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
        %0 = meta.subclass %o of "test_materialize.Elusive"() : !meta.tensor<4xf32>
        %x = meta.tensor %0 : !meta.tensor<4xf32>
        meta.source %x, "x" : !meta.tensor<4xf32>
        """,
        "expected an instance of 'test_materialize.Elusive', got one of",
    ),
    "an opaque context": (
        """
        %s = meta.storage 16
        %a = meta.tensor %s : !meta.storage -> !meta.tensor<4xf32>
        %t = meta.storage 16
        %o = meta.view %t : !meta.storage -> !meta.tensor<4xf32>
        %0 = meta.subclass %o of "torch.testing._internal.two_tensor.TwoTensor"(a = %a, b = %a) ctx(#meta.opaque<"m.C", "it">) : !meta.tensor<4xf32>, !meta.tensor<4xf32>, !meta.tensor<4xf32>
        %x = meta.tensor %0 : !meta.tensor<4xf32>
        meta.source %x, "x" : !meta.tensor<4xf32>
        """,
        "expected plain data, got #meta.opaque",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong(case):
    text, message = WRONG[case]
    text = text.replace("meta.storage 16\n", "meta.storage 16 : !meta.storage\n")
    text = text.replace("meta.storage 20\n", "meta.storage 20 : !meta.storage\n")
    with pytest.raises((metautils.Error, ValueError), match=message):
        metautils.Module.parse(text).materialize()


def test_difference():
    one = metautils.describe({"x": torch.zeros(2, 3)})
    assert one.find_difference(metautils.describe({"x": torch.ones(2, 3)})) is None
    other = metautils.describe({"x": torch.zeros(2, 3, requires_grad=True)})
    tensor, field, *_ = one.find_difference(other)
    assert (tensor, field) == ("x", "requires_grad")
