# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the text of a description back: what tests compare with torch's own answers.

Only text counts here, so that what a person sees is what is tested. Views by name are what torch
makes of a tensor without data.
"""

import contextlib
import json
import re
from dataclasses import dataclass, field

import torch
from element_types import DTYPES
from python_reader import NUMBER, Numbers, read_wrapper

TYPE = re.compile(
    r"!meta\.tensor<((?:(?:\d+|\?)x)*)(complex<\w+>|!?[\w.]+)"
    r"(?:, strided<\[([^\]]*)\]>|, (#meta\.\w+(?:<[^>]*>)?))?"
    r"(?:, (?!conj|neg)([\w:]+))?(, conj)?(, neg)?>"
)
STORAGE = re.compile(r"(%\S+) = meta\.storage (\S+) : !meta\.storage(?:<(\S+)>)?$")
VIEW = re.compile(r"(%\S+) = meta\.view (%[\w.]+)(?:\[(.*?)\])?(?: offset (\S+))? : .* -> (.*)")
COO = re.compile(r"(%\S+) = meta\.sparse_coo (\S+), (\S+)( coalesced)? : .* -> (.*)")
COMPRESSED = re.compile(r"(%\S+) = meta\.sparse_compressed (\S+), (\S+), (\S+) : .* -> (.*)")
NESTED = re.compile(
    r"(%\S+) = meta\.nested (\S+) sizes (\S.*) strides (\S.*) offsets (\S.*) : .* -> (.*)"
)
OPAQUE = re.compile(r"(%\S+) = meta\.opaque : (.*)")
QUANTIZED_OP = re.compile(
    r"(%\S+) = meta\.quantized (\S+) (\w+) scales (\S.*) zero_points (\S.*?)(?: axis (\d+))? : .*"
)
CAST = re.compile(r"(%\S+) = meta\.cast (%\S+) : .*")
NAMED_VIEW = re.compile(r"(%\S+) = meta\.(\w+) (%[\w#]+),? ?(.*?) : !meta.*")
INTERPRETER = re.compile(r"meta\.interpreter (\w+) level (\d+)(.*)")
BATCHED = re.compile(r"(%\S+) = meta\.batched (\S+) dim (\d+) level (\d+)( legacy)? : .*")
GRAD_TRACKING = re.compile(r"(%\S+) = meta\.grad_tracking (\S+)(?: level (\d+))? : .*")
FUNCTIONAL = re.compile(
    r"(%\S+) = meta\.functional (\S+) of (\S+)(?: view (\S+))?(?: level (\d+))? : .*"
)
TANGENT = re.compile(r"meta\.tangent (\S+), (\S+) : .*")
SHARES_VERSION = re.compile(r"meta\.shares_version (\S+) with (\S+) : .*")
TENSOR = re.compile(
    r"(%\S+) = meta\.tensor (%\S+)(?: base (%\S+))?(?: creation (\w+))?(?: grad (%\S+))?"
    r"((?: (?!output|class|buffer)\w+)*)(?: output (\d+))?((?: (?!class|buffer)\w+)*)"
    r'(?: class "([^"]*)")?(?: buffer (\w+))?( fake)? : (.*)'
)
MARK = re.compile(r'meta\.mark (\S+), "([^"]*)"\((.*)\) : !meta\.tensor.*')
SOURCE = re.compile(r'meta\.source (%\S+), "(.*)" :')


@dataclass
class Storage:
    nbytes: int
    device: str


@dataclass
class Tensor:
    """One `meta.tensor`; two of them are one tensor where they are one object."""

    size: tuple
    stride: tuple
    offset: int
    dtype: torch.dtype
    device: str
    conj: bool
    neg: bool
    storage: Storage | None
    layout: str = "strided"
    # Of one that is no view of a storage: numbers, and geometries as these are.
    parts: dict = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    creation: str = "default"
    output: int = 0
    base: "Tensor | None" = None
    grad: "Tensor | None" = None
    tangent: "Tensor | None" = None
    # The tensor whose version counter it has, if not its own or its base's.
    version_of: "Tensor | None" = None
    # Of its Python object; of a class that makes it of others, whose names are in `parts`.
    class_name: str | None = None
    class_layout: str = "strided"
    ctx: str | None = None
    others: list = field(default_factory=list)
    buffer: str | None = None
    marks: dict[str, str] = field(default_factory=dict)
    # What stands for the symbols in its numbers.
    numbers: Numbers = field(default_factory=Numbers)


def contiguous_strides(size: tuple) -> tuple:
    strides, step = [], 1
    for length in reversed(size):
        strides.append(step)
        step *= max(length, 1)
    return tuple(reversed(strides))


def unescape(text: str) -> str:
    """What stands between the quotes of a string of MLIR's."""
    code = rb"\\([0-9A-F]{2}|.)"
    characters = re.sub(
        code,
        lambda match: bytes.fromhex(match[1].decode()) if len(match[1]) == 2 else match[1],
        text.encode(),
    )
    return characters.decode()


