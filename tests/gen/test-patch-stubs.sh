#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# patch-stubs makes of the raw files just the patched ones that the library is built from, whichever version of the
# compiler has made them. Where one place of a patch looks otherwise it names the patch, fails and writes nothing.

"$PYTHON" --version >/dev/null 2>&1 || {
  echo "patch-stubs needs Python"
  exit 77
}
stubs=$top_builddir/gen-c_glib
[ -f "$stubs/raw/hbt_hbase_types.c" ] || stubs=$top_srcdir/gen-c_glib
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail () {
  echo "FAIL: $1"
  failures=$((failures + 1))
}

patch () {
  rm -rf "$scratch/patched" && mkdir "$scratch/patched"
  "$PYTHON" "$top_srcdir/gen-c_glib/patch-stubs" "$scratch/raw" "$scratch/patched" 2>"$scratch/message"
}

take_raw () {
  rm -rf "$scratch/raw" && mkdir "$scratch/raw" && cp "$stubs"/raw/hbt_* "$scratch/raw" &&
    chmod u+w "$scratch"/raw/*
}

# stops PATCH FILE SED-SCRIPT: the script spoils one of the patch's places in the file.
stops () {
  take_raw
  sed "$3" "$stubs/raw/$2" >"$scratch/raw/$2"
  cmp -s "$stubs/raw/$2" "$scratch/raw/$2" && fail "“$3” changes nothing in $2"
  patch && fail "patch-stubs goes on after “$3” in $2"
  grep -q "the patch “$1” .* places in $2, not " "$scratch/message" ||
    fail "no word of $1: $(cat "$scratch/message")"
  grep -q "version is $version, and they were tested with 0.17.0 to " "$scratch/message" ||
    fail "no word of the version after “$3” in $2: $(cat "$scratch/message")"
  [ -z "$(ls "$scratch/patched")" ] || fail "something was written after “$3” in $2"
}

# patches WHAT: the raw files are patched, and the result is what the library is built from.
patches () {
  patch || fail "$1 isn't patched: $(cat "$scratch/message")"
  for file in hbt_hbase_types.c hbt_hbase_types.h hbt_t_h_base_service.c hbt_t_h_base_service.h; do
    cmp "$scratch/patched/$file" "$stubs/$file" || fail "$1: $file isn't the one in the library"
  done
}

types=hbt_hbase_types.c
version=$(sed -n 's/.*Thrift Compiler (\(.*\)).*/\1/p' "$stubs/raw/$types")
take_raw
patches "the raw code"
# The compiler frees a field of bytes by g_free() up to version 0.22.0, and by g_byte_array_free() since.
field='\(this_object->[A-Za-z]*\)'
sed "s/g_byte_array_free($field, TRUE);/g_free(\1);/" "$stubs/raw/$types" >"$scratch/raw/$types"
patches "the code of version 0.17.0"
sed -z "s/g_free($field);\([^;]*;[^;]*read_binary\)/g_byte_array_free(\1, TRUE);\2/g" "$stubs/raw/$types" >"$scratch/raw/$types"
grep -q 'g_byte_array_free(this_object->row, TRUE);' "$scratch/raw/$types" || fail "the code of version 0.23.0 isn't tested"
patches "the code of version 0.23.0"

stops chain-up $types 's/^hbt_t_get_finalize (GObject \*object)/hbt_t_get_finalize (GObject *gobject)/'
stops unref-bytes $types '1,/free(this_object->row/s/free(this_object->row/free(self->row/'
stops hash-content $types 's/\(colFamTimeRangeMap = g_hash_table_new_full (\)g_str_hash/\1g_direct_hash/'
stops include-hash $types 's/#include "hbt_hbase_types.h"/#include <hbt_hbase_types.h>/'
stops enum-defaults $types 's/object->__isset_logType = FALSE/object->__isset_logType = 0/'
stops register-once $types '1,/static GType type = 0;/s/static GType type = 0;/static GType type;/'
stops register-once hbt_t_h_base_service.c 's/static GType type = 0;/static GType type;/'
stops prefix-names $types 's/toString_TReadType/name_of_TReadType/'
stops prefix-names hbt_hbase_types.h 's/toString_TReadType/name_of_TReadType/'

take_raw
sed -i 's/toString_TReadType/name_of_TReadType/; s/static GType type = 0;/static GType type;/' "$scratch/raw/$types"
patch && fail "patch-stubs goes on after two changes"
for name in register-once prefix-names; do
  grep -q "the patch “$name” .* places in $types, not " "$scratch/message" ||
    fail "no word of $name where two patches find other places: $(cat "$scratch/message")"
done

[ "$failures" -eq 0 ]
