// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which tensors C++ converts.

#include "Convertible.h"
#include "NativeRead.h"
#include "Objects.h"
#include "PythonObjects.h"
#include "metautils/Torch/TensorFacts.h"

using namespace metautils;
using namespace metautils::python;
using c10::DispatchKey;
using c10::DispatchKeySet;
namespace py = pybind11;

bool python::isUndisturbed() {
  static constexpr DispatchKeySet harmless =
      c10::default_included_set | c10::default_excluded_set |
      c10::autocast_dispatch_keyset | c10::autograd_dispatch_keyset |
      DispatchKeySet(
          {DispatchKey::ADInplaceOrView, DispatchKey::AutogradFunctionality});
  c10::impl::LocalDispatchKeySet keys = c10::impl::tls_local_dispatch_key_set();
  return harmless.has_all(keys.included_ | keys.excluded_);
}

/// Of a tensor itself: not of what it is a view of.
static bool isPlain(const at::Tensor &tensor) {
  static constexpr DispatchKeySet others = DispatchKeySet(
      {DispatchKey::Conjugate, DispatchKey::Negative, DispatchKey::ZeroTensor});
  PythonFacts::Class ofObject = getClass(tensor);
  return (ofObject == PythonFacts::Class::Tensor ||
          ofObject == PythonFacts::Class::Parameter) &&
         isOrdinary(tensor, ofObject) && !tensor.key_set().has_any(others) &&
         !isSymbolic(tensor) && !tensor.is_inference() &&
         !tensor.device().is_lazy() && isReadNatively(wrap(tensor).ptr());
}

/// The grad of a grad may be a cycle.
bool python::isConvertible(const at::Tensor &tensor) {
  if (!isPlain(tensor))
    return false;
  if (const at::Tensor *grad = findGrad(tensor))
    if (!isPlain(*grad) || findGrad(*grad) || findBase(*grad))
      return false;
  const at::Tensor *base = findBase(tensor);
  return !base || (base->scalar_type() == tensor.scalar_type() &&
                   !findBase(*base) && isConvertible(*base));
}
