#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib simulate --table --advise`: advice on the regions of a table, of the embedded engine.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/database
export HBASE_URI

# add_rows TABLE LETTERS TIME: writes 1,000 rows, one a millisecond, whose keys are the letters in turn and a number.
add_rows ()
{
  awk -v letters="$2" -v time="$3" 'BEGIN {
    for (i = 0; i < 1000; i++)
      printf "%s%04d\t%d/f:a=%060d\n", substr (letters, i % length (letters) + 1, 1), i * 7919 % 10000, time + i, 0
  }' >"$work/rows"
  "$tool" put "$1" --from="$work/rows" >"$work/out" 2>"$work/err" || fail "rows of $1 weren't written"
}

for table in even hot empty; do
  expect 0 create $table f --split=h --split=o --split=u
done
add_rows even abcdefghijklmnopqrstuvwxyz 1000
add_rows hot abcdefghijklmnopqrstuvwxyz 1000
add_rows hot ijkl 5000

# ---- a table that should be left ----

subcommand=simulate
expect 0 --table=even --advise --servers=4 --rate=100
shows '^advice for 100 rows/s of 87 B, [0-9.]* KiB on 4 servers:$'
shows '^leave the table as it is$'
shows '^- regions: leave the 4 regions$'
shows '^- next-split: HBase splits .* when the table has .*, at about this key$'
omits '^\*'

# ---- a region that gets the newest writes ----

expect 0 --table=hot --advise --servers=4
shows '^\* split-region: split region 2, from “h”, in 4 at these keys$'
shows '^    because: it has .*100.0 % of the newest writes'
expect 0 --table=hot --advise --servers=4 --format=json --save-splits="$work/splits"
shows '"advice":{"rate":0,.*"topic":"split-region","change":true,'
test "$(wc -l <"$work/splits")" -eq 6 || fail 'the splits are not those of the table and three more'

# ---- a target size; other splits; settings ----

expect 0 --table=even --advise --servers=4 --target-size=1T --row-size=1000
shows '^\* split-region: split the first region in [0-9]* at these keys$'
expect 0 --table=hot --advise --servers=4 --row-size=60 --splits=uniform:8
shows '^\* splits: '
omits '^. split-region'
echo "even, {TABLE_ATTRIBUTES => {METADATA => {'SPLIT_POLICY' => 'DisabledRegionSplitPolicy'}}}" >"$work/table"
expect 0 --table=even --advise --target-size=1T --descriptor="$work/table"
shows '^\* split-policy: let HBase split regions, or split those below by hand$'

# ---- bad input ----

expect 1 --table=empty --advise
says 'there are no keys to simulate'
expect 1 --table=none --advise
says 'there is no such table'
expect 2 --table=even --advise --puts=10
says '--puts can.t be given'

finish
