// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each view twice: as the call to Views.h, and as a rule on elements. Those
// that give other sizes are in RandomShapes.cpp.

#include "RandomViews.h"

#include "metautils/Layout/Views.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>

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
  return {"squeeze",
          {},
          [=](Geometry &g, Arithmetic &, Read) {
            return views::squeeze(g, dims, sizes);
          },
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
