// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The random views that give other sizes.

#include "RandomViews.h"

#include "metautils/Layout/Views.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <functional>
#include <numeric>

using namespace metautils;

RandomView RandomViews::expand(const Ints &sizes) {
  std::vector<Number> target;
  for (int64_t added = upTo(1); added > 0; --added)
    target.push_back(size(between(0, 3)));
  for (int64_t s : sizes) {
    if (chance(20))
      target.push_back({-1});
    else
      target.push_back(size(s == 1 ? upTo(3) : s));
  }
  return {"expand", target,
          [=](Geometry &g, Arithmetic &arith, Read read) {
            return views::expand(g, arith, llvm::map_to_vector(target, read));
          },
          [=](const Elements &base) {
            size_t added = target.size() - base.sizes.size();
            Ints sizes;
            for (auto [i, size] : llvm::enumerate(target))
              sizes.push_back(size.value < 0 ? base.sizes[i - added]
                                             : size.value);
            return build(sizes, [&](const Ints &index) {
              Ints from(index.begin() + added, index.end());
              for (auto [i, size] : llvm::zip_equal(from, base.sizes))
                i = size == 1 ? 0 : i;
              return at(base, from);
            });
          }};
}

Ints RandomViews::factors(int64_t number) {
  Ints result;
  while (number > 1) {
    int64_t factor = 1;
    while (factor == 1 || number % factor != 0)
      factor = between(2, number);
    result.push_back(factor);
    number /= factor;
  }
  return result;
}

RandomView RandomViews::reshape(const Ints &sizes) {
  int64_t count = std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                                  std::multiplies<>());
  Ints target = sizes;
  if (count != 0 && chance(70)) // else some, or the same sizes
    target = factors(count);
  for (int64_t added = chance(30); added > 0; --added)
    target.insert(target.begin() + upTo(target.size()), 1);
  std::vector<Number> numbers;
  for (int64_t s : target)
    numbers.push_back(size(s));
  if (!numbers.empty() && count != 0 && chance(30))
    numbers[upTo(numbers.size() - 1)] = {-1};
  return {"reshape", numbers,
          [=](Geometry &g, Arithmetic &arith, Read read) {
            return views::reshape(g, arith, llvm::map_to_vector(numbers, read));
          },
          [=](const Elements &base) -> std::optional<Elements> {
            Elements result{target, base.addresses};
            if (!isStrided(result))
              return std::nullopt;
            return result;
          }};
}

RandomView RandomViews::unflatten(const Ints &sizes) {
  int64_t dim = upTo(sizes.size() - 1);
  Ints parts = sizes[dim] > 1 ? factors(sizes[dim]) : Ints{sizes[dim]};
  for (int64_t added = upTo(2); added > 0; --added)
    parts.insert(parts.begin() + upTo(parts.size()), 1);
  std::vector<Number> numbers;
  for (int64_t part : parts)
    numbers.push_back(size(part));
  // No size can be told from a product that is 0.
  if (sizes[dim] != 0 && chance(30))
    numbers[upTo(numbers.size() - 1)] = {-1};
  return {"unflatten", numbers,
          [=](Geometry &g, Arithmetic &arith, Read read) {
            return views::unflatten(g, arith, dim,
                                    llvm::map_to_vector(numbers, read));
          },
          [=](const Elements &base) {
            Elements result = base;
            auto at = result.sizes.erase(result.sizes.begin() + dim);
            result.sizes.insert(at, parts.begin(), parts.end());
            return result;
          }};
}

RandomView RandomViews::asStrided(const Ints &) {
  Geometry g = geometry();
  std::vector<Number> sizes, strides;
  for (auto [s, t] : llvm::zip_equal(g.sizes, g.strides)) {
    sizes.push_back(size(s.constant()));
    strides.push_back(number(t.constant()));
  }
  Number offset = number(g.offset.constant());
  return {"as_strided", sizes,
          [=](Geometry &g, Arithmetic &, Read read) {
            return views::asStrided(g, llvm::map_to_vector(sizes, read),
                                    llvm::map_to_vector(strides, read),
                                    read(offset));
          },
          [=](const Elements &) {
            return enumerate(g, [](SymInt s) { return s.constant(); });
          }};
}
