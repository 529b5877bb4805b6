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

LogicalResult PythonWriter::checkKnown(Operation *op, MetaTensorType type) {
  if (type.getNumDynamic())
    return refuse(op) << "of sizes that are known, got " << type;
  return success();
}

LogicalResult PythonWriter::checkStrided(Operation *op, MetaTensorType type) {
  if (!type.isStrided())
    return refuse(op) << "strided, got " << type;
  return checkKnown(op, type);
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

static std::optional<int64_t> getReached(MetaTensorType type, int64_t offset) {
  return reachedBytes(type.getShape(), type.getStrides(), offset,
                      type.getElementBytes());
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
std::optional<std::string> PythonWriter::printFilled(MetaTensorType type,
                                                     StringRef bytes) {
  auto call = [&](StringRef function, StringRef content) {
    return (function + "(" + content + ", " + printOptions(type) + ")").str();
  };
  std::string sizes = printTuple(type.getShape());
  if (!hasValues(type) || llvm::is_contained(type.getShape(), 0))
    return call("torch.empty", sizes);
  if (options.values == PythonValues::Random) {
    if (!isMadeAtRandom(type.getElementType()))
      return std::nullopt;
    return call(names.importFrom("torch.testing", "make_tensor"), sizes);
  }
  if (getReached(type, 0) != bytes.size())
    return std::nullopt;
  auto elements = printElements(type.getElementType(), type.getShape(), bytes);
  return elements ? std::optional(call("torch.tensor", *elements))
                  : std::nullopt;
}

/// A storage by its bytes: those of elements, if it has a whole number of them.
std::string PythonWriter::printStorage(MetaTensorType type,
                                       build::BindStorageOp bind) {
  if (!hasValues(type) || bind.getBytes() == 0)
    return llvm::formatv("torch.UntypedStorage({0}, device={1})",
                         bind.getBytes(),
                         isFake ? "'meta'" : printDevice(type));
  StringRef bytes = storages[bind.getStorage()].bytes;
  constexpr llvm::StringLiteral get = ".untyped_storage()";
  auto makeList = [&](Type elements, int64_t elementBytes) {
    return MetaTensorType::get({bind.getBytes() / elementBytes}, elements, {},
                               type.getDevice());
  };
  if (bind.getBytes() % type.getElementBytes() == 0)
    if (auto filled = printFilled(
            makeList(type.getElementType(), type.getElementBytes()), bytes))
      return *filled + get.str();
  MetaTensorType list = makeList(
      IntegerType::get(type.getContext(), 8, IntegerType::Unsigned), 1);
  if (options.values == PythonValues::Random)
    return *printFilled(list, bytes) + get.str();
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
  if (size == static_cast<size_t>(bind.getBytes()))
    return success();
  return refuse(op) << "described with its bytes, of which there are "
                    << bind.getBytes() << ", got " << size;
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

/// The tensor that `empty` makes, put into its storage.
std::string PythonWriter::printSet(const std::string &empty,
                                   MetaTensorType type,
                                   build::BindStorageOp bind) {
  std::string &storage = storages[bind.getStorage()].text;
  if (storage.empty()) {
    std::string made = printStorage(type, bind);
    storage = names.add("storage");
    add(storage + " = " + made);
  }
  return llvm::formatv("{0}.set_({1}, {2}, {3}, {4})", empty, storage,
                       bind.getOffset(), printTuple(type.getShape()),
                       printTuple(type.getStrides()));
}

/// A strided tensor out of nothing, in the storage that it is bound to.
PythonWriter::Text PythonWriter::printStrided(Operation *op,
                                              MetaTensorType type,
                                              build::BindStorageOp bind) {
  if (failed(checkStrided(op, type)) || failed(checkData(op, type, bind)))
    return failure();
  StringRef bytes;
  if (bind)
    bytes = storages[bind.getStorage()].bytes;
  bool isFirst = !bind || storages[bind.getStorage()].text.empty();
  bool isWhole = !bind || (bind.getOffset() == 0 &&
                           getReached(type, 0) >= bind.getBytes());
  if (isFirst && isWhole && type.isContiguous())
    if (auto filled = printFilled(type, bytes))
      return *filled;
  if (isFirst && isWhole && (!bind || !hasValues(type)))
    return "torch.empty_strided(" + printTuple(type.getShape()) + ", " +
           printTuple(type.getStrides()) + ", " + printOptions(type) + ")";
  return printSet("torch.empty(0, " + printOptions(type) + ")", type, bind);
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
    Text strided = printStrided(op, type, op);
    if (failed(strided))
      return failure();
    add(name(value) + ".data = " + *strided);
  }
  bool reachesPast = isRoot && getReached(type, op.getOffset()) > op.getBytes();
  if (reachesPast || (storage.numBinds > 1 && !isYielded(value)))
    name(value);
  if (storage.text.empty())
    storage.text = (isYielded(value) ? tensorName : variables.lookup(value)) +
                   ".untyped_storage()";
  if (reachesPast)
    add(llvm::formatv("{0}.resize_({1})", storage.text, op.getBytes()));
  return success();
}
