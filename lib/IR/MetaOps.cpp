// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roots, the canonical view, identity, names and queries: verification and the
// names of their results.

#include "metautils/IR/MetaOps.h"
#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/IndexSyntax.h"
#include "metautils/Layout/Extent.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace metautils;

#include "metautils/IR/MetaInterfaces.cpp.inc"

/// A name as MLIR can print it behind `%`.
static std::string getAsmName(StringRef name) {
  std::string result;
  if (name.empty() || !llvm::isAlpha(name.front()))
    result.push_back('t');
  for (char c : name) {
    bool plain = llvm::isAlnum(c) || c == '.' || c == '_';
    if (plain || result.back() != '_')
      result.push_back(plain ? c : '_');
  }
  while (result.back() == '_')
    result.pop_back();
  return result;
}

//===----------------------------------------------------------------------===//
// StorageOp
//===----------------------------------------------------------------------===//

void StorageOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "s");
}

LogicalResult StorageOp::verify() {
  // storage_c1
  if (ShapedType::isDynamic(getBytes()) != bool(getDynamicBytes()))
    return emitOpError("expected a constant number of bytes or an operand");
  if (!getDynamicBytes() && getBytes() < 0)
    return emitOpError("expected no negative number of bytes, got ")
           << getBytes();
  return success();
}

LogicalResult DataOp::verify() {
  // data_c1
  ShapedType type = getBytes().getShapedType();
  if (type.getRank() != 1 || !type.getElementType().isSignlessInteger(8))
    return emitOpError("expected a list of 'i8', got ") << type;
  // data_c2
  auto storage = getStorage().getDefiningOp<StorageOp>();
  if (storage && !storage.getDynamicBytes() &&
      storage.getBytes() != type.getNumElements())
    return emitOpError("expected the ")
           << storage.getBytes() << " bytes of the storage, got "
           << type.getNumElements();
  return success();
}

//===----------------------------------------------------------------------===//
// SymbolOp
//===----------------------------------------------------------------------===//

void SymbolOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getAsmName(getName()));
}

LogicalResult SymbolOp::verify() {
  // symbol_c1
  if ((*this)->getParentOfType<FunctionOpInterface>())
    return emitOpError("expected symbol '")
           << getName()
           << "' outside of functions: inside one, take an index argument or "
              "query an argument";
  return verifySymbolFacts(*this, getName(), getMin(), getMax(), getHint());
}

LogicalResult metautils::verifySymbolFacts(Operation *op, StringRef name,
                                           std::optional<int64_t> from,
                                           std::optional<int64_t> upTo,
                                           std::optional<int64_t> hint) {
  // symbol_c2
  int64_t min = from.value_or(std::numeric_limits<int64_t>::min());
  int64_t max = upTo.value_or(std::numeric_limits<int64_t>::max());
  if (min > max)
    return op->emitOpError("expected a range for symbol '")
           << name << "', got min " << min << " and max " << max;
  if (hint && (*hint < min || *hint > max))
    return op->emitOpError("expected the hint of symbol '")
           << name << "' in its range, got " << *hint;
  // symbol_c3
  for (std::optional<int64_t> fact : {from, upTo, hint})
    if (fact && ShapedType::isDynamic(*fact))
      return op->emitOpError("expected facts about symbol '")
             << name << "' above the reserved value " << *fact;
  return success();
}

//===----------------------------------------------------------------------===//
// ViewOp
//===----------------------------------------------------------------------===//

llvm::Error ViewOp::mapGeometry(unsigned, Arithmetic &arithmetic,
                                Geometry &geometry) {
  auto operands = getDynamicLayout().begin();
  // Sizes are asked for before strides, which is the order of the operands.
  auto open = [&](GeometryPart, unsigned) { return toSymInt(*operands++); };
  SymInt offset =
      getDynamicOffset() ? toSymInt(getDynamicOffset()) : SymInt(getOffset());
  geometry = getTypeGeometry(getType(), offset, arithmetic, open);
  return llvm::Error::success();
}

/// Of a storage or a tensor.
static StringAttr getDevice(Type type) {
  if (auto storage = dyn_cast<StorageType>(type))
    return storage.getDevice();
  return cast<MetaTensorType>(type).getDevice();
}

static bool isStridedOrStorage(Type type) {
  auto tensor = dyn_cast<MetaTensorType>(type);
  return !tensor || tensor.isStrided();
}

