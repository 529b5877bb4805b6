// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How types, attributes and the version of the meta dialect are written to
// bytecode. Ops are written by their properties.

#include "metautils/IR/MetaBytecode.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaTypes.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace metautils;

static uint64_t numberOf(FailureOr<const DialectVersion *> version) {
  return succeeded(version) ? static_cast<const MetaVersion *>(*version)->number
                            : MetaVersion::current;
}

uint64_t metautils::getMetaVersion(DialectBytecodeReader &reader) {
  return numberOf(reader.getDialectVersion<MetaDialect>());
}

uint64_t metautils::getMetaVersion(DialectBytecodeWriter &writer) {
  return numberOf(writer.getDialectVersion<MetaDialect>());
}

LogicalResult metautils::readIndexList(DialectBytecodeReader &reader,
                                       SmallVectorImpl<int64_t> &list) {
  uint64_t length;
  if (failed(reader.readVarInt(length)))
    return failure();
  // An element takes at least a byte, so a wrong length fails at the end of the
  // file; nothing is reserved on its word.
  for (uint64_t index = 0; index < length; ++index) {
    uint64_t element;
    if (failed(reader.readVarInt(element)))
      return failure();
    list.push_back(static_cast<int64_t>(element));
  }
  return success();
}

LogicalResult metautils::readFloatList(DialectBytecodeReader &reader,
                                       SmallVectorImpl<double> &list) {
  SmallVector<int64_t> bits;
  if (failed(readIndexList(reader, bits)))
    return failure();
  for (int64_t number : bits)
    list.push_back(llvm::bit_cast<double>(number));
  return success();
}

void metautils::writeFloatList(DialectBytecodeWriter &writer,
                               ArrayRef<double> list) {
  writer.writeVarInt(list.size());
  for (double number : list)
    writer.writeVarInt(llvm::bit_cast<uint64_t>(number));
}

LogicalResult metautils::readStringList(DialectBytecodeReader &reader,
                                        SmallVectorImpl<std::string> &list) {
  uint64_t length;
  if (failed(reader.readVarInt(length)))
    return failure();
  for (uint64_t index = 0; index < length; ++index) {
    StringRef element;
    if (failed(reader.readString(element)))
      return failure();
    list.push_back(element.str());
  }
  return success();
}

void metautils::writeStringList(DialectBytecodeWriter &writer,
                                ArrayRef<std::string> list) {
  writer.writeVarInt(list.size());
  for (const std::string &element : list)
    writer.writeOwnedString(element);
}

LogicalResult metautils::readEnum(DialectBytecodeReader &reader, uint64_t count,
                                  uint64_t &number) {
  if (failed(reader.readVarInt(number)))
    return failure();
  if (number < count)
    return success();
  return reader.emitError() << "expected the number of a case below " << count
                            << ", got " << number;
}

LogicalResult
metautils::readInteger(Attribute attribute, unsigned width, int64_t &number,
                       llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto integer = dyn_cast_if_present<IntegerAttr>(attribute);
  if (!integer || !integer.getType().isSignlessInteger(width))
    return emitError() << "expected a " << width << "-bit integer, got "
                       << attribute;
  number = integer.getInt();
  return success();
}

LogicalResult
metautils::readFloatList(Attribute attribute, SmallVectorImpl<double> &list,
                         llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto floats = dyn_cast_if_present<DenseF64ArrayAttr>(attribute);
  if (!floats)
    return emitError() << "expected an array of 64-bit floats, got "
                       << attribute;
  list.assign(floats.asArrayRef().begin(), floats.asArrayRef().end());
  return success();
}

Attribute metautils::toStringArray(MLIRContext *context,
                                   ArrayRef<std::string> list) {
  auto strings = llvm::map_to_vector(list, [&](StringRef element) -> Attribute {
    return StringAttr::get(context, element);
  });
  return ArrayAttr::get(context, strings);
}

LogicalResult
metautils::readStringList(Attribute attribute,
                          SmallVectorImpl<std::string> &list,
                          llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto array = dyn_cast_if_present<ArrayAttr>(attribute);
  if (!array || !llvm::all_of(array, llvm::IsaPred<StringAttr>))
    return emitError() << "expected an array of strings, got " << attribute;
  for (auto element : array.getAsRange<StringAttr>())
    list.push_back(element.str());
  return success();
}