def read_type(text: str, operands=()) -> dict:
    """A tensor type; `operands` are the values of its `?`, sizes first."""
    match = TYPE.fullmatch(text)
    assert match, f"not a tensor type: {text}"
    values = iter(operands)
    sizes, element, strides, layout, device, conj, neg = match.groups()

    def numbers(parts):
        known = layout is None  # else a `?` is not a number
        return tuple(
            int(part) if part != "?" else next(values) if known else None for part in parts if part
        )

    size = numbers(sizes.split("x"))
    if layout:
        stride = None
    elif strides is None:
        stride = contiguous_strides(size)
    else:
        stride = numbers(strides.split(", "))
    return {
        "layout": layout or "strided",
        "size": size,
        "stride": stride,
        "dtype": DTYPES[element],
        "device": device or "cpu",
        "conj": bool(conj),
        "neg": bool(neg),
    }


@contextlib.contextmanager
def alone():
    """No mode or transform that a test is in sees what is done to twins."""
    functionalize = torch._C.DispatchKeySet(torch._C.DispatchKey.Functionalize)
    with (
        torch._C._DisableFuncTorch(),
        torch._C._ExcludeDispatchKeyGuard(functionalize),
        torch.utils._python_dispatch._disable_current_modes(),
        torch.no_grad(),
    ):
        yield


def make_twin(facts: dict) -> torch.Tensor:
    """A tensor without data of such a geometry."""
    twin = torch.empty(0, dtype=facts["dtype"], device="meta")
    twin = twin.as_strided(facts["size"], facts["stride"], facts["offset"])
    twin = twin.conj() if facts["conj"] else twin
    return torch._neg_view(twin) if facts["neg"] else twin


def read_geometry(t: torch.Tensor) -> dict:
    return {
        "size": tuple(t.shape),
        "stride": t.stride(),
        "offset": t.storage_offset(),
        "dtype": t.dtype,
        "conj": t.is_conj(),
        "neg": t.is_neg(),
    }


def apply_view(op: str, parameters: str, t: torch.Tensor):
    """What torch makes of `t` by the view that an op of the dialect is named after."""
    lists = [json.loads(text) for text in re.findall(r"\[[^\]]*\]", parameters)]
    words = dict(re.findall(r"([a-z]\w*) (-?\d+)", parameters))
    words = {name: int(value) for name, value in words.items()}
    numbers = [int(text) for text in re.findall(r"-?\d+", parameters)]
    match op:
        case "conj":
            # `torch.conj` of a conjugate would be no view of it.
            return torch._conj(t)
        case "neg":
            return torch._neg_view(t)
        case "view_as_real" | "view_as_complex" | "alias":
            return getattr(torch.ops.aten, op).default(t)
        case "as_strided":
            return t.as_strided(*lists[:2], words.get("offset"))
        case "select":
            return t.select(words["dim"], words["index"])
        case "slice":
            start, stop = words.get("from", 0), words.get("to", 2**63 - 1)
            return torch.ops.aten.slice(t, words["dim"], start, stop, words.get("step", 1))
        case "transpose":
            return t.transpose(*numbers)
        case "permute":
            return t.permute(lists[0])
        case "expand" | "reshape":
            return t.expand(lists[0]) if op == "expand" else t.view(lists[0])
        case "unsqueeze":
            return t.unsqueeze(words["dim"])
        case "squeeze":
            return t.squeeze(tuple(lists[0])) if lists else t.squeeze()
        case "diagonal":
            return t.diagonal(words.get("offset", 0), *numbers[:2])
        case "split":
            return t.split_with_sizes(lists[0], words["dim"])
        case "unbind":
            return t.unbind(words["dim"])
        case "unfold":
            return t.unfold(words["dim"], words["size"], words["step"])
    raise AssertionError(f"not a view that a description has: {op}")


