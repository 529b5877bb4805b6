# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors that a class of Python makes of others, and classes and marks of ordinary ones."""

import random
import warnings

import pytest
import torch
from description_check import check, check_one, describe
from torch import nn
from torch.testing._internal.two_tensor import TwoTensor
from zoo_wrapped import Place, Placed, Plain, Resized, make_distributed, make_mesh, make_wrapper

import metautils

pytestmark = pytest.mark.filterwarnings("ignore")
TWO = "torch.testing._internal.two_tensor.TwoTensor"


def make_two():
    return TwoTensor(torch.zeros(4, 6), torch.zeros(4, 6))


def make_jagged(**options):
    rows = [torch.zeros(2, 4), torch.zeros(3, 4)]
    return torch.nested.nested_tensor(rows, layout=torch.jagged, **options)


def test_text():
    assert str(metautils.describe({"w": make_two()})) == (
        "module {\n"
        "  %s = meta.storage 96 : !meta.storage\n"
        "  %t = meta.tensor %s : !meta.storage -> !meta.tensor<4x6xf32>\n"
        "  %s_0 = meta.storage 96 : !meta.storage\n"
        "  %t_1 = meta.tensor %s_0 : !meta.storage -> !meta.tensor<4x6xf32>\n"
        "  %s_2 = meta.storage 96 : !meta.storage\n"
        "  %0 = meta.view %s_2 : !meta.storage -> !meta.tensor<4x6xf32>\n"
        f'  %1 = meta.subclass %0 of "{TWO}"(a = %t, b = %t_1)'
        " : !meta.tensor<4x6xf32>, !meta.tensor<4x6xf32>, !meta.tensor<4x6xf32>\n"
        "  %w = meta.tensor %1 : !meta.tensor<4x6xf32>\n"
        '  meta.source %w, "w" : !meta.tensor<4x6xf32>\n'
        "}"
    )


def make_one(rng):
    t = make_wrapper(rng, rng.randrange(1, 4))
    match rng.randrange(6):
        case 0:
            return nn.Parameter(t)
        case 1:
            return t.requires_grad_().clone()
        case 2:
            t.requires_grad_()
            t.grad = make_wrapper(rng, 1)
        case 3:
            return rng.choice([t[1:], t.view(-1), t.detach(), t.t()])
        case 4:
            return t.requires_grad_()[1:].t()
    return t


def test_what_torch_says(seed, case_count):
    rng = random.Random(seed)
    tensors = {str(index): make_one(rng) for index in range(case_count(60, 2_000))}
    described = describe(tensors)
    for name, tensor in tensors.items():
        check(described[name], tensor)


def test_one_tensor_in_two():
    a, b = torch.zeros(4, 6), torch.zeros(4, 6)
    described = describe({"ab": TwoTensor(a, b), "ba": TwoTensor(b, a), "a": a})
    ab, ba = described["ab"].parts, described["ba"].parts
    assert ab["a"] is ba["b"] is described["a"] and ab["b"] is ba["a"]
    assert described["ab"].storage is not described["ba"].storage


def test_opaque_part():
    described = check_one(Placed(torch.zeros(4, 3).t(), Place()))
    assert described.parts["place"].startswith('#meta.opaque<"zoo_wrapped.Place", "<')
    assert described.ctx == '#meta.dict<"note" = 3>'


def test_distributed():
    for tensor in make_distributed(random.Random(0)):
        described = check_one(tensor)
    described = check_one(make_distributed(random.Random(0))[0])
    mesh = metautils.decode_data(described.parts["device_mesh"])
    assert mesh == make_mesh()


@pytest.mark.parametrize("grad", [False, True])
def test_jagged(grad):
    jagged = make_jagged(requires_grad=grad)
    described = check_one(jagged)
    assert described.class_layout == "jagged"
    assert described.ctx == f'#meta.dict<"requires_grad" = {str(grad).lower()}, "ragged_idx" = 1>'
    for view in (jagged.transpose(1, 2), jagged[..., :2], jagged.values(), jagged.offsets()):
        check_one(view)
    check_one(jagged * 2)


def test_two_jagged_of_one_size():
    jagged = make_jagged()
    described = describe({"a": jagged, "b": jagged * 2, "c": make_jagged()})
    a, b, c = (described[name].size[1] for name in "abc")
    assert a == b != c