namespace {

/// The first number of each type. These are in files: add at the end.
enum class TypeCode : uint64_t { Storage, Tensor, Dtype };

/// What a tensor type has besides shape and element type, as bits.
enum TensorBits : uint64_t { HasLayout = 1, Conj = 2, Neg = 4 };

thread_local bool isReadingType = false;

class MetaBytecodeInterface : public BytecodeDialectInterface {
public:
  explicit MetaBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  //===--------------------------------------------------------------------===//
  // Version
  //===--------------------------------------------------------------------===//

  void writeVersion(DialectBytecodeWriter &writer) const final {
    writer.writeVarInt(getMetaVersion(writer));
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > MetaVersion::current) {
      reader.emitError() << "expected version " << MetaVersion::current
                         << " of the meta dialect or an older one, got "
                         << number << ": read it with a newer MetaUtils";
      return nullptr;
    }
    return std::make_unique<MetaVersion>(number);
  }

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const final {
    if (auto storage = dyn_cast<StorageType>(type)) {
      writer.writeVarInt(static_cast<uint64_t>(TypeCode::Storage));
      writer.writeAttribute(storage.getDevice());
      return success();
    }
    if (auto tensor = dyn_cast<MetaTensorType>(type)) {
      writer.writeVarInt(static_cast<uint64_t>(TypeCode::Tensor));
      writeTensor(tensor, writer);
      return success();
    }
    writer.writeVarInt(static_cast<uint64_t>(TypeCode::Dtype));
    writer.writeVarInt(static_cast<uint64_t>(*getDtypes().getDtype(type)));
    return success();
  }

  Type readType(DialectBytecodeReader &reader) const final {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return {};
    if (code == static_cast<uint64_t>(TypeCode::Dtype))
      return readDtype(reader);
    // No other type of the dialect is in one. In a file that says so, a type
    // may be in itself, which the reader would look up for ever.
    if (isReadingType) {
      reader.emitError() << "expected no storage or tensor type in another";
      return {};
    }
    llvm::SaveAndRestore guard(isReadingType, true);
    if (code == static_cast<uint64_t>(TypeCode::Storage))
      return readStorage(reader);
    if (code == static_cast<uint64_t>(TypeCode::Tensor))
      return readTensor(reader);
    reader.emitError() << "expected a type of the meta dialect, got code "
                       << code;
    return {};
  }

private:
  const DtypeTable &getDtypes() const {
    return cast<MetaDialect>(getDialect())->getDtypes();
  }

  static void writeTensor(MetaTensorType type, DialectBytecodeWriter &writer) {
    writer.writeSignedVarInts(type.getShape());
    writer.writeType(type.getElementType());
    uint64_t bits = 0;
    if (type.getLayout())
      bits |= HasLayout;
    if (type.getConj())
      bits |= Conj;
    if (type.getNeg())
      bits |= Neg;
    writer.writeVarInt(bits);
    if (type.getLayout())
      writer.writeAttribute(type.getLayout());
    writer.writeAttribute(type.getDevice());
  }

  Type readStorage(DialectBytecodeReader &reader) const {
    StringAttr device;
    if (failed(reader.readAttribute(device)))
      return {};
    return StorageType::getChecked([&] { return reader.emitError(); },
                                   getContext(), device);
  }

  static Type readTensor(DialectBytecodeReader &reader) {
    SmallVector<int64_t> shape;
    Type elementType;
    uint64_t bits;
    Attribute layout;
    StringAttr device;
    if (failed(readShape(reader, shape)) ||
        failed(reader.readType(elementType)) || failed(reader.readVarInt(bits)))
      return {};
    if ((bits & HasLayout) && failed(reader.readAttribute(layout)))
      return {};
    if (failed(reader.readAttribute(device)))
      return {};
    return MetaTensorType::getChecked([&] { return reader.emitError(); }, shape,
                                      elementType, layout, device, bits & Conj,
                                      bits & Neg);
  }

  static LogicalResult readShape(DialectBytecodeReader &reader,
                                 SmallVectorImpl<int64_t> &shape) {
    uint64_t rank;
    if (failed(reader.readVarInt(rank)))
      return failure();
    for (uint64_t dim = 0; dim < rank; ++dim)
      if (failed(reader.readSignedVarInt(shape.emplace_back())))
        return failure();
    return success();
  }

  Type readDtype(DialectBytecodeReader &reader) const {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return {};
    if (number < numDtypes) {
      Type type = getDtypes().getType(static_cast<Dtype>(number));
      if (&type.getDialect() == getDialect())
        return type;
    }
    reader.emitError() << "expected a dtype of the meta dialect, got number "
                       << number;
    return {};
  }
};

} // namespace

void MetaDialect::registerBytecodeInterface() {
  addInterfaces<MetaBytecodeInterface>();
}
