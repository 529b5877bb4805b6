// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each view twice: as the call to Views.h, and as a rule on elements.

#include "RandomViews.h"

#include "metautils/Layout/Views.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>
#include <numeric>

using namespace metautils;

//===----------------------------------------------------------------------===//
// Views of dims
//===----------------------------------------------------------------------===//

Ints RandomViews::shuffled(size_t count) {
  Ints result = range(0, count);
  std::shuffle(result.begin(), result.end(), engine);
  return result;
}

RandomView RandomViews::permute(const Ints &sizes) {
  Ints dims = shuffled(sizes.size());
  return {
      "permute",
      {},
      [=](Geometry &g, Arithmetic &, Read) { return views::permute(g, dims); },
      [=](const Elements &base) {
        Ints sizes;
        for (int64_t dim : dims)
          sizes.push_back(base.sizes[dim]);
        return build(sizes, [&](const Ints &index) {
          Ints from(index.size());
          for (auto [i, dim] : llvm::enumerate(dims))
            from[dim] = index[i];
          return at(base, from);
        });
      }};
}

RandomView RandomViews::transpose(const Ints &sizes) {
  int64_t dim0 = upTo(sizes.size() - 1), dim1 = upTo(sizes.size() - 1);
  return {"transpose",
          {},
          [=](Geometry &g, Arithmetic &, Read) {
            return views::transpose(g, dim0, dim1);
          },
          [=](const Elements &base) {
            Ints sizes = base.sizes;
            std::swap(sizes[dim0], sizes[dim1]);
            return build(sizes, [&](Ints index) {
              std::swap(index[dim0], index[dim1]);
              return at(base, index);
            });
          }};
}

RandomView RandomViews::slice(const Ints &sizes) {
  int64_t dim = upTo(sizes.size() - 1);
  Number start = number(between(-8, 8)), end = number(between(-8, 12)),
         step = number(between(1, 3));
  return {
      "slice",
      {start, end, step},
      [=](Geometry &g, Arithmetic &arith, Read read) {
        return views::slice(g, arith, dim, read(start), read(end), read(step));
      },
      [=](const Elements &base) {
        int64_t size = base.sizes[dim];
        auto bound = [&](int64_t i) {
          return std::clamp<int64_t>(i < 0 ? i + size : i, 0, size);
        };
        return keep(base, dim,
                    range(bound(start.value), bound(end.value), step.value));
      }};
}

RandomView RandomViews::narrow(const Ints &sizes) {
  int64_t dim = upTo(sizes.size() - 1), first = upTo(sizes[dim]);
  Number start = number(chance(20) && first ? first - sizes[dim] : first);
  if (start.value == 0)
    first = 0;
  Number length = number(upTo(sizes[dim] - first));
  return {"narrow",
          {start, length},
          [=](Geometry &g, Arithmetic &arith, Read read) {
            return views::narrow(g, arith, dim, read(start), read(length));
          },
          [=](const Elements &base) {
            return keep(base, dim, range(first, first + length.value));
          }};
}

RandomView RandomViews::select(const Ints &sizes) {
  int64_t dim = upTo(sizes.size() - 1), size = sizes[dim];
  Number index = number(size ? between(-size, size - 1) : 0);
  return {"select",
          {index},
          [=](Geometry &g, Arithmetic &arith, Read read) {
            return views::select(g, arith, dim, read(index));
          },
          [=](const Elements &base) -> std::optional<Elements> {
            if (size == 0)
              return std::nullopt;
            return fix(base, dim, (index.value + size) % size);
          }};
}

RandomView RandomViews::split(const Ints &sizes) {
  int64_t dim = upTo(sizes.size() - 1), size = sizes[dim];
  int64_t first = upTo(size), second = between(first, size), piece = upTo(2);
  std::vector<Number> pieces = {number(first), number(second - first),
                                number(size - second)};
  return {"split", pieces,
          [=](Geometry &g, Arithmetic &arith, Read read) {
            return views::split(g, arith, dim,
                                llvm::map_to_vector(pieces, read), piece);
          },
          [=](const Elements &base) {
            Ints cuts = {0, first, second, size};
            return keep(base, dim, range(cuts[piece], cuts[piece + 1]));
          }};
}

RandomView RandomViews::squeeze(const Ints &sizes) {
  Ints dims = shuffled(sizes.size());
  dims.resize(upTo(dims.size()));
  return {
      "squeeze",
      {},
      [=](Geometry &g, Arithmetic &, Read) { return views::squeeze(g, dims); },
      [=](const Elements &base) {
        Elements result = base;
        for (int64_t dim = base.sizes.size(); dim-- > 0;)
          if (base.sizes[dim] == 1 && llvm::is_contained(dims, dim))
            result.sizes.erase(result.sizes.begin() + dim);
        return result;
      }};
}

RandomView RandomViews::unsqueeze(const Ints &sizes) {
  int64_t dim = upTo(sizes.size());
  return {"unsqueeze",
          {},
          [=](Geometry &g, Arithmetic &arith, Read) {
            return views::unsqueeze(g, arith, dim);
          },
          [=](const Elements &base) {
            Elements result = base;
            result.sizes.insert(result.sizes.begin() + dim, 1);
            return result;
          }};
}

