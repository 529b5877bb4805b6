# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Refuses a <name>_DIR without a package: find_package would look elsewhere and
# use another copy than the one that was asked for.

function(metautils_check_package_folder name)
  foreach(folder IN ITEMS "${${name}_DIR}" "$ENV{${name}_DIR}")
    if(folder AND NOT EXISTS "${folder}/${name}Config.cmake")
      unset(${name}_DIR CACHE)
      message(FATAL_ERROR "expected ${name}Config.cmake in ${name}_DIR, "
        "found none in ${folder}")
    endif()
  endforeach()
endfunction()
