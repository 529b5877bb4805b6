# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles through ccache where it is installed. Paths are hashed relative to
# the source tree, so sibling build directories and other clones share hits.

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_EXECUTABLE ccache)
  if(CCACHE_EXECUTABLE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      "${CCACHE_EXECUTABLE}")
  endif()
endif()
