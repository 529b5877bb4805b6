// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain data as expressions of Python that give it.
//
//   #meta.dict<"dim" = 0, "how" = #meta.global<"torch.nn.functional.relu">>
//   {"dim": 0, "how": relu}

#include "PythonData.h"
#include "PythonText.h"
#include "metautils/IR/Dtype.h"
#include "metautils/IR/MetaTypes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// `repr` of NaN and infinity is no expression.
static std::string printNumber(double number) {
  std::string text = printFloat(number);
  return std::isfinite(number) ? text : "float('" + text + "')";
}

FailureOr<std::string> PythonData::printScalar(Attribute data) {
  if (isa<NoneAttr, BoolAttr, IntegerAttr, StringAttr, BytesAttr>(data))
    return printAsPython(data);
  if (auto value = dyn_cast<FloatAttr>(data))
    return printNumber(value.getValueAsDouble());
  if (auto value = dyn_cast<ComplexAttr>(data))
    return "complex(" + printNumber(value.getReal().getValueAsDouble()) + ", " +
           printNumber(value.getImag().getValueAsDouble()) + ")";
  if (auto value = dyn_cast<DeviceAttr>(data))
    return "torch.device(" + printText(value.getValue()) + ")";
  if (auto value = dyn_cast<GlobalAttr>(data))
    return names.import(value.getValue());
  if (auto value = dyn_cast<TypeAttr>(data);
      value && getDtype(value.getValue()))
    return printAsPython(data);
  if (auto value = dyn_cast<ConstantAttr>(data);
      value && isPythonName(value.getValue()))
    return printAsPython(data);
  if (auto value = dyn_cast<EnumMemberAttr>(data)) {
    FailureOr<std::string> cls = names.import(value.getClassName());
    if (failed(cls) || !isPythonName(value.getMember()))
      return failure();
    return *cls + "." + value.getMember().str();
  }
  if (auto value = dyn_cast<OperandAttr>(data))
    if (value.getNumber() < operands.size())
      return operands[value.getNumber()];
  return failure();
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

FailureOr<std::string> PythonData::join(ArrayRef<Attribute> elements) {
  SmallVector<std::string> texts;
  for (Attribute element : elements) {
    FailureOr<std::string> text = print(element);
    if (failed(text))
      return failure();
    texts.push_back(std::move(*text));
  }
  return llvm::join(texts, ", ");
}

FailureOr<std::string> PythonData::printDict(Attribute data) {
  auto dict = cast<DictAttr>(data);
  SmallVector<std::string> entries;
  for (auto [key, value] : llvm::zip_equal(dict.getKeys(), dict.getValues())) {
    FailureOr<std::string> keyText = print(key), valueText = print(value);
    if (failed(keyText) || failed(valueText))
      return failure();
    entries.push_back(*keyText + ": " + *valueText);
  }
  return "{" + llvm::join(entries, ", ") + "}";
}

/// Those of PyTorch's classes that are made by calling them.
static bool isMadeByCall(StringRef className) {
  return className.consume_front("torch.distributed.tensor.placement_types.") &&
         llvm::is_contained({"Shard", "Replicate", "Partial", "_StridedShard"},
                            className);
}

FailureOr<std::string> PythonData::printRecord(Attribute data) {
  auto record = cast<RecordAttr>(data);
  FailureOr<std::string> cls = names.import(record.getClassName());
  if (failed(cls))
    return failure();
  std::string fields;
  for (NamedAttribute field : record.getFields()) {
    FailureOr<std::string> value = print(field.getValue());
    if (failed(value) || !isPythonName(field.getName()))
      return failure();
    fields +=
        (fields.empty() ? "" : ", ") + field.getName().str() + "=" + *value;
  }
  if (isMadeByCall(record.getClassName()))
    return *cls + "(" + fields + ")";
  // Without process groups: a description knows none.
  if (record.getClassName() == "torch.distributed.device_mesh.DeviceMesh")
    return *cls + "(" + fields + ", _init_backend=False, _rank=0)";
  hasRecords = true;
  return "make_record(" + *cls + (fields.empty() ? "" : ", ") + fields + ")";
}

// The nesting of data is bounded, see Note [Plain data].
FailureOr<std::string> PythonData::print(Attribute data) {
  auto enclose = [&](StringRef open, ArrayRef<Attribute> elements,
                     StringRef close) -> FailureOr<std::string> {
    FailureOr<std::string> text = join(elements);
    if (failed(text))
      return failure();
    return (open + *text + close).str();
  };
  if (auto list = dyn_cast<ArrayAttr>(data))
    return enclose("[", list.getValue(), "]");
  if (auto tuple = dyn_cast<TupleAttr>(data)) {
    ArrayRef<Attribute> elements = tuple.getElements().getValue();
    return enclose("(", elements, elements.size() == 1 ? ",)" : ")");
  }
  if (auto size = dyn_cast<SizeAttr>(data))
    return enclose("torch.Size([", size.getElements().getValue(), "])");
  if (auto set = dyn_cast<SetAttr>(data)) {
    ArrayRef<Attribute> elements = set.getElements().getValue();
    return elements.empty() ? enclose("set(", {}, ")")
                            : enclose("{", elements, "}");
  }
  if (auto set = dyn_cast<FrozenSetAttr>(data))
    return enclose("frozenset([", set.getElements().getValue(), "])");
  if (auto slice = dyn_cast<SliceAttr>(data))
    return enclose("slice(",
                   {slice.getStart(), slice.getStop(), slice.getStep()}, ")");
  if (isa<DictAttr>(data))
    return printDict(data);
  if (isa<RecordAttr>(data))
    return printRecord(data);
  return printScalar(data);
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

FailureOr<std::string> PythonData::print(Attribute data,
                                         ArrayRef<std::string> operandNames,
                                         EmitError emitError) {
  operands = operandNames;
  FailureOr<std::string> text = print(data);
  if (failed(text))
    emitError() << "plain data of classes that can be imported, got " << data;
  return text;
}

FailureOr<std::string> PythonData::import(StringRef path, EmitError emitError) {
  FailureOr<std::string> name = names.import(path);
  if (failed(name))
    emitError() << "of a class that can be imported, got '" << path << "'";
  return name;
}

void PythonData::printHelpers(raw_ostream &os) const {
  if (hasRecords)
    os << R"(

def make_record(cls, /, **fields):
    """An instance of a dataclass or a named tuple; no code of its class is run."""
    if issubclass(cls, tuple):
        return tuple.__new__(cls, [fields[name] for name in cls._fields])
    record = object.__new__(cls)
    for name, value in fields.items():
        object.__setattr__(record, name, value)
    return record
)";
}
