#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# What the generated code defines is hidden and begins with hbt_; unpatched it breaks the second rule. The bridge to
# it, in the same library, has the library's own names, and the function that the module exports.

readelf --version >/dev/null 2>&1 || {
  echo "this needs readelf"
  exit 77
}

# Symbols of the archive $1 that other objects could see, and shouldn't.
intruders () {
  [ -f "$1" ] || { echo "$1 is missing"; return; }
  readelf -Ws "$1" |
    awk '/^File: / { is_bridge = /hbase-wire-stubs/ }
         !is_bridge && ($5 == "GLOBAL" || $5 == "WEAK") && $7 != "UND" && ($6 != "HIDDEN" || $8 !~ /^hbt_/) {
           print $6, $8
         }'
}

raw=$top_builddir/gen-c_glib/raw/.libs/libhbase-raw-stubs.a
patched=$top_builddir/gen-c_glib/.libs/libhbase-stubs.a
readelf -Ws "$patched" | grep -q ' hbt_t_get_get_type$' || { echo "FAIL: no symbols in $patched"; exit 1; }
[ -z "$(intruders "$patched")" ] || { echo "FAIL: in $patched:"; intruders "$patched"; exit 1; }
intruders "$raw" | grep -q ' toString_TReadType$' || { echo "FAIL: the fault isn't in $raw"; exit 1; }
