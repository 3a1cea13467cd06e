# SPDX-License-Identifier: Apache-2.0
# cmake -D NM=nm -D LIBRARY=libfifteen.so -P symbols.cmake: it exports fifteen_* and nothing else.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE text
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n ]+\n" symbols "${text}")
list(TRANSFORM symbols STRIP)
list(FILTER symbols EXCLUDE REGEX "^fifteen_(plugin_1|best)$")
if(symbols)
  message(FATAL_ERROR "exported by mistake: ${symbols}")
endif()
string(FIND "${text}" " fifteen_plugin_1" found)
if(found EQUAL -1)
  message(FATAL_ERROR "fifteen_plugin_1 isn't exported")
endif()
