# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds Python 3: the interpreter of .venv where there is one, since torch and
# the test tools are installed there.

if(NOT Python3_EXECUTABLE AND EXISTS "${PROJECT_SOURCE_DIR}/.venv/bin/python")
  set(Python3_EXECUTABLE "${PROJECT_SOURCE_DIR}/.venv/bin/python")
endif()

set(components Interpreter)
if(METAUTILS_ENABLE_PYTHON)
  list(APPEND components Development.Module)
endif()
find_package(Python3 ${PYTHON_MINIMUM} REQUIRED COMPONENTS ${components})
