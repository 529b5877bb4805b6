// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python as attributes, and both as text. What is rare is taken
// apart by python/metautils/_data.py.

#include "PlainData.h"
#include "Context.h"
#include "DataTools.h"
#include "metautils/IR/MetaTypes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/Dtype.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/Size.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/python_symnode.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

/// Deeper values are opaque. Less than the parser takes: an attribute may be in
/// that of an op.
static constexpr unsigned maxDepth = maxDataDepth / 2;

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

namespace {
class Encoder {
public:
  Encoder(MLIRContext *context, GetOperandFn getOperand)
      : builder(context), getOperand(getOperand) {}

  Attribute encode(py::handle value);

private:
  Attribute encodeContainer(py::handle value);
  Attribute encodeInteger(py::handle value);
  Attribute encodeOther(py::handle value);
  Attribute makeOther(py::tuple parts);
  StringAttr encodeText(py::handle value);
  ArrayAttr encodeSequence(py::handle sequence);
  ArrayAttr encodeSet(py::handle set);
  Attribute encodeDict(py::handle dict);

  Builder builder;
  GetOperandFn getOperand;
  unsigned depth = 0;
};
} // namespace

/// As UTF-8, in which Python's text may be none: surrogates are kept.
StringAttr Encoder::encodeText(py::handle value) {
  py::object bytes =
      check(PyUnicode_AsEncodedString(value.ptr(), "utf-8", "surrogatepass"));
  return builder.getStringAttr(std::string_view(py::bytes(bytes)));
}

/// In 64 bits, or in as many times 64 as it takes.
Attribute Encoder::encodeInteger(py::handle value) {
  int overflow;
  long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (!overflow)
    return builder.getI64IntegerAttr(number);
  size_t numBits = value.attr("bit_length")().cast<size_t>() + 1;
  size_t numWords = llvm::divideCeil(numBits, 64);
  if (numWords * 64 > IntegerType::kMaxWidth)
    return makeOther(callData("make_opaque", py::make_tuple(value)));
  py::bytes bytes =
      value.attr("to_bytes")(numWords * 8, "little", py::arg("signed") = true);
  SmallVector<uint64_t> words(numWords);
  std::memcpy(words.data(), std::string_view(bytes).data(), numWords * 8);
  APInt integer(numWords * 64, words);
  return builder.getIntegerAttr(builder.getIntegerType(numWords * 64), integer);
}

ArrayAttr Encoder::encodeSequence(py::handle sequence) {
  SmallVector<Attribute> elements;
  for (py::handle element : sequence)
    elements.push_back(encode(element));
  return builder.getArrayAttr(elements);
}

/// A set has no order of its own: by the text of its elements.
ArrayAttr Encoder::encodeSet(py::handle set) {
  SmallVector<std::pair<std::string, Attribute>> elements;
  for (py::handle element : set) {
    Attribute attribute = encode(element);
    llvm::raw_string_ostream os(elements.emplace_back().first);
    attribute.print(os);
    elements.back().second = attribute;
  }
  llvm::sort(elements, llvm::less_first());
  return builder.getArrayAttr(
      llvm::map_to_vector(elements, [](auto &pair) { return pair.second; }));
}

Attribute Encoder::encodeDict(py::handle dict) {
  SmallVector<Attribute> keys, values;
  for (auto [key, value] : py::reinterpret_borrow<py::dict>(dict)) {
    keys.push_back(encode(key));
    values.push_back(encode(value));
  }
  return DictAttr::get(builder.getContext(), keys, values);
}

/// Null for a value that is none of Python's containers.
Attribute Encoder::encodeContainer(py::handle value) {
  MLIRContext *context = builder.getContext();
  PyObject *object = value.ptr();
  if (PyTuple_CheckExact(object))
    return TupleAttr::get(context, encodeSequence(value));
  if (PyList_CheckExact(object))
    return encodeSequence(value);
  if (PyDict_CheckExact(object))
    return encodeDict(value);
  if (isExactly(value, reinterpret_cast<PyObject *>(&THPSizeType)))
    return SizeAttr::get(context, encodeSequence(value));
  if (PySet_CheckExact(object))
    return SetAttr::get(context, encodeSet(value));
  if (PyFrozenSet_CheckExact(object))
    return FrozenSetAttr::get(context, encodeSet(value));
  if (PySlice_Check(object))
    return SliceAttr::get(context, encode(value.attr("start")),
                          encode(value.attr("stop")),
                          encode(value.attr("step")));
  return {};
}

