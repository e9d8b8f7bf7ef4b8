#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Directories on the command line: which commands make one, and what fsck finds in it.

set -u
tool=$top_builddir/tools/hbase-glib
work=$(mktemp -d "${TMPDIR:-/tmp}/hbase-directory-XXXXXX")
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL
unset HBASE_URI
failures=0

# expect STATUS PATTERN WORD…: runs the tool; its output, of either kind, has the pattern.
expect ()
{
  status=$1
  pattern=$2
  shift 2
  "$tool" "$@" >"$work/out" 2>&1 </dev/null
  result=$?
  test $result -eq "$status" && { test -z "$pattern" || grep -q -- "$pattern" "$work/out"; } && return
  failures=$((failures + 1))
  echo "FAILED: $* (status $result): expected $status and “$pattern”"
  sed 's/^/  /' "$work/out"
}

# missing NAME: nothing of that name was made.
missing ()
{
  test ! -e "$work/$1" && return
  failures=$((failures + 1))
  echo "FAILED: $1 was made"
}

# ---- only create makes a database ----

for words in 'tables' 'regions t' 'get t r' 'scan t' 'count t' 'put t r f:q=v' 'delete t r' 'drop t' 'first t' 'last t'; do
  # shellcheck disable=SC2086
  expect 1 "there is no database in $work/mistyped" $words --uri="local://$work/mistyped"
  missing mistyped
done
mkdir "$work/empty"
expect 1 "there is no database in $work/empty" tables --uri="local://$work/empty"
missing empty/hbase-glib.sqlite
expect 1 "there is no database in $work/mistyped" fsck "$work/mistyped"
missing mistyped
expect 1 'no database' create t f --uri="local://$work/mistyped?create=no"
missing mistyped
expect 2 'create=maybe' tables --uri="local://$work/mistyped?create=maybe"
expect 0 '' tables --uri="local://$work/asked?create=yes"
expect 0 '' splits hexstring --regions=4 --create=t f --uri="local://$work/split"
expect 0 '' create t f --uri="local://$work/db"
expect 0 '^t$' tables --uri="local://$work/db"

# ---- fsck ----

i=0
while test $i -lt 30; do
  printf 'r%02d\tf:q=needle%02d\n' $i $i
  i=$((i + 1))
done >"$work/rows"
expect 0 '' put t --from="$work/rows" --uri="local://$work/db"
expect 0 '' fsck "$work/db"
test ! -s "$work/out" || { failures=$((failures + 1)); echo 'FAILED: fsck of sound data says something'; }
at=$(grep -abo needle17 "$work/db/hbase-glib.sqlite" | tail -1 | cut -d: -f1)
printf X | dd of="$work/db/hbase-glib.sqlite" bs=1 seek="$at" conv=notrunc 2>/dev/null
expect 1 'table “t”: cells can.t be read' fsck "$work/db"
expect 1 'hbase-glib fsck' scan t --uri="local://$work/db"
expect 2 'usage' fsck

test $failures -eq 0
