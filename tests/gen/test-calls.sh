#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Each call of the service is encoded and decoded either by our codec or by the generated code, and none by both: the
# client's sources name the fields of the arguments and results of the codec's calls only. (The engine is the other end.)

stubs=$top_srcdir/src/wire/hbase-wire-stubs.c
sources=$(mktemp) || exit 99
trap 'rm -f "$sources"' EXIT
find "$top_srcdir/src" -name '*.[ch]' ! -path '*/src/local/*' ! -name 'hbase-wire-tables.*' -exec cat {} + >"$sources"
status=0
of_codec=0
of_stubs=0

fail () {
  echo "FAIL: $1"
  status=1
}

# The names of the calls as the constants have them: GET_TABLE_DESCRIPTOR.
calls () {
  sed -n '/^service /,$ s/^  [A-Za-z][A-Za-z0-9<>]* \([a-z][A-Za-z]*\) *(.*/\1/p' "$top_srcdir/idl/hbase.thrift" |
    sed 's/\([A-Z]\)/_\1/g' | tr '[:lower:]' '[:upper:]'
}

for call in $(calls); do
  if grep -q "^  CALL ($call, " "$stubs"; then
    of_stubs=$((of_stubs + 1))
    ! grep -Eq "HBASE_${call}_(ARGS|RESULT)_" "$sources" || fail "$call goes through the generated code, and our codec knows it"
  else
    of_codec=$((of_codec + 1))
    grep -Eq "HBASE_WIRE_METHOD_$call([^A-Z_]|\$)" "$sources" || fail "$call is neither of our codec nor of the generated code"
  fi
done
[ "$of_codec $of_stubs" = "18 32" ] || fail "$of_codec calls are of our codec, and $of_stubs of the generated code"
exit "$status"