Attribute Encoder::makeOther(py::tuple parts) {
  MLIRContext *context = builder.getContext();
  auto kind = parts[0].cast<std::string>();
  StringAttr first = encodeText(parts[1]);
  if (kind == "constant")
    return ConstantAttr::get(context, first.getValue());
  if (kind == "global")
    return GlobalAttr::get(context, first.getValue());
  if (kind == "enum")
    return EnumMemberAttr::get(context, first.getValue(),
                               encodeText(parts[2]).getValue());
  if (kind == "opaque")
    return OpaqueDataAttr::get(context, first.getValue(),
                               encodeText(parts[2]).getValue());
  NamedAttrList fields;
  for (auto [name, value] : py::reinterpret_borrow<py::dict>(parts[2]))
    fields.set(encodeText(name), encode(value));
  return RecordAttr::get(context, first.getValue(),
                         fields.getDictionary(context));
}

Attribute Encoder::encodeOther(py::handle value) {
  if (getOperand && (THPVariable_Check(value.ptr()) || torch::is_symint(value)))
    return OperandAttr::get(builder.getContext(), getOperand(value));
  return makeOther(callData("take_apart", py::make_tuple(value)));
}

Attribute Encoder::encode(py::handle value) {
  PyObject *object = value.ptr();
  MLIRContext *context = builder.getContext();
  if (value.is_none())
    return NoneAttr::get(context);
  if (PyBool_Check(object))
    return builder.getBoolAttr(object == Py_True);
  if (PyLong_CheckExact(object))
    return encodeInteger(value);
  if (PyUnicode_CheckExact(object))
    return encodeText(value);
  if (PyFloat_CheckExact(object))
    return builder.getF64FloatAttr(PyFloat_AS_DOUBLE(object));
  if (THPDtype_Check(object))
    return TypeAttr::get(getDtypes(context).getType(
        static_cast<Dtype>(reinterpret_cast<THPDtype *>(object)->scalar_type)));
  if (THPDevice_Check(object))
    return DeviceAttr::get(context,
                           reinterpret_cast<THPDevice *>(object)->device.str());
  if (PyComplex_CheckExact(object))
    return ComplexAttr::get(
        context, builder.getF64FloatAttr(PyComplex_RealAsDouble(object)),
        builder.getF64FloatAttr(PyComplex_ImagAsDouble(object)));
  if (PyBytes_CheckExact(object))
    return BytesAttr::get(
        context, std::string_view(py::reinterpret_borrow<py::bytes>(value)));
  if (depth == maxDepth)
    return makeOther(callData("make_opaque", py::make_tuple(value)));
  ++depth;
  Attribute result = encodeContainer(value);
  if (!result)
    result = encodeOther(value);
  --depth;
  return result;
}

Attribute python::encodeData(MLIRContext *context, py::handle value,
                             GetOperandFn getOperand) {
  return Encoder(context, getOperand).encode(value);
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

static constexpr const char *encodeDoc = R"(encode_data(value)
--

Plain data as the text of an attribute, as in the context of a `meta.subclass`.

Numbers, text, bytes, None, tuples, lists, dicts, sets and slices of such;
`torch.Size`, dtypes, devices, layouts, memory formats; enums, dataclasses and
named tuples, classes and functions by their name; meshes and placements of
DTensor. Any other value, such as a tensor, is
`#meta.opaque` with its class and `repr`.)";

static constexpr const char *decodeDoc = R"(decode_data(text)
--

The value that `encode_data` was given.

Classes and functions are those of modules that are imported, which the text
names; no method of a class runs. Raises ValueError or TypeError for text that
is none of plain data, and for `#meta.opaque`.)";

static std::string encodeToText(py::handle value) {
  Context context;
  ContextGuard guard(context);
  context.mlir.loadDialect<MetaDialect>();
  std::string text;
  llvm::raw_string_ostream(text) << encodeData(&context.mlir, value);
  return text;
}

static py::object decodeFromText(const std::string &text) {
  Context context;
  ContextGuard guard(context);
  context.mlir.loadDialect<MetaDialect>();
  Attribute attribute = parseAttribute(text, &context.mlir);
  if (!attribute)
    guard.raise();
  return decodeData(attribute);
}

void python::definePlainData(py::module_ &extension) {
  extension.def("encode_data", &encodeToText, py::arg("value"), encodeDoc);
  extension.def("decode_data", &decodeFromText, py::arg("text"), decodeDoc);
}