class _Reader:
    def __init__(self) -> None:
        self.numbers = Numbers()
        self.storages: dict[str, Storage] = {}
        self.views: dict[str, dict] = {}
        self.tensors: dict[str, Tensor] = {}
        self.links: list[tuple[Tensor, str, str]] = []
        self.sources: dict[str, Tensor] = {}
        self.interpreters: list[tuple] = []

    def number(self, text: str) -> int:
        return self.numbers.values[text] if text.startswith("%") else int(text)

    def read_view(self, match: re.Match) -> None:
        name, base, dynamic, offset, result = match.groups()
        operands = [self.number(value) for value in (dynamic or "").split(", ") if value]
        storage = self.storages.get(base) or self.tensors[base].storage
        self.views[name] = {
            "storage": storage,
            "offset": self.number(offset or "0"),
            **read_type(result, operands),
        }

    def read_parts(self, name: str, result: str, **parts) -> None:
        facts = {"storage": None, "offset": None, "parts": parts}
        self.views[name] = read_type(result) | facts

    def read_wrap(self, line: str) -> bool:
        """Reads a geometry that is no view, if it is one."""
        part = lambda name: Tensor(**self.views[name])  # noqa: E731
        if match := COO.fullmatch(line):
            name, indices, values, coalesced, result = match.groups()
            parts = {"indices": part(indices), "values": part(values)}
            self.read_parts(name, result, **parts, coalesced=bool(coalesced))
        elif match := COMPRESSED.fullmatch(line):
            name, compressed, plain, values, result = match.groups()
            parts = {"compressed": part(compressed), "plain": part(plain), "values": part(values)}
            self.read_parts(name, result, **parts)
        elif match := NESTED.fullmatch(line):
            name, buffer, sizes, strides, offsets, result = match.groups()
            numbers = [json.loads(text) for text in (sizes, strides, offsets)]
            names = "sizes", "strides", "offsets"
            self.read_parts(name, result, buffer=part(buffer), **dict(zip(names, numbers)))
        elif match := OPAQUE.fullmatch(line):
            self.read_parts(match[1], match[2])
        elif match := QUANTIZED_OP.fullmatch(line):
            name, geometry, scheme, scales, zero_points, axis = match.groups()
            quantizer = {"scheme": scheme, "axis": None if axis is None else int(axis)}
            quantizer |= {"scales": json.loads(scales), "zero_points": json.loads(zero_points)}
            self.views[name] = self.views[geometry] | {"parts": quantizer}
        else:
            return False
        return True

    def read_wrapper(self, line: str) -> bool:
        """Reads a wrapper of another live tensor, if it is one."""
        if match := BATCHED.fullmatch(line):
            name, inner, dim, level, legacy = match.groups()
            # A legacy one may hide several dimensions, one by one.
            base = self.tensors[inner] if inner in self.tensors else Tensor(**self.views[inner])
            without = lambda numbers: (*numbers[: int(dim)], *numbers[int(dim) + 1 :])  # noqa: E731
            facts = {"size": without(base.size), "stride": base.stride and without(base.stride)}
            parts = {"dim": int(dim), "level": int(level), "legacy": bool(legacy)}
        elif match := GRAD_TRACKING.fullmatch(line):
            name, inner, level = match.groups()
            base, facts = self.tensors[inner], {}
            parts = {"level": None if level is None else int(level)}
        elif match := FUNCTIONAL.fullmatch(line):
            name, outer, inner, view, level = match.groups()
            parts = {"inner": self.tensors[inner], "level": None if level is None else int(level)}
            parts["view"] = Tensor(**self.views[view]) if view else None
            self.views[name] = self.views[outer] | {"parts": parts}
            return True
        elif wrapper := read_wrapper(line):
            name, facts = wrapper
            live = lambda text: self.tensors.get(text, text)  # noqa: E731
            facts.parts = {key: live(value) for key, value in facts.parts.items()}
            facts.others = [live(other) for other in facts.others]
            self.views[name] = self.views[facts.outer] | vars(facts)
            del self.views[name]["outer"]
            return True
        else:
            return False
        kept = {key: getattr(base, key) for key in ("size", "stride", "dtype", "device")}
        kept |= {"conj": base.conj, "neg": base.neg, "layout": base.layout}
        parts |= {"inner": base}
        self.views[name] = kept | facts | {"storage": None, "offset": None, "parts": parts}
        return True

    def read_named_view(self, match: re.Match) -> None:
        result, op, base, parameters = match.groups()
        facts = self.views.get(base)
        if facts is None:
            tensor = self.tensors[base]
            names = "storage", "offset", "size", "stride", "dtype", "device", "conj", "neg"
            facts = {name: getattr(tensor, name) for name in names}
        with alone():
            views = apply_view(op, parameters, make_twin(facts))
        name = result.partition(":")[0]
        views = [views] if isinstance(views, torch.Tensor) else views
        for i, view in enumerate(views):
            key = name if len(views) == 1 else f"{name}#{i}"
            self.views[key] = facts | read_geometry(view)

    def read_tensor(self, match: re.Match) -> None:
        name, geometry, base, creation, grad, before, output, after, *objects, types = match.groups()
        class_name, buffer, fake = objects
        if geometry in self.storages:
            facts = read_type(types.split(" -> ")[1])
            facts |= {"storage": self.storages[geometry], "offset": 0}
        else:
            facts = self.views[geometry]
        tensor = Tensor(**facts, words={*before.split(), *after.split()})
        tensor.creation, tensor.output = creation or "default", int(output or "0")
        tensor.class_name, tensor.buffer = class_name or tensor.class_name, buffer
        tensor.numbers = self.numbers
        if fake:
            tensor.words.add("fake")
        self.tensors[name] = tensor
        for field_name, other in (("base", base), ("grad", grad)):
            if other:
                self.links.append((tensor, field_name, other))

    def read(self, line: str) -> None:
        if match := STORAGE.fullmatch(line):
            self.storages[match[1]] = Storage(self.number(match[2]), match[3] or "cpu")
        elif match := VIEW.fullmatch(line):
            self.read_view(match)
        elif self.read_wrap(line) or self.read_wrapper(line):
            pass
        elif match := TANGENT.fullmatch(line):
            self.links.append((self.tensors[match[1]], "tangent", match[2]))
        elif match := SHARES_VERSION.fullmatch(line):
            self.links.append((self.tensors[match[1]], "version_of", match[2]))
        elif match := INTERPRETER.fullmatch(line):
            self.interpreters.append((match[1], int(match[2]), match[3].strip()))
        elif match := CAST.fullmatch(line):
            self.views[match[1]] = self.views[match[2]]
        elif match := TENSOR.fullmatch(line):
            self.read_tensor(match)
        elif match := SOURCE.match(line):
            name = unescape(match[2])
            assert name not in self.sources, f"two tensors are called {name}"
            self.sources[name] = self.tensors[match[1]]
        elif match := MARK.fullmatch(line):
            self.tensors[match[1]].marks[match[2]] = match[3]
        elif self.numbers.read(line):
            pass
        elif match := NAMED_VIEW.fullmatch(line):
            self.read_named_view(match)
        else:
            assert line in ("module {", "}", ""), f"not of a description: {line}"


def read_module(module) -> dict[str, Tensor]:
    """The tensors of a description by their source names."""
    return read_whole_module(module).sources


def read_whole_module(module) -> _Reader:
    """All that a description says."""
    reader = _Reader()
    lines = [line.strip() for line in str(module).splitlines()]
    # Numbers first: definitions may follow their uses.
    for line in sorted(lines, key=lambda line: not NUMBER.fullmatch(line)):
        reader.read(line)
    for tensor, name, other in reader.links:
        setattr(tensor, name, reader.tensors[other])
    return reader
