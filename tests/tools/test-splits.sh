#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib splits`: every kind, what it prints, and its exit status. It needs no HBase.

. "$top_srcdir/tests/tools/expectations.sh"
subcommand=splits

# ---- kinds ----

expect 0 hex --from=0000000000000000 --to=ffffffffffffffff --regions=4
prints 3fffffffffffffff 7ffffffffffffffe bffffffffffffffd
expect 0 hexstring --regions 3
prints 55555555 aaaaaaaa
expect 0 hexstring --regions 4 --from 0 --to ff
prints 40 80 c0
expect 0 decimalstring --regions=4
prints 25000000 50000000 75000000
expect 0 uniform --regions=2
prints '\x80\x00\x00\x00\x00\x00\x00\x00'
expect 0 uniform --regions=3 --from=a --to=z
prints i q
expect 0 bytes --from=a --to=b --regions=3
prints aU 'a\xAA'
expect 0 bytes --from='\x00' --to='\x03' --regions=4 --inclusive
prints '\x01' '\x02' '\x03'
expect 0 bytes --from=a --to=z --regions=4 --with-ends
prints a m z
expect 0 partition --regions=3
prints '\x00\x00\x00\x00\x00\x00\x00\x01' '\x00\x00\x00\x00\x00\x00\x00\x02'
expect 0 partition --regions=2 --hex
prints 0000000000000001
expect 0 partition --regions=2 --format=json
prints '{"row":"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01"}'
expect 0 partition --regions=2 --schema=partition:uint64
prints partition=1
expect 0 hexstring --regions=1
test ! -s "$work/out" || { echo 'FAILED: one region has no splits'; failures=1; }

# ---- sampled ----

seq -w 0 999 | awk '{ print ($1 * 7919) % 1000 }' | awk '{ printf "k%03d\n", $1 }' >"$work/keys"
expect 0 sampled --keys="$work/keys" --regions=4
prints k250 k500 k750
"$tool" splits sampled --keys=- --regions=2 <"$work/keys" >"$work/out" 2>"$work/err"
prints k500
expect 0 sampled --keys="$work/keys" --regions=4 --samples=5000
prints k250 k500 k750
# One seed picks the same keys again, another one others; those that are picked are all over the file.
LC_ALL=C sort "$work/keys" >"$work/sorted"
for seed in 1 1 2; do
  expect 0 sampled --keys="$work/sorted" --regions=4 --samples=100 --seed=$seed
  mv "$work/picked" "$work/before" 2>/dev/null
  cp "$work/out" "$work/picked"
  sort -c "$work/out" || failures=1
  awk 'NR == 2 { exit !($1 > "k300" && $1 < "k700") }' "$work/out" || { echo 'FAILED: picked unevenly'; failures=1; }
  test $seed = 2 || cp "$work/picked" "$work/seed-1.$((count = ${count:-0} + 1))"
done
cmp -s "$work/seed-1.1" "$work/seed-1.2" || { echo 'FAILED: a seed picks others'; failures=1; }
cmp -s "$work/picked" "$work/before" && { echo 'FAILED: another seed picks the same'; failures=1; }

# ---- tables ----

# test-tool.sh makes some.
expect 2 hexstring --regions=2 --create=t f
says 'HBASE_URI'
expect 2 hexstring --regions=2 --create=t
says 'column families'
expect 2 hexstring --regions=2 f
says '--create=TABLE'
expect 2 hexstring --regions=2 --versions=3
says 'hexstring: --versions is for a table: add --create=TABLE'
for versions in 0 -3; do
  expect 2 hexstring --regions=2 --create=t f --versions=$versions
  says 'hexstring: --versions must be at least 1'
done
expect 2 hexstring --regions=2 --create=t f --versions=many
says 'many'

# ---- faults ----

expect 2
says 'KIND is missing'
expect 2 sideways --regions=2
says 'sideways'
expect 2 hexstring
says '--regions=N'
expect 2 hexstring --regions=0
says '--regions=N'
expect 2 hexstring --regions=2000000
says '1 to 1000000'
expect 2 hex --regions=2 --from=0
says '--from and --to'
expect 2 bytes --regions=2
says '--from and --to'
expect 2 partition --regions=2 --from=a
says 'no --from'
expect 2 hexstring --regions=2 --inclusive
says 'for bytes'
expect 2 bytes --from=a --to=b --regions=2 --inclusive --with-ends
says 'either'
expect 2 sampled --regions=2
says '--keys=FILE'
expect 2 hexstring --regions=2 --samples=3
says 'for sampled'
expect 2 sampled --keys=- --regions=2 --samples=3
says 'twice'
expect 2 sampled --keys="$work/keys" --regions=2 --samples=-1
expect 2 sampled --keys="$work/keys" --regions=2 --seed=-2
expect 2 sampled --keys="$work/keys" --regions=2 --memory=0
expect 1 sampled --keys="$work/none" --regions=2
says 'none'
printf 'a\nbad\\q\n' >"$work/bad"
expect 1 sampled --keys="$work/bad" --regions=2
says 'line 2 of the keys'
expect 1 sampled --keys="$work/bad" --regions=2 --samples=1
says 'line 2 of the keys'
expect 1 sampled --keys="$work/keys" --regions=1001
says '1000 different ones'
expect 2 hex --from=0 --to=f --regions=16
says 'fewer numbers than 16 regions'
expect 2 hex --from=0 --to=xyz --regions=2
says 'hex digit'
expect 2 bytes --from=b --to=a --regions=2
says 'not a range of keys'
expect 2 bytes --from='a\q' --to=b --regions=2
says 'backslash'

# ---- stopped ----

# It blocks the signals before it starts the thread that takes them.
"$tool" splits sampled id:int64 --samples=100000000 --regions=4 >"$work/out" 2>"$work/err" </dev/null &
process=$!
until grep -qsx signals /proc/$process/task/*/comm || ! kill -0 $process; do :; done
kill -TERM $process
wait $process
result=$?
test $result -eq 1 || fail "exit status $result of a command that was stopped"
says 'stopped'

expect 2 uniform 4
says 'uniform: the number of regions is given as --regions=N'
expect 2 none --regions=2
says 'there is no kind of splits “none”; there are hex, hexstring, decimalstring, uniform, bytes, partition'
finish
