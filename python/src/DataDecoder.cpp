// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data of Python out of attributes. What is rare is put together by
// python/metautils/_data.py.

#include "DataTools.h"
#include "PlainData.h"
#include "metautils/IR/MetaTypes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/Size.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

[[noreturn]] static void refuse(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  throw py::value_error("expected plain data, got " + text);
}

static py::object decodeText(StringRef text) {
  return check(PyUnicode_DecodeUTF8(text.data(), text.size(), "surrogatepass"));
}

static py::object decodeInteger(IntegerAttr integer) {
  APInt value = integer.getValue();
  unsigned width = value.getBitWidth();
  if (!integer.getType().isSignlessInteger() || (width != 1 && width % 64 != 0))
    refuse(integer);
  if (width == 1)
    return py::bool_(value.isOne());
  py::bytes bytes(reinterpret_cast<const char *>(value.getRawData()),
                  width / 8);
  return py::int_().attr("from_bytes")(bytes, "little",
                                       py::arg("signed") = true);
}

namespace {
class Decoder {
public:
  explicit Decoder(ArrayRef<py::object> operands) : operands(operands) {}

  py::object decode(Attribute attribute);

private:
  py::list decodeElements(ArrayAttr elements);
  py::object decodeSize(SizeAttr size);
  py::object decodeDict(DictAttr attribute);
  py::object decodeRecord(RecordAttr record);

  ArrayRef<py::object> operands;
};
} // namespace

py::list Decoder::decodeElements(ArrayAttr elements) {
  py::list list;
  for (Attribute element : elements)
    list.append(decode(element));
  return list;
}

py::object Decoder::decodeSize(SizeAttr size) {
  py::list numbers = decodeElements(size.getElements());
  for (py::handle number : numbers)
    if (!PyLong_CheckExact(number.ptr()))
      refuse(size);
  return check(PyObject_CallOneArg(reinterpret_cast<PyObject *>(&THPSizeType),
                                   numbers.ptr()));
}

py::object Decoder::decodeDict(DictAttr attribute) {
  py::dict dict;
  for (auto [key, value] :
       llvm::zip_equal(attribute.getKeys(), attribute.getValues()))
    dict[decode(key)] = decode(value);
  return dict;
}

py::object Decoder::decodeRecord(RecordAttr record) {
  py::dict fields;
  for (NamedAttribute field : record.getFields())
    fields[decodeText(field.getName())] = decode(field.getValue());
  return callData(
      "put_together",
      py::make_tuple("record", decodeText(record.getClassName()), fields));
}

static py::object decodeDtype(TypeAttr type) {
  std::optional<Dtype> dtype =
      getDtypes(type.getContext()).getDtype(type.getValue());
  if (!dtype)
    refuse(type);
  return py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject *>(
      torch::getTHPDtype(static_cast<at::ScalarType>(*dtype))));
}

static py::object decodeFloat(FloatAttr number) {
  if (!number.getType().isF64())
    refuse(number);
  return py::float_(number.getValueAsDouble());
}

py::object Decoder::decode(Attribute attribute) {
  auto find = [](const char *kind, auto... parts) {
    return callData("put_together", py::make_tuple(kind, decodeText(parts)...));
  };
  return llvm::TypeSwitch<Attribute, py::object>(attribute)
      .Case([](NoneAttr) { return py::none(); })
      .Case(decodeInteger)
      .Case(decodeFloat)
      .Case([](StringAttr text) {
        if (!isa<NoneType>(text.getType()))
          refuse(text);
        return decodeText(text);
      })
      .Case(decodeDtype)
      .Case([](ComplexAttr number) {
        return check(
            PyComplex_FromDoubles(number.getReal().getValueAsDouble(),
                                  number.getImag().getValueAsDouble()));
      })
      .Case([](BytesAttr bytes) {
        StringRef value = bytes.getValue();
        return py::bytes(value.data(), value.size());
      })
      .Case([](DeviceAttr device) {
        return check(THPDevice_New(c10::Device(device.getValue().str())));
      })
      .Case([&](ArrayAttr list) { return decodeElements(list); })
      .Case([&](TupleAttr tuple) {
        return py::tuple(decodeElements(tuple.getElements()));
      })
      .Case([&](SizeAttr size) { return decodeSize(size); })
      .Case([&](SetAttr set) {
        return check(PySet_New(decodeElements(set.getElements()).ptr()));
      })
      .Case([&](FrozenSetAttr set) {
        return check(PyFrozenSet_New(decodeElements(set.getElements()).ptr()));
      })
      .Case([&](SliceAttr slice) {
        return check(PySlice_New(decode(slice.getStart()).ptr(),
                                 decode(slice.getStop()).ptr(),
                                 decode(slice.getStep()).ptr()));
      })
      .Case([&](DictAttr dict) { return decodeDict(dict); })
      .Case([&](RecordAttr record) { return decodeRecord(record); })
      .Case([&](ConstantAttr constant) {
        return find("constant", constant.getValue());
      })
      .Case(
          [&](GlobalAttr global) { return find("global", global.getValue()); })
      .Case([&](EnumMemberAttr member) {
        return find("enum", member.getClassName(), member.getMember());
      })
      .Case([&](OperandAttr operand) {
        if (operand.getNumber() >= operands.size())
          refuse(operand);
        return operands[operand.getNumber()];
      })
      .Default([](Attribute other) -> py::object { refuse(other); });
}

py::object python::decodeData(Attribute attribute,
                              ArrayRef<py::object> operands) {
  return Decoder(operands).decode(attribute);
}
