#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Directories on the command line: which commands make one, and what fsck finds in it.

. "$top_srcdir/tests/tools/expectations.sh"

# missing NAME: nothing of that name was made.
missing ()
{
  test ! -e "$work/$1" || fail "$1 was made"
}

# ---- only create makes a database ----

for words in 'tables' 'regions t' 'get t r' 'scan t' 'count t' 'put t r f:q=v' 'delete t r' 'drop t --yes' 'first t' 'last t'; do
  # shellcheck disable=SC2086
  expect 1 $words --uri="local://$work/mistyped"
  says "there is no database in $work/mistyped"
  missing mistyped
done
expect 1 tables --uri="local://$work/mistyped"
says '^hbase-glib tables: no table was created yet: there is no database'
mkdir "$work/empty"
expect 1 tables --uri="local://$work/empty"
says "there is no database in $work/empty"
missing empty/hbase-glib.sqlite
expect 1 fsck "$work/mistyped"
says "there is no database in $work/mistyped"
missing mistyped
expect 1 create t f --uri="local://$work/mistyped?create=no"
says 'no database'
missing mistyped
expect 2 tables --uri="local://$work/mistyped?create=maybe"
says 'create=maybe'
expect 0 tables --uri="local://$work/asked?create=yes"
expect 0 splits hexstring --regions=4 --create=t f --uri="local://$work/split"
expect 0 create t f --uri="local://$work/db"
expect 0 tables --uri="local://$work/db"
shows '^t$'

# ---- fsck ----

i=0
while test $i -lt 30; do
  printf 'r%02d\tf:q=needle%02d\n' $i $i
  i=$((i + 1))
done >"$work/rows"
expect 0 put t --from="$work/rows" --uri="local://$work/db"
expect 0 fsck "$work/db"
test ! -s "$work/out" || fail 'fsck of sound data says something'
test ! -s "$work/err" || fail 'fsck of sound data says something'
expect 0 create late f --uri="local://$work/db"
expect 0 put late r 4102444800000/f:q=far --uri="local://$work/db"
expect 0 fsck "$work/db"
shows '^note: table “late”: timestamps more than an hour ahead of the clock: 1, the first of a cell of row “r”, column “f:q”, timestamp 4102444800000; .* may fail'
expect 1 put late r f:q=now --uri="local://$work/db"
says 'row “r”, column “f:q”: a put now would be hidden by a cell, whose timestamp 4102444800000 is .* set the clock, or give the put a later timestamp'
expect 1 delete late r --uri="local://$work/db"
says 'a delete now would leave a cell, .* set the clock, or give the delete this timestamp'
expect 0 delete late r --timestamp=4102444800000 --uri="local://$work/db"
expect 1 put late r f:q=now --uri="local://$work/db"
says 'a put now would be hidden by the marker of a delete, .* or compact the table'
expect 0 fsck "$work/db"
shows '^note: table “late”: timestamps more than an hour ahead of the clock: 2,'
expect 0 compact "$work/db" late
expect 0 put late r f:q=now --uri="local://$work/db"
expect 0 get late r f:q --uri="local://$work/db"
prints "r${tab}f:q=now"
expect 0 fsck "$work/db"
at=$(grep -abo needle17 "$work/db/hbase-glib.sqlite" | tail -1 | cut -d: -f1)
printf X | dd of="$work/db/hbase-glib.sqlite" bs=1 seek="$at" conv=notrunc 2>/dev/null
expect 1 fsck "$work/db"
shows 'table “t”: cells can.t be read'
expect 1 scan t --uri="local://$work/db"
says 'hbase-glib fsck'
expect 2 fsck
says 'usage'

# A file without checksums, where a table's name has become none: it doesn't reach the terminal.
mkdir "$work/old"
gzip -dc "$top_srcdir/tests/local/data/version-1.sqlite.gz" \
  | sed 's/other/o\x1bher/g; s/x\x00\x00g\x00\x00/x\x00\x00h\x00\x00/' >"$work/old/hbase-glib.sqlite"
expect 1 fsck "$work/old"
shows '^table “o\\x1Bher”, row “x”: a cell of a family'

# ---- compact ----

expect 0 create c f --uri="local://$work/compacted"
expect 0 put c r f:q=old --uri="local://$work/compacted"
expect 0 put c r f:q=new --uri="local://$work/compacted"
expect 0 compact "$work/compacted" c
shows '^1 cells removed'
expect 0 compact "$work/compacted"
shows '^0 cells removed'
expect 0 get c r --uri="local://$work/compacted"
shows 'new'
expect 1 compact "$work/compacted" none
says '“none”'
expect 1 compact tbl
says 'this compacts an embedded database in a directory; `compact` in `hbase shell` compacts a table'
expect 2 compact
says 'usage'

finish
