// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of Python objects where nobody says more.

#include "metautils/Torch/TensorDescriber.h"

using namespace metautils;

PythonFacts::~PythonFacts() = default;

ObjectFacts PythonFacts::readObject(const at::Tensor &tensor,
                                    mlir::MLIRContext *) {
  ObjectFacts facts;
  facts.className = getClassName(tensor);
  return facts;
}

WrapperFacts PythonFacts::flatten(const at::Tensor &tensor,
                                  mlir::MLIRContext *context) {
  WrapperFacts facts;
  facts.className = getClassName(tensor);
  facts.parts = DictAttr::get(context, {}, {});
  return facts;
}

llvm::Expected<SymInt> PythonFacts::getNumber(const c10::SymInt &number,
                                              DescriptionNumbers &) {
  return llvm::createStringError("'" + number.toSymNode()->str() +
                                 "' is a number that only Python knows");
}
