// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a jagged tensor becomes symbolic: all but its ragged size.
//
//   before:  %0 = meta.view %s[%j1] : 3x?x5xf32
//   after:   %0 = meta.view %s[%s93, %j1, %s73] : ?x?x?xf32

#include "Symbolizer.h"

using namespace mlir;
using namespace metautils;

static bool isJagged(SubclassOp subclass) {
  return subclass && subclass.getLayout() == "jagged";
}

//===----------------------------------------------------------------------===//
// Ragged sizes
//===----------------------------------------------------------------------===//

/// Only where nothing else is symbolic yet but the strides that count it.
std::optional<Symbolizer::RaggedDim> Symbolizer::findRagged(TensorOp tensor) {
  auto subclass = tensor.getGeometry().getDefiningOp<SubclassOp>();
  ArrayRef<int64_t> sizes = tensor.getType().getShape();
  if (!isJagged(subclass) || llvm::count(sizes, ShapedType::kDynamic) != 1)
    return std::nullopt;
  auto view = subclass.getOuter().getDefiningOp<ViewOp>();
  Geometry geometry;
  if (!view)
    return std::nullopt;
  llvm::cantFail(view.mapGeometry(0, arithmetic, geometry));
  auto *size = llvm::find_if(geometry.sizes, std::mem_fn(&SymInt::isSymbol));
  auto symbol = toValue(*size).getDefiningOp<SymbolOp>();
  if (!symbol || symbol.getKind() != SymbolKind::NestedInt)
    return std::nullopt;
  RaggedDim ragged = {unsigned(size - geometry.sizes.begin()), *size};
  Product extent = arithmetic.product({*size, geometry.strides[ragged.dim]});
  bool isAlone = llvm::all_of(geometry.strides, [&](SymInt stride) {
    return stride.isConstant() ||
           Product::compareSizes(arithmetic.product({stride}), extent) == 0;
  });
  return isAlone ? std::optional(ragged) : std::nullopt;
}

void Symbolizer::fillRagged(const RaggedDim &ragged, Geometry &geometry) {
  geometry.sizes[ragged.dim] = ragged.size;
  for (SymInt &stride : geometry.strides)
    if (stride.isUnknown())
      stride = arithmetic.mul(ragged.size, geometry.strides[ragged.dim]);
}

//===----------------------------------------------------------------------===//
// Storages
//===----------------------------------------------------------------------===//

static StorageOp getValuesStorage(SubclassOp subclass, RootFinder &roots) {
  DictAttr parts = subclass.getParts();
  for (auto [key, part] : llvm::zip_equal(parts.getKeys(), parts.getValues()))
    if (auto operand = dyn_cast<OperandAttr>(part))
      if (key == StringAttr::get(subclass.getContext(), "_values")) {
        Value root = roots.find(subclass.getInner()[operand.getNumber()]);
        return root ? root.getDefiningOp<StorageOp>() : StorageOp();
      }
  return {};
}

/// PyTorch says that a jagged tensor has as many bytes as its values.
void Symbolizer::collectJaggedStorages() {
  for (auto subclass : module.getOps<SubclassOp>()) {
    auto view = subclass.getOuter().getDefiningOp<ViewOp>();
    if (!isJagged(subclass) || !view)
      continue;
    auto storage = view.getBase().getDefiningOp<StorageOp>();
    StorageOp values = getValuesStorage(subclass, roots);
    if (storage && values && storage.getBytes() == values.getBytes())
      jaggedStorages.push_back({storage, values});
  }
}

void Symbolizer::growJaggedStorages() {
  for (auto [storage, values] : jaggedStorages)
    if (values.getDynamicBytes() && !storage.getDynamicBytes())
      setBytes(storage, values.getDynamicBytes());
}
