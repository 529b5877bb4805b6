# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Each target does all of the set-up it needs; `make help` lists them.

include setup/versions

PYTHON := .venv/bin/python
JOBS ?= $(shell nproc)
# Tests from outside the project that `make oracle` hands to its own tests.
ORACLE_DIR ?= $(wildcard ../shared/oracle)
# A libMLIR or libtorch of one's own, from the environment or the command line.
CMAKE_FLAGS += $(if $(MLIR_DIR),-DMLIR_DIR=$(MLIR_DIR)) $(if $(Torch_DIR),-DTorch_DIR=$(Torch_DIR))
export MLIR_DIR Torch_DIR
FUZZ_SECONDS ?= 600

CXX_FILES = $(shell find include lib tools python unittests test fuzz benchmarks \
  -name '*.h' -o -name '*.c' -o -name '*.cpp')

.DEFAULT_GOAL := build
.PHONY: build demo test bench docs oracle asan tsan fuzz format lint tidy clean help setup FORCE

build: build/build.ninja ## build into build/ (the default)
	@ninja -C build -j $(JOBS)

demo: build ## describe a real model, fold its views, lower it
	@$(PYTHON) examples/demo.py

test: build ## run every test, and those of a build without torch and Python
	@$(PYTHON) utils/run_tests.py build --core

oracle: build ## run the long differential tests against PyTorch
	@METAUTILS_ORACLE=1 ORACLE_DIR=$(ORACLE_DIR) $(PYTHON) -m pytest test/python

asan: build-asan/build.ninja ## build into build-asan/ with sanitizers and run its tests
	@ninja -C build-asan -j $(JOBS)
	@$(PYTHON) utils/run_tests.py build-asan

tsan: build-tsan/build.ninja ## build into build-tsan/ with the thread sanitizer and run threads
	@ninja -C build-tsan -j $(JOBS) TorchTests _metautils
	@$(PYTHON) utils/run_tests.py build-tsan --only threads

fuzz: build-fuzz/build.ninja ## run each fuzz target for FUZZ_SECONDS (docs/Fuzzing.md)
	@ninja -C build-fuzz -j $(JOBS) fuzz-parser fuzz-ops
	@$(PYTHON) fuzz/seeds.py build-fuzz/seeds
	@cd build-fuzz && for target in parser ops; do mkdir -p corpus/$$target && \
	  ASAN_OPTIONS=allow_user_poisoning=0 fuzz/fuzz-$$target -dict=../fuzz/meta.dict -timeout=10 \
	  -max_total_time=$(FUZZ_SECONDS) corpus/$$target seeds/$$target || exit 1; done

bench: build-release/build.ninja ## build into build-release/ and print the table of ratios
	@ninja -C build-release -j $(JOBS)
	@PYTHONPATH=build-release/python $(PYTHON) benchmarks/bench.py

docs: build ## write the reference pages of dialect and passes under build/docs/
	@ninja -C build mlir-doc
	@ls build/docs/*/*.md

format: setup ## format all C and C++
	@clang-format-$(LLVM_MAJOR) -i $(CXX_FILES)

lint: build ## check formatting, layering, messages, tests and documented examples
	@$(PYTHON) utils/run_tests.py build --only lint

tidy: build ## run clang-tidy over all C++ (slow)
	@run-clang-tidy-$(LLVM_MAJOR) -quiet -p build '$(CURDIR)/(lib|tools|python)/' 2>/dev/null

clean: ## remove the build directories; .venv stays
	@rm -rf build build-core build-asan build-tsan build-fuzz build-release build-wheel

help: ## print this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile | expand -t 10

setup:
	@setup/install.sh

# Ninja runs CMake again where its files changed; presets and flags it does not see.
build/build.ninja: PRESET := dev
build-asan/build.ninja: PRESET := asan
build-tsan/build.ninja: PRESET := tsan
build-release/build.ninja: PRESET := release
build-fuzz/build.ninja: PRESET := fuzz
build-fuzz/build.ninja: CMAKE_FLAGS += -DCMAKE_C_COMPILER=clang-$(LLVM_MAJOR) -DCMAKE_CXX_COMPILER=clang++-$(LLVM_MAJOR)
%/build.ninja: CMakePresets.json $(if $(strip $(CMAKE_FLAGS)),FORCE) | setup
	@cmake --preset $(PRESET) $(CMAKE_FLAGS) >/dev/null
FORCE:
