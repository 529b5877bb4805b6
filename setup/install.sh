#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what the build needs: Debian's packages and .venv. Looks first, so
# that a second run takes no time and no network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source setup/versions

fail() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

listed_packages() {
  sed -e '/^#/d' -e "s/\${LLVM_MAJOR}/$LLVM_MAJOR/" setup/debian-packages.txt
}

missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' \
    $(listed_packages) 2>/dev/null | sed -n 's/^installed //p' || true)
  comm -23 <(listed_packages | sort) <(sort -u <<<"$installed")
}

# Own copies of LLVM and libtorch: on another system, or as another version.
advice=(
  "what is needed: MLIR $LLVM_MAJOR with its tools, torch $(sed -n 's/^torch==//p' setup/requirements.txt), and what these Debian packages hold:"
  "  $(listed_packages | tr '\n' ' ')"
  "with all of it in place, name the folders of MLIRConfig.cmake and, for a libtorch that is not in .venv, of TorchConfig.cmake:"
  "  MLIR_DIR=/path/to/lib/cmake/mlir Torch_DIR=/path/to/share/cmake/Torch make build"
)

install_packages() {
  [[ -z ${MLIR_DIR:-} ]] || return 0
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    fail "packages can be installed on Debian only, and this system has no apt-get" "${advice[@]}"
  fi
  local missing as_root=()
  mapfile -t missing < <(missing_packages)
  [[ ${#missing[@]} -gt 0 ]] || return 0

  echo "setup: installing ${missing[*]}"
  if [[ $EUID -ne 0 ]]; then
    command -v sudo >/dev/null ||
      fail "not root, and there is no sudo: install as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get -qq update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "this release of Debian does not have all of the packages (Debian 12 has)" "${advice[@]}"
}

make_venv() {
  command -v python3 >/dev/null || fail "python3 was not found"
  python3 -c "import sys; sys.exit(sys.version_info < (${PYTHON_MINIMUM/./, }))" ||
    fail "expected Python $PYTHON_MINIMUM or newer, found $(python3 --version) in $(command -v python3)"

  local stamp=.venv/requirements.sha256 sum
  sum=$(sha256sum setup/requirements.txt)
  [[ ! -x .venv/bin/python || "$(cat $stamp 2>/dev/null)" != "$sum" ]] || return 0

  echo "setup: installing setup/requirements.txt into .venv"
  python3 -m venv .venv
  .venv/bin/python -m pip install --quiet --requirement setup/requirements.txt ||
    fail "pip could not install setup/requirements.txt; an index that has its packages can be named in PIP_EXTRA_INDEX_URL"
  # The package is importable from the build directory; see python/.
  echo "$PWD/build/python" >"$(echo .venv/lib/python3*/site-packages)/metautils.pth"
  echo "$sum" >$stamp
}

install_packages
make_venv