RandomView RandomViews::diagonal(const Ints &sizes) {
  Ints dims = shuffled(sizes.size());
  int64_t dim0 = dims[0], dim1 = dims[1], offset = between(-4, 4);
  return {"diagonal",
          {},
          [=](Geometry &g, Arithmetic &arith, Read) {
            return views::diagonal(g, arith, offset, dim0, dim1);
          },
          [=](const Elements &base) {
            int64_t row = std::max<int64_t>(-offset, 0);
            int64_t column = std::max<int64_t>(offset, 0);
            Ints sizes = base.sizes;
            sizes.erase(sizes.begin() + std::max(dim0, dim1));
            sizes.erase(sizes.begin() + std::min(dim0, dim1));
            sizes.push_back(range(0, std::min(base.sizes[dim0] - row,
                                              base.sizes[dim1] - column))
                                .size());
            return build(sizes, [&](Ints index) {
              int64_t i = index.back();
              index.pop_back();
              bool isDim0First = dim0 < dim1;
              index.insert(index.begin() + std::min(dim0, dim1),
                           isDim0First ? row + i : column + i);
              index.insert(index.begin() + std::max(dim0, dim1),
                           isDim0First ? column + i : row + i);
              return at(base, index);
            });
          }};
}

RandomView RandomViews::unfold(const Ints &sizes) {
  int64_t dim = upTo(sizes.size() - 1);
  Number size = number(upTo(sizes[dim])), step = number(between(1, 3));
  return {"unfold",
          {size, step},
          [=](Geometry &g, Arithmetic &arith, Read read) {
            return views::unfold(g, arith, dim, read(size), read(step));
          },
          [=](const Elements &base) {
            Ints starts =
                range(0, base.sizes[dim] - size.value + 1, step.value);
            Ints sizes = base.sizes;
            sizes[dim] = starts.size();
            sizes.push_back(size.value);
            return build(sizes, [&](Ints index) {
              int64_t i = index.back();
              index.pop_back();
              index[dim] = starts[index[dim]] + i;
              return at(base, index);
            });
          }};
}

//===----------------------------------------------------------------------===//
// Views that give other sizes
//===----------------------------------------------------------------------===//

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
  if (chance(30))
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

//===----------------------------------------------------------------------===//
// Views of other elements
//===----------------------------------------------------------------------===//

RandomView RandomViews::viewDtype(const Ints &sizes) {
  int64_t ratio = int64_t(2) << upTo(1);
  bool widens = chance(60) && sizes.back() % ratio == 0;
  return {widens ? "view as larger" : "view as smaller",
          {{ratio}},
          [=](Geometry &g, Arithmetic &arith, Read) {
            return views::viewDtype(g, arith, widens ? 1 : ratio,
                                    widens ? ratio : 1);
          },
          [=](const Elements &base) -> std::optional<Elements> {
            if (!widens) {
              Elements result = cutElements(base, ratio);
              result.sizes.pop_back();
              result.sizes.back() *= ratio;
              return result;
            }
            Elements cut = base;
            cut.sizes.back() /= ratio;
            cut.sizes.push_back(ratio);
            return joinElements(cut);
          }};
}

RandomView RandomViews::viewAsReal(const Ints &) {
  return {"view_as_real",
          {},
          [](Geometry &g, Arithmetic &arith, Read) {
            return views::viewAsReal(g, arith);
          },
          [](const Elements &base) { return cutElements(base, 2); }};
}

RandomView RandomViews::viewAsComplex(const Ints &) {
  return {"view_as_complex",
          {},
          [](Geometry &g, Arithmetic &arith, Read) {
            return views::viewAsComplex(g, arith);
          },
          [](const Elements &base) -> std::optional<Elements> {
            if (base.sizes.empty() || base.sizes.back() != 2)
              return std::nullopt;
            return joinElements(base);
          }};
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

Geometry RandomViews::geometry() {
  Geometry g;
  size_t rank = upTo(4);
  for (size_t dim = 0; dim < rank; ++dim)
    g.sizes.push_back(chance(8) ? 0 : between(1, 5));
  g.strides.assign(rank, SymInt(1));
  int64_t stride = 1;
  Ints order = chance(40) ? shuffled(rank) : range(0, rank);
  for (int64_t dim : llvm::reverse(order)) {
    g.strides[dim] = stride;
    stride *= std::max<int64_t>(g.sizes[dim].constant(), 1);
    if (chance(15)) // a gap or an overlap
      stride = std::max<int64_t>(stride + between(-1, 3), 0);
    if (chance(10))
      g.strides[dim] = upTo(4);
  }
  g.offset = chance(50) ? 0 : upTo(9);
  return g;
}

RandomView RandomViews::view(const Ints &sizes) {
  using Maker = RandomView (RandomViews::*)(const Ints &);
  // The first ones need two dims, the next ones one.
  static constexpr Maker makers[] = {
      &RandomViews::diagonal,   &RandomViews::transpose,
      &RandomViews::slice,      &RandomViews::narrow,
      &RandomViews::select,     &RandomViews::split,
      &RandomViews::unfold,     &RandomViews::unflatten,
      &RandomViews::viewDtype,  &RandomViews::permute,
      &RandomViews::squeeze,    &RandomViews::unsqueeze,
      &RandomViews::expand,     &RandomViews::reshape,
      &RandomViews::reshape,    &RandomViews::asStrided,
      &RandomViews::viewAsReal, &RandomViews::viewAsComplex};
  size_t first = sizes.size() >= 2 ? 0 : sizes.size() == 1 ? 1 : 9;
  return (this->*makers[between(first, std::size(makers) - 1)])(sizes);
}
