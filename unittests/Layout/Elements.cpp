// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as lists of addresses.

#include "Elements.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <numeric>

using namespace metautils;

Elements metautils::build(Ints sizes,
                          llvm::function_ref<int64_t(const Ints &)> address) {
  Elements result{std::move(sizes), {}};
  Ints index(result.sizes.size());
  int64_t count = std::accumulate(result.sizes.begin(), result.sizes.end(),
                                  int64_t(1), std::multiplies<>());
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    for (size_t dim = index.size(); dim-- > 0;) {
      index[dim] = rest % result.sizes[dim];
      rest /= result.sizes[dim];
    }
    result.addresses.push_back(address(index));
  }
  return result;
}

int64_t metautils::at(const Elements &elements, const Ints &index) {
  int64_t flat = 0;
  for (auto [size, i] : llvm::zip_equal(elements.sizes, index))
    flat = flat * size + i;
  return elements.addresses[flat];
}

Elements metautils::keep(const Elements &base, int64_t dim, const Ints &kept) {
  Ints sizes = base.sizes;
  sizes[dim] = kept.size();
  return build(sizes, [&](Ints index) {
    index[dim] = kept[index[dim]];
    return at(base, index);
  });
}

Ints metautils::range(int64_t start, int64_t end, int64_t step) {
  Ints result;
  for (int64_t i = start; i < end; i += step)
    result.push_back(i);
  return result;
}

bool metautils::isStrided(const Elements &elements) {
  if (elements.addresses.empty())
    return true;
  Ints strides;
  for (size_t dim = 0; dim < elements.sizes.size(); ++dim) {
    Ints second(elements.sizes.size());
    second[dim] = elements.sizes[dim] > 1;
    strides.push_back(at(elements, second) - elements.addresses[0]);
  }
  Elements strided = build(elements.sizes, [&](const Ints &index) {
    return std::inner_product(index.begin(), index.end(), strides.begin(),
                              elements.addresses[0]);
  });
  return strided.addresses == elements.addresses;
}

Elements metautils::enumerate(const Geometry &g,
                              llvm::function_ref<int64_t(SymInt)> value) {
  Ints sizes, strides;
  for (auto [size, stride] : llvm::zip_equal(g.sizes, g.strides)) {
    sizes.push_back(value(size));
    strides.push_back(value(stride));
  }
  return build(sizes, [&](const Ints &index) {
    return std::inner_product(index.begin(), index.end(), strides.begin(),
                              value(g.offset));
  });
}

Elements metautils::fix(const Elements &base, int64_t dim, int64_t at) {
  Elements result = keep(base, dim, {at});
  result.sizes.erase(result.sizes.begin() + dim);
  return result;
}

Elements metautils::cutElements(const Elements &base, int64_t ratio) {
  Elements result{base.sizes, {}};
  result.sizes.push_back(ratio);
  for (int64_t address : base.addresses)
    for (int64_t i = 0; i < ratio; ++i)
      result.addresses.push_back(address * ratio + i);
  return result;
}

std::optional<Elements> metautils::joinElements(const Elements &base) {
  Elements result{base.sizes, {}};
  int64_t ratio = result.sizes.back();
  result.sizes.pop_back();
  for (size_t i = 0; i < base.addresses.size(); ++i) {
    int64_t first = base.addresses[i - i % ratio];
    if (first % ratio != 0 ||
        base.addresses[i] != first + static_cast<int64_t>(i) % ratio)
      return std::nullopt;
    if (i % ratio == 0)
      result.addresses.push_back(first / ratio);
  }
  return result;
}
