#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Checks which libraries a command loads: those that only few commands need are loaded by these.

set -u
here=$(mktemp -d) || exit 99
trap 'rm -r "$here"' EXIT
export HBASE_URI="local://$here/data"
tool="$top_builddir/tools/hbase-glib"

# loads LIBRARY COMMAND…: whether the dynamic linker initialises the library.
loads () {
  library=$1; shift
  LD_DEBUG=files LD_DEBUG_OUTPUT="$here/files" "$tool" "$@" >"$here/out" 2>&1 || { cat "$here/out"; exit 1; }
  cat "$here"/files.* | grep -q "calling init: .*/$library"
  found=$?
  rm -f "$here"/files.*
  return $found
}

"$tool" create t f || exit 1
"$tool" put t row f:a=1 || exit 1
loads libglib-2.0 get t row || { echo "the dynamic linker doesn't report what it loads"; exit 77; }
status=0
for library in libthrift_c_glib libcrypto libsoup libcairo libedit; do
  loads "$library" get t row && { echo "a get loads $library"; status=1; }
done
loads libthrift_c_glib describe t || { echo "describe doesn't load the generated code"; status=1; }
exit "$status"