LogicalResult ViewOp::verify() {
  MetaTensorType type = getType();
  // view_c3
  if (!type.isStrided() || !isStridedOrStorage(getBase().getType()))
    return emitOpError("expected a strided layout, got ")
           << (type.isStrided() ? getBase().getType() : Type(type));
  // view_c1
  unsigned expected = type.getNumDynamic() + ShapedType::isDynamic(getOffset());
  if (getDynamic().size() != expected)
    return emitOpError("expected ")
           << expected << " index operands for the '?' of " << type
           << " and the offset, got " << getDynamic().size();
  // view_c2
  if (getDevice(getBase().getType()) != type.getDevice())
    return emitOpError("expected a result on ")
           << getDevice(getBase().getType()) << ", got " << type.getDevice();
  // view_c4
  if (!ShapedType::isDynamic(getOffset()) && getOffset() < 0)
    return emitOpError("expected no negative offset, got ") << getOffset();
  // view_c5
  if (type.getNumDynamic() || ShapedType::isDynamic(getOffset()))
    return success();
  if (!reachedBytes(type.getShape(), type.getStrides(), getOffset(),
                    type.getElementBytes()))
    return emitOpError("expected every byte below 2^63, got an overflow");
  return success();
}

//===----------------------------------------------------------------------===//
// CastOp
//===----------------------------------------------------------------------===//

/// What two types say of the same numbers; nothing where they disagree.
static std::optional<SmallVector<int64_t>> unite(ArrayRef<int64_t> a,
                                                 ArrayRef<int64_t> b) {
  SmallVector<int64_t> result(a);
  for (auto [number, other] : llvm::zip_equal(result, b)) {
    if (ShapedType::isDynamic(number))
      number = other;
    else if (number != other && !ShapedType::isDynamic(other))
      return std::nullopt;
  }
  return result;
}

/// The strides that a type says a tensor of these sizes has. Nothing where it
/// is contiguous and they are too large for that.
static std::optional<SmallVector<int64_t>>
getStridesAt(MetaTensorType type, ArrayRef<int64_t> sizes) {
  if (!type.isContiguous())
    return type.getStrides();
  auto sized = MetaTensorType::getChecked(
      [&] { return emitUnseenError(type.getContext()); }, sizes,
      type.getElementType());
  if (!sized)
    return std::nullopt;
  return sized.getStrides();
}

/// Whether one tensor can be of both types.
static bool canAgree(MetaTensorType from, MetaTensorType to) {
  if (from.getRank() != to.getRank() ||
      from.getElementType() != to.getElementType() ||
      from.getDevice() != to.getDevice() || from.getConj() != to.getConj() ||
      from.getNeg() != to.getNeg())
    return false;
  auto sizes = unite(from.getShape(), to.getShape());
  if (!sizes)
    return false;
  if (!from.isStrided() || !to.isStrided())
    return from.getLayout() == to.getLayout();
  auto fromStrides = getStridesAt(from, *sizes);
  auto toStrides = getStridesAt(to, *sizes);
  return fromStrides && toStrides && unite(*fromStrides, *toStrides);
}

LogicalResult CastOp::verify() {
  // cast_c1
  if (canAgree(getBase().getType(), getType()))
    return success();
  return emitOpError("expected types of which one says what the other leaves "
                     "open, got ")
         << getBase().getType() << " and " << getType();
}

llvm::Error CastOp::mapGeometry(unsigned, Arithmetic &arithmetic,
                                Geometry &geometry) {
  if (!getType().isStrided())
    return llvm::createStringError("expected a strided layout");
  // What either type knows is known.
  Geometry from = geometry;
  auto open = [&](GeometryPart part, unsigned dim) {
    return part == GeometryPart::Size ? from.sizes[dim] : from.strides[dim];
  };
  geometry = getTypeGeometry(getType(), from.offset, arithmetic, open);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// TensorOp and SourceOp
//===----------------------------------------------------------------------===//

void TensorOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  StringRef name = getSourceName(getResult());
  setName(getResult(), name.empty() ? "t" : getAsmName(name));
}

/// ` for 'name'`, where the tensor has one.
static std::string forTensor(Value tensor) {
  StringRef name = getSourceName(tensor);
  return name.empty() ? std::string() : (" for '" + name + "'").str();
}

