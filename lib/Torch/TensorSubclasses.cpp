// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes what Python adds to tensors: symbolic numbers, and classes that
// make a tensor of others.

#include "RecordedViews.h"
#include "metautils/Torch/NativeSymbols.h"
#include "metautils/Torch/TensorDescriber.h"

#include "mlir/IR/Diagnostics.h"

#include <c10/core/SymNodeImpl.h>

using namespace mlir;
using namespace metautils;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

ObjectFacts TensorDescriber::readObject(PythonFacts::Class ofObject,
                                        const at::Tensor &tensor,
                                        TensorFacts &facts) const {
  facts.parameter = ofObject == PythonFacts::Class::Parameter;
  if (ofObject == PythonFacts::Class::Tensor || facts.parameter)
    return {};
  ObjectFacts object = python->readObject(tensor, location.getContext());
  facts.parameter = object.parameter;
  facts.buffer = object.buffer;
  facts.fake = object.fake;
  return object;
}

//===----------------------------------------------------------------------===//
// Symbolic numbers
//===----------------------------------------------------------------------===//

/// A nested int that C++ made. Those of Python do not say so in C++.
static SymInt getNestedInt(const c10::SymNode &node, int64_t id,
                           DescriptionNumbers &numbers) {
  std::string name = "j" + std::to_string(id);
  SymInt symbol = numbers.getSymbol({name, SymbolKind::NestedInt});
  return numbers.getArithmetic().mul(symbol,
                                     node->nested_int_coeff().value_or(1));
}

FailureOr<SymInt> TensorDescriber::readNumber(const c10::SymInt &number) {
  if (std::optional<int64_t> constant = number.maybe_as_int())
    return SymInt(*constant);
  c10::SymNode node = number.toSymNode();
  if (auto native = describeNativeNumber(number, builder.getNumbers()))
    return *native;
  if (std::optional<int64_t> id = node->nested_int())
    return getNestedInt(node, *id, builder.getNumbers());
  if (!python)
    return emitError() << "expected the sizes of '" << path
                       << "' to be known, got '" << node->str() << "'";
  llvm::Expected<SymInt> result =
      python->getNumber(number, builder.getNumbers());
  if (result)
    return *result;
  return emitError() << "expected integer sizes, strides and bytes of '" << path
                     << "', got one of which "
                     << llvm::toString(result.takeError());
}

LogicalResult TensorDescriber::readDims(c10::SymIntArrayRef list,
                                        SmallVectorImpl<SymInt> &numbers) {
  numbers.clear();
  for (const c10::SymInt &element : list) {
    FailureOr<SymInt> number = readNumber(element);
    if (failed(number))
      return failure();
    numbers.push_back(*number);
  }
  return success();
}

LogicalResult TensorDescriber::readDynamic(const at::Tensor &tensor,
                                           TensorFacts &facts) {
  if (failed(readDims(tensor.sym_sizes(), geometry.sizes)) ||
      failed(readDims(tensor.sym_strides(), geometry.strides)))
    return failure();
  FailureOr<SymInt> offset = readNumber(tensor.sym_storage_offset());
  if (failed(offset))
    return failure();
  geometry.offset = *offset;

  auto isConstant = [](SymInt number) { return number.isConstant(); };
  if (!llvm::all_of(geometry.sizes, isConstant) ||
      !llvm::all_of(geometry.strides, isConstant) || !offset->isConstant()) {
    facts.dynamic = &geometry;
    return success();
  }
  auto getConstants = [](ArrayRef<SymInt> list, SmallVectorImpl<int64_t> &to) {
    to.clear();
    for (SymInt number : list)
      to.push_back(number.constant());
  };
  getConstants(geometry.sizes, sizes);
  getConstants(geometry.strides, strides);
  facts.sizes = sizes;
  facts.strides = strides;
  facts.offset = offset->constant();
  return success();
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

/// A class may find ever new tensors in its tensors.
static constexpr size_t maxDepth = 10'000;

LogicalResult TensorDescriber::meetSubclass(const at::Tensor &tensor) {
  if (stack.size() >= maxDepth) {
    path.truncate(stack.front().pathLength);
    return emitError() << "expected fewer than " << maxDepth
                       << " tensors one in another, got more in '" << path
                       << "'";
  }
  WrapperFacts facts = python->flatten(tensor, location.getContext());
  SmallVector<Relative, 1> parts;
  for (const WrapperFacts::Operand &operand : facts.operands)
    if (operand.tensor.defined())
      parts.push_back({operand.tensor, operand.relation});
  inner[tensor.unsafeGetTensorImpl()] = std::move(parts);
  wrappers[tensor.unsafeGetTensorImpl()] = std::move(facts);
  return success();
}

FailureOr<Value> TensorDescriber::emitSubclass(const at::Tensor &tensor,
                                               TensorFacts &facts) {
  auto entry = wrappers.find(tensor.unsafeGetTensorImpl());
  WrapperFacts wrapper = std::move(entry->second);
  wrappers.erase(entry);
  if (failed(readStrided(tensor, facts)))
    return failure();
  FailureOr<Value> outer = emitRecordedView(builder, tensor, facts, python);
  if (!*outer)
    outer = builder.addGeometry(facts);
  if (failed(outer))
    return failure();
  SmallVector<Value> operands;
  for (const WrapperFacts::Operand &operand : wrapper.operands) {
    if (operand.tensor.defined()) {
      operands.push_back(lookup(operand.tensor));
      continue;
    }
    FailureOr<SymInt> number = readNumber(operand.number);
    if (failed(number))
      return failure();
    operands.push_back(builder.getNumbers().getArithmetic().getValue(*number));
  }
  return builder.addSubclass(facts, *outer, operands, wrapper.className,
                             wrapper.parts, wrapper.ctx, wrapper.layout,
                             wrapper.byAttribute);
}
