#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# patch-stubs makes of the raw files just the patched ones that the library is built from, and where one place
# of a patch looks otherwise it names the patch, fails and writes nothing.

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
  [ -z "$(ls "$scratch/patched")" ] || fail "something was written after “$3” in $2"
}

take_raw
patch || fail "the raw files aren't patched: $(cat "$scratch/message")"
for file in hbt_hbase_types.c hbt_hbase_types.h hbt_t_h_base_service.c hbt_t_h_base_service.h; do
  cmp "$scratch/patched/$file" "$stubs/$file" || fail "$file isn't the one in the library"
done

types=hbt_hbase_types.c
stops chain-up $types 's/^hbt_t_get_finalize (GObject \*object)/hbt_t_get_finalize (GObject *gobject)/'
stops unref-bytes $types '1,/g_free(this_object->row)/s/g_free(this_object->row)/g_free (this_object->row)/'
stops hash-content $types 's/\(colFamTimeRangeMap = g_hash_table_new_full (\)g_str_hash/\1g_direct_hash/'
stops include-hash $types 's/#include "hbt_hbase_types.h"/#include <hbt_hbase_types.h>/'
stops enum-defaults $types 's/object->__isset_logType = FALSE/object->__isset_logType = 0/'
stops register-once $types '1,/static GType type = 0;/s/static GType type = 0;/static GType type;/'
stops register-once hbt_t_h_base_service.c 's/static GType type = 0;/static GType type;/'
stops prefix-names $types 's/toString_TReadType/name_of_TReadType/'
stops prefix-names hbt_hbase_types.h 's/toString_TReadType/name_of_TReadType/'

[ "$failures" -eq 0 ]