def test_wrapper_without_a_flatten():
    from torch.testing._internal.logging_tensor import LoggingTensor

    described = check_one(LoggingTensor(torch.zeros(3)))
    assert described.parts["elem"].size == (3,)
    masked = torch.masked.masked_tensor(torch.zeros(2), torch.tensor([True, False]))
    assert describe(masked)["tensor"].parts["_masked_mask"].dtype is torch.bool


class Carrier(torch.Tensor):
    """Gives parts and a context of one's choice."""

    @staticmethod
    def __new__(cls, names, ctx, **parts):
        return torch.Tensor._make_wrapper_subclass(cls, (2, 3))

    def __init__(self, names, ctx, **parts):
        self.names, self.ctx = names, ctx
        vars(self).update(parts)

    def __tensor_flatten__(self):
        return self.names, self.ctx

    @staticmethod
    def __tensor_unflatten__(parts, ctx, size, stride):
        raise AssertionError("nobody asked")

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        return NotImplemented

    __repr__ = object.__repr__


def test_tensors_in_the_context():
    x, y = torch.zeros(2), torch.zeros(3)
    carrier = Carrier(["a"], {"more": [y, (1, x)], "n": 3}, a=x)
    described = describe({"w": carrier, "x": x})["w"]
    assert described.ctx == (
        '#meta.dict<"more" = [#meta.operand<1>, #meta.tuple<[1, #meta.operand<2>]>], "n" = 3>'
    )
    assert [other.size for other in described.others] == [(3,), (2,)]
    assert described.others[1] is described.parts["a"]


def test_a_part_that_nobody_keeps():
    class Fresh(Carrier):
        @property
        def a(self):
            return torch.zeros(5)

    described = describe([Fresh(["a"], None) for _ in range(3)])
    assert [described[str(i)].parts["a"].size for i in range(3)] == [(5,)] * 3


# ------------------------------------------------------------------------------------- bad input


def expect_raised(value, error, note):
    with pytest.raises(type(error)) as raised:
        metautils.describe({"w": value})
    assert str(raised.value) == str(error)
    assert raised.value.__notes__ == [f"while '{note}' was described"]


def test_flatten_raises():
    class Raising(Carrier):
        def __tensor_flatten__(self):
            raise KeyError("no")

    raising = Raising([], None)
    expect_raised(raising, KeyError("no"), "w")
    expect_raised(Carrier(["a"], None, a=raising), KeyError("no"), "w.a")
    outer = torch.zeros(2, 3)
    outer.grad = Carrier(["a"], None, a=raising)
    expect_raised(outer, KeyError("no"), "w.grad.a")


LIES = {
    "no pair": (3, "expected names and a context of '__tensor_flatten__', got 3"),
    "no names": (([1], None), "expected distinct names from '__tensor_flatten__', got [1]"),
    "twice": ((["a", "a"], None), "expected distinct names from '__tensor_flatten__', got"),
}


@pytest.mark.parametrize("lie", LIES)
def test_flatten_lies(lie):
    class Lying(Carrier):
        def __tensor_flatten__(self):
            return LIES[lie][0]

    with pytest.raises(TypeError) as error:
        metautils.describe(Lying([], None, a=torch.zeros(1)))
    assert LIES[lie][1] in str(error.value)


def test_part_that_is_not_there():
    with pytest.raises(AttributeError, match="'b'") as error:
        metautils.describe({"w": Carrier(["b"], None)})
    assert error.value.__notes__ == ["while 'w.b' was described"]


def test_cyclic():
    one, two = Carrier(["a"], None), Carrier(["b"], None)
    one.a, two.b = two, one
    with pytest.raises(metautils.Error, match="expected no tensor made of itself, got 'w.a.b'"):
        metautils.describe({"w": one})
    own = Carrier(["a"], None)
    own.a = own
    with pytest.raises(metautils.Error, match="expected no tensor made of itself, got 'w.a'"):
        metautils.describe({"w": own})
    # A part may be what `.grad` gives; a cycle of grads alone is none of parts.
    one, two = Carrier(["grad"], None), Carrier(["grad"], None)
    one.grad, two.grad = two, one
    with pytest.raises(metautils.Error, match="expected no tensor made of itself"):
        metautils.describe({"w": one})


def test_grad_made_of_its_tensor():
    w = torch.zeros(2, 3, requires_grad=True)
    w.grad = Carrier(["a"], None, a=w)
    described = describe({"w": w})["w"]
    assert described.grad.parts["a"] is described