LogicalResult TensorOp::verify() {
  Type geometry = getGeometry().getType();
  MetaTensorType type = getType();
  // tensor_c1
  if (auto live = getGeometry().getDefiningOp<TensorOp>()) {
    InFlightDiagnostic diagnostic = emitOpError("expected a geometry")
                                    << forTensor(getResult())
                                    << ", got a live tensor";
    diagnostic.attachNote(live.getLoc()) << "the live tensor is defined here";
    return diagnostic;
  }
  if (auto storage = dyn_cast<StorageType>(geometry)) {
    // tensor_c2
    if (!type.isContiguous() || !type.hasStaticShape() ||
        type.getDevice() != storage.getDevice())
      return emitOpError("expected a static contiguous type on ")
             << storage.getDevice() << " over a storage"
             << forTensor(getResult()) << ", got " << type;
  } else if (geometry != type) {
    // tensor_c3
    return emitOpError("expected the type of its geometry, ")
           << geometry << forTensor(getResult()) << ", got " << type;
  }
  // tensor_c4
  for (Value other : {getBase(), getGrad()})
    if (other && (!isLiveTensor(other) || other == getResult()))
      return emitOpError("expected another live tensor as ")
             << (other == getBase() ? "base" : "grad")
             << forTensor(getResult());
  // tensor_c5
  if (getCreation() != CreationMeta::Default && !getBase())
    return emitOpError("expected a base under 'creation'")
           << forTensor(getResult());
  // tensor_c6
  if (getNonLeaf() && !getRequiresGrad())
    return emitOpError("expected 'requires_grad' under 'non_leaf'")
           << forTensor(getResult());
  // tensor_c7
  if (getOutput() < 0)
    return emitOpError("expected no negative 'output'")
           << forTensor(getResult()) << ", got " << getOutput();
  if ((getRetainsGrad() || getOutput()) && !getNonLeaf())
    return emitOpError("expected 'non_leaf' under '")
           << (getRetainsGrad() ? "retains_grad" : "output") << "'"
           << forTensor(getResult());
  return success();
}

/// Of an op that says something about live tensors.
static LogicalResult verifyLive(Operation *op) {
  for (Value tensor : op->getOperands()) {
    if (isLiveTensor(tensor))
      continue;
    InFlightDiagnostic diagnostic = op->emitOpError("expected live tensors")
                                    << forTensor(op->getOperand(0))
                                    << ", got a geometry";
    diagnostic.attachNote(tensor.getLoc())
        << "make a live tensor of it with 'meta.tensor'";
    return diagnostic;
  }
  return success();
}

LogicalResult TangentOp::verify() {
  // tangent_c1
  if (failed(verifyLive(*this)))
    return failure();
  // tangent_c2
  if (failed(verifyCompatibleShape(getTensor().getType().getShape(),
                                   getTangent().getType().getShape())))
    return emitOpError("expected a tangent of the shape of ")
           << getTensor().getType() << forTensor(getTensor()) << ", got "
           << getTangent().getType();
  return success();
}

LogicalResult SharesVersionOp::verify() {
  // shares_version_c1
  return verifyLive(*this);
}

LogicalResult SourceOp::verify() {
  // source_c1
  if (!isLiveTensor(getTensor())) {
    InFlightDiagnostic diagnostic = emitOpError("expected a live tensor for '")
                                    << getName() << "', got a geometry";
    diagnostic.attachNote(getTensor().getLoc())
        << "make a live tensor of it with 'meta.tensor'";
    return diagnostic;
  }
  // source_c2
  if (getName().empty())
    return emitOpError("expected a name that is not empty");
  return success();
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static LogicalResult verifyDim(Operation *op, MetaTensorType type,
                               int64_t dim) {
  if (dim >= 0 && dim < type.getRank())
    return success();
  return op->emitOpError("expected a dim in [0, ")
         << type.getRank() << "), got " << dim;
}

static LogicalResult verifyStrided(Operation *op, MetaTensorType type) {
  if (type.isStrided())
    return success();
  return op->emitOpError("expected a strided tensor, got ") << type;
}

LogicalResult SizeOp::verify() {
  // size_c1
  return verifyDim(*this, getTensor().getType(), getDim());
}

LogicalResult StrideOp::verify() {
  // stride_c1, stride_c2
  if (failed(verifyStrided(*this, getTensor().getType())))
    return failure();
  return verifyDim(*this, getTensor().getType(), getDim());
}

LogicalResult OffsetOp::verify() {
  // offset_c1
  return verifyStrided(*this, getTensor().getType());
}
