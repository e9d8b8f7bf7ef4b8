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

# Commands that read and write rows don't load the generated code; those for tables, regions and the cluster do.
printf 'row2\tf:a=2\n' >"$here/rows"
while read -r words; do
  loads libthrift_c_glib $words </dev/null && { echo "“$words” loads the generated code"; status=1; }
done <<EOF
put t row f:a=1
put t --from=$here/rows
get t --row=row --row=row2
exists t row
scan t
count t
page t
first t
last t
incr t row f:n 1
append t row f:a=x
cas t row f:c= f:c=1
delete t row f:n
EOF
for words in 'describe t' tables 'regions t' status 'namespace list' 'disable t'; do
  loads libthrift_c_glib $words || { echo "“$words” doesn't load the generated code"; status=1; }
done
"$tool" enable t || exit 1

# The library finds its own functions without the dynamic linker.
LD_DEBUG=bindings LD_DEBUG_OUTPUT="$here/bindings" "$tool" get t row >"$here/out" || exit 1
own=$(cat "$here"/bindings.* | grep 'binding file .*/libhbase-glib-1\.0.* to .*/libhbase-glib-1\.0' | wc -l)
grep -q 'hbase_cv_symbolic=yes' "$top_builddir/config.log" && [ "$own" -gt 0 ] \
  && { echo "the dynamic linker looked up $own functions of the library for itself"; status=1; }
exit "$status"
