# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds libtorch: in Torch_DIR, else in the torch package of Python 3.
# Gives `metautils_torch_target(<target>)`.

if(METAUTILS_ENABLE_PYTHON AND NOT METAUTILS_ENABLE_TORCH)
  message(FATAL_ERROR "METAUTILS_ENABLE_PYTHON needs METAUTILS_ENABLE_TORCH: "
    "turn both on, or build without Python with -DMETAUTILS_ENABLE_PYTHON=OFF")
endif()
if(NOT METAUTILS_ENABLE_TORCH)
  return()
endif()

set(advice "set Torch_DIR to the folder of its TorchConfig.cmake or \
Python3_EXECUTABLE to a Python that has torch ${TORCH_PIN} (CPU), or build \
without it: -DMETAUTILS_ENABLE_TORCH=OFF -DMETAUTILS_ENABLE_PYTHON=OFF")

# The path is computed without `import torch`, which takes seconds.
execute_process(
  COMMAND "${Python3_EXECUTABLE}" -c
    "from importlib.util import find_spec; print(find_spec('torch').submodule_search_locations[0])"
  OUTPUT_VARIABLE torch_package OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(torch_package)
  set(torch_hint HINTS "${torch_package}/share/cmake/Torch")
endif()

metautils_check_package_folder(Torch)
# It warns that kineto was not found, which the wheel has inside libtorch_cpu.
set(CMAKE_MESSAGE_LOG_LEVEL ERROR)
find_package(Torch CONFIG QUIET ${torch_hint})
unset(CMAKE_MESSAGE_LOG_LEVEL)
if(NOT Torch_FOUND)
  message(FATAL_ERROR "torch ${TORCH_PIN} was not found: ${advice}")
endif()
if(NOT Torch_VERSION VERSION_EQUAL TORCH_PIN)
  message(FATAL_ERROR "expected torch ${TORCH_PIN}, found ${Torch_VERSION} in "
    "${Torch_DIR}: ${advice}")
endif()
find_library(TORCH_PYTHON_LIBRARY torch_python
  PATHS "${TORCH_INSTALL_PREFIX}/lib" NO_DEFAULT_PATH)
message(STATUS "Using torch ${Torch_VERSION} in ${Torch_DIR}")

# libtorch's headers need exceptions and RTTI, and are compiled as the wheel
# was: without NDEBUG, classes such as at::RecordFunction have more members
# than the library knows.
function(metautils_torch_target target)
  target_compile_options(${target} PRIVATE -fexceptions -frtti)
  target_compile_definitions(${target} PRIVATE NDEBUG)
  target_link_libraries(${target} PUBLIC torch)
endfunction()
