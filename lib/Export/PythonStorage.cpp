// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where strided tensors lie, and what is in them.
//
// A tensor that is all of its storage is made with it. For one that is not, or
// that shares it, the storage comes first:
//
//   x = torch.empty((4, 3), ..)
//   storage = torch.UntypedStorage(96, ..)
//   y = torch.empty(0, ..).set_(storage, 2, (4, 3), (1, 4))

#include "PythonElements.h"
#include "PythonText.h"
#include "PythonWriter.h"
#include "metautils/Layout/Extent.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// What is known of a tensor
//===----------------------------------------------------------------------===//

LogicalResult PythonWriter::checkStrided(Operation *op, MetaTensorType type) {
  if (!type.isStrided())
    return refuse(op) << "strided, got " << type;
  return success();
}

std::string PythonWriter::printDevice(MetaTensorType type) const {
  if (options.values == PythonValues::Meta && !isFake)
    return "'meta'";
  StringRef device = type.getDevice().getValue();
  return printText(options.device.empty() ? device : options.device);
}

std::string PythonWriter::printOptions(MetaTensorType type) const {
  return "dtype=" + printDtype(type.getElementType()) +
         ", device=" + printDevice(type);
}

bool PythonWriter::hasValues(MetaTensorType type) const {
  return !isFake && printDevice(type) != "'meta'";
}

static std::optional<int64_t>
getReached(MetaTensorType type, const PythonShape &shape, int64_t offset) {
  return reachedBytes(getValues(shape.sizes), getValues(shape.strides), offset,
                      type.getElementBytes());
}

PythonNumber PythonWriter::getBytes(build::BindStorageOp bind) const {
  return ShapedType::isDynamic(bind.getBytes())
             ? numbers.getOperands(bind).front()
             : PythonNumber::get(bind.getBytes());
}

PythonNumber PythonWriter::getOffset(build::BindStorageOp bind) const {
  return ShapedType::isDynamic(bind.getOffset())
             ? numbers.getOperands(bind).back()
             : PythonNumber::get(bind.getOffset());
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether `torch.testing.make_tensor` has numbers for such elements.
static bool isMadeAtRandom(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  if (auto number = dyn_cast<IntegerType>(type))
    return number.isSignless() || number.getWidth() >= 8;
  return isa<FloatType>(type) && !isa<Float8E8M0FNUType>(type);
}

/// A contiguous tensor with values, where PyTorch has a function for it.
std::optional<std::string>
PythonWriter::printFilled(MetaTensorType type, ArrayRef<PythonNumber> numbers,
                          StringRef bytes) {
  auto call = [&](StringRef function, StringRef content) {
    return (function + "(" + content + ", " + printOptions(type) + ")").str();
  };
  std::string sizes = printTuple(numbers);
  SmallVector<int64_t> shape = getValues(numbers);
  if (!hasValues(type) || llvm::is_contained(shape, 0))
    return call("torch.empty", sizes);
  if (options.values == PythonValues::Random) {
    if (!isMadeAtRandom(type.getElementType()))
      return std::nullopt;
    return call(names.importFrom("torch.testing", "make_tensor"), sizes);
  }
  std::optional<int64_t> count = elementCount(shape);
  if (!count || bytes.size() % type.getElementBytes() != 0 ||
      static_cast<size_t>(*count) != bytes.size() / type.getElementBytes())
    return std::nullopt;
  auto elements = printElements(type.getElementType(), shape, bytes);
  return elements ? std::optional(call("torch.tensor", *elements))
                  : std::nullopt;
}

/// A storage by its bytes: those of elements, if it has a whole number of them.
std::string PythonWriter::printStorage(MetaTensorType type,
                                       build::BindStorageOp bind) {
  PythonNumber size = getBytes(bind);
  if (!hasValues(type) || size.value == 0)
    return llvm::formatv("torch.UntypedStorage({0}, device={1})", size.text,
                         isFake ? "'meta'" : printDevice(type));
  StringRef bytes = storages[bind.getStorage()].bytes;
  constexpr llvm::StringLiteral get = ".untyped_storage()";
  if (*size.value % type.getElementBytes() == 0)
    if (auto filled = printFilled(
            type, PythonNumber::divide(size, type.getElementBytes()), bytes))
      return *filled + get.str();
  auto list = MetaTensorType::get(
      {}, IntegerType::get(type.getContext(), 8, IntegerType::Unsigned), {},
      type.getDevice());
  if (options.values == PythonValues::Random)
    return *printFilled(list, size, bytes) + get.str();
  names.importModule("base64");
  // A copy has a device, and memory that may grow.
  return "torch.frombuffer(bytearray(" + printBytes(bytes) +
         "), dtype=torch.uint8).to(" + printDevice(type) + ", copy=True)" +
         get.str();
}

LogicalResult PythonWriter::readData(build::DataOp op) {
  std::string &bytes = storages[op.getStorage()].bytes;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(op.getBytes())) {
    if (dense.getElementType().isInteger(8)) {
      for (const APInt &byte : dense)
        bytes.push_back(static_cast<char>(byte.getZExtValue()));
      return success();
    }
  } else if (auto blob = dyn_cast<DenseResourceElementsAttr>(op.getBytes())) {
    if (AsmResourceBlob *found = blob.getRawHandle().getBlob()) {
      ArrayRef<char> content = found->getData();
      bytes.assign(content.begin(), content.end());
      return success();
    }
  }
  return op.emitOpError("expected bytes as elements of type i8 to print, got ")
         << op.getBytes().getShapedType();
}

LogicalResult PythonWriter::checkData(Operation *op, MetaTensorType type,
                                      build::BindStorageOp bind) {
  if (options.values != PythonValues::Kept || !hasValues(type) || !bind)
    return success();
  size_t size = storages[bind.getStorage()].bytes.size();
  int64_t expected = *getBytes(bind).value;
  if (size == static_cast<size_t>(expected))
    return success();
  return refuse(op) << "described with its bytes, of which there are "
                    << expected << ", got " << size;
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

/// The tensor that `empty` makes, put into its storage.
std::string PythonWriter::printSet(const std::string &empty, Value value,
                                   build::BindStorageOp bind) {
  std::string &storage = storages[bind.getStorage()].text;
  if (storage.empty()) {
    std::string made =
        printStorage(cast<MetaTensorType>(value.getType()), bind);
    storage = names.add("storage");
    add(storage + " = " + made);
  }
  PythonShape shape = numbers.getShape(value);
  return llvm::formatv("{0}.set_({1}, {2}, {3}, {4})", empty, storage,
                       getOffset(bind).text, printTuple(shape.sizes),
                       printTuple(shape.strides));
}

/// A strided tensor out of nothing, in the storage that it is bound to.
PythonWriter::Text PythonWriter::printStrided(Operation *op, Value value,
                                              build::BindStorageOp bind) {
  auto type = cast<MetaTensorType>(value.getType());
  if (failed(checkStrided(op, type)) || failed(checkData(op, type, bind)))
    return failure();
  StringRef bytes;
  if (bind)
    bytes = storages[bind.getStorage()].bytes;
  bool isFirst = !bind || storages[bind.getStorage()].text.empty();
  PythonShape shape = numbers.getShape(value);
  bool isWhole = !bind || (getOffset(bind).value == 0 &&
                           getReached(type, shape, 0) >= getBytes(bind).value);
  if (isFirst && isWhole && type.isContiguous())
    if (auto filled = printFilled(type, shape.sizes, bytes))
      return *filled;
  if (isFirst && isWhole && (!bind || !hasValues(type)))
    return "torch.empty_strided(" + printTuple(shape.sizes) + ", " +
           printTuple(shape.strides) + ", " + printOptions(type) + ")";
  return printSet("torch.empty(0, " + printOptions(type) + ")", value, bind);
}

build::BindStorageOp metautils::findBind(Value tensor) {
  for (Operation *user : tensor.getUsers())
    if (auto bind = dyn_cast<build::BindStorageOp>(user))
      return bind;
  return {};
}

/// Roots are made where they lie; views may be told to lie elsewhere.
LogicalResult PythonWriter::writeBind(build::BindStorageOp op) {
  Value value = op.getTensor();
  MetaTensorType type = op.getTensor().getType();
  if (failed(checkStrided(op, type)))
    return failure();
  Operation *made = value.getDefiningOp();
  bool isRoot = isa_and_present<build::EmptyStridedOp, build::ZeroTensorOp,
                                build::QuantizedOp>(made);
  Storage &storage = storages[op.getStorage()];
  if (!isRoot && isa_and_present<build::SubclassOp>(made)) {
    if (!storage.text.empty())
      return refuse(op) << "in a storage of its own, since its class makes it, "
                           "got one that it shares";
  } else if (!isRoot) {
    Text strided = printStrided(op, value, op);
    if (failed(strided))
      return failure();
    add(name(value) + ".data = " + *strided);
  }
  PythonNumber bytes = getBytes(op);
  bool reachesPast = isRoot && getReached(type, numbers.getShape(value),
                                          *getOffset(op).value) > bytes.value;
  if (reachesPast || (storage.numBinds > 1 && !isYielded(value)))
    name(value);
  if (storage.text.empty())
    storage.text = (isYielded(value) ? tensorName : variables.lookup(value)) +
                   ".untyped_storage()";
  if (reachesPast)
    add(llvm::formatv("{0}.resize_({1})", storage.text, bytes.text));
  return success();
}