def test_deep():
    deep = torch.zeros(2, 3)
    for _ in range(2_000):
        deep = Carrier(["a"], None, a=deep)
    assert str(metautils.describe(deep)).count("meta.subclass") == 2_000


def test_without_end():
    class Endless(Carrier):
        @property
        def a(self):
            return Endless(["a"], None)

    expected = "expected fewer than 10000 tensors one in another, got more in 'w'"
    with pytest.raises(metautils.Error, match=expected):
        metautils.describe({"w": Endless(["a"], None)})


def test_sizes_raise():
    class Sizes(torch.Tensor):
        @staticmethod
        def __new__(cls):
            return torch.Tensor._make_wrapper_subclass(
                cls, (2,), dispatch_sizes_strides_policy="sizes"
            )

        @classmethod
        def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
            raise OSError("no sizes")

    expect_raised(Sizes(), OSError("no sizes"), "w")


# ------------------------------------------------------------------------------ classes and marks


def test_classes():
    for cls in (Plain, Resized):
        described = check_one(torch.zeros(2, 3).t().as_subclass(cls))
        assert described.class_name == f"zoo_wrapped.{cls.__name__}"
        assert described.size == (3, 2)
        sparse = torch.Tensor._make_subclass(cls, torch.eye(2).to_sparse())
        assert describe(sparse)["tensor"].class_name == f"zoo_wrapped.{cls.__name__}"


def test_buffers_and_lazy_parameters():
    module = nn.Module()
    module.a = nn.Buffer(torch.zeros(2))
    module.b = nn.Buffer(torch.zeros(2), persistent=False)
    module.register_buffer("c", torch.zeros(2))
    module.d, module.e = nn.UninitializedParameter(), nn.UninitializedBuffer()
    described = describe(module)
    assert [described[name].buffer for name in "abcde"] == [
        "persistent",
        "non_persistent",
        None,
        None,
        "persistent",
    ]
    assert described["d"].words == {"parameter", "requires_grad"}
    names = [described[name].class_name for name in "ade"]
    parameter = "torch.nn.parameter.Uninitialized"
    assert names == [None, f"{parameter}Parameter", f"{parameter}Buffer"]


def test_marked_as_parameter():
    marked = torch.zeros(2)
    marked._is_param = True
    assert check_one(marked).words == {"parameter"}
    assert check_one(nn.Parameter(make_two())).words == {"parameter", "requires_grad"}


def test_marks():
    from torch._dynamo import decorators

    dynamic, static, weak, unbacked = (torch.zeros(4, 3) for _ in range(4))
    decorators.mark_dynamic(dynamic, 1, hint_override=7, min=2, max=9)
    decorators.mark_static(static, 0)
    decorators.maybe_mark_dynamic(weak, 1)
    decorators.mark_unbacked(unbacked, 0, shape_id="n", specialize_on=[lambda x: x == 8])
    strict, address = torch.zeros(2), torch.zeros(2)
    decorators.mark_unbacked(strict, 0, strict=True)
    decorators.mark_static_address(address)
    tensors = [dynamic, static, weak, unbacked, strict, address]
    described = describe(tensors)
    for index, tensor in enumerate(tensors):
        marks = described[str(index)].marks
        assert marks == {name: metautils.encode_data(value) for name, value in vars(tensor).items()}
    assert described["0"].marks["_dynamo_dynamic_indices"] == "#meta.set<[1]>"
    assert described["0"].marks["_dynamo_hint_overrides"] == "#meta.dict<1 = 7>"
    assert '"n"' in described["3"].marks["_dynamo_shape_ids"]
    assert describe(torch.zeros(2))["tensor"].marks == {}


def test_folds():
    two = make_two()
    module = metautils.describe({"w": two, "k": two.view(24)[3:]})
    folded = str(module.run("meta-fold-views"))
    assert "meta.as_strided" not in folded and "meta.reshape" not in folded
    assert folded.count("meta.view") == folded.count("meta.view %s")
    module.run("meta-verify-bounds")
    with pytest.raises(metautils.Error) as error:
        module.run("meta-fold-views,meta-to-func")
    assert f"expected 'w' to have bytes of its own, got an instance of '{TWO}'" in str(error.value)


def test_no_warnings_and_no_writes():
    two = make_two().requires_grad_()
    before = [t._version for t in (two, two.a, two.b)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metautils.describe(two)
    assert before == [t._version for t in (two, two.a, two.b)]
