#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib rekey`: rows under other keys, on the embedded engine.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI
old=id:uint32
new='salt:md5-hex(4,id),id:int64'

rekey ()
{
  status=$1
  shift
  expect "$status" rekey from to --from-schema="$old" --to-schema="$new" "$@"
}

# ---- copy, verify ----

expect 0 create from f
expect 0 create to f
i=0
while test $i -lt 450; do
  i=$((i + 1))
  echo "id=$i${tab}f:n=$i${tab}f:text=row $i"
done >"$work/rows"
expect 0 put from --schema="$old" --from "$work/rows"
rekey 0
prints 450 450
expect 0 count to
prints 450
expect 0 get to --schema="$new" id=7
prints "id=7${tab}f:n=7${tab}f:text=row 7"
rekey 0
expect 0 count to
prints 450

# ---- what was copied isn't what is there ----

expect 0 put to --schema="$new" id=7 f:n=another
rekey 1
says 'has no cell f:n of timestamp [0-9]* with that value; does its family keep as many versions'
expect 0 delete to "$("$tool" key encode "$new" id=7)"
rekey 1
says 'the copy of row “\\x00\\x00\\x00\\x07” has no cell f:n'
rekey 1 --delete-source
expect 0 count from
prints 450

# ---- a table isn't another one under its other name ----

for name in from default:from; do
  expect 2 rekey from $name --from-schema="$old" --to-schema="$new" --delete-source
  says 'both the table “from”'
  expect 2 rekey default:from $name --from-schema="$old" --to-schema="$new" --delete-source
  says 'both the table “from”'
done
expect 0 count from
prints 450

# ---- stopped, and begun again ----

expect 0 create other f
expect 0 put from '\x00\x00\x01' f:n=short
expect 1 rekey from other --from-schema="$old" --to-schema="$new" --state="$work/state"
says 'ends at byte 3 of 4'
expect 0 delete from '\x00\x00\x01'
grep -q 'copied-up-to=' "$work/state" || fail "there should be a state"
expect 1 rekey from to --from-schema="$old" --to-schema="$new" --state="$work/state"
says 'is the state of another job'
expect 0 rekey default:from default:other --from-schema="$old" --to-schema="$new" --state="$work/state" --delete-source
sed -n 2,3p "$work/out" >"$work/tail"
printf '450\n450\n' | cmp -s - "$work/tail" || fail "450 rows should be verified and deleted"
test "$(sed -n 1p "$work/out")" -lt 450 || fail "it should have gone on where it was"
test ! -e "$work/state" || fail "the state should be gone"
expect 0 count from
prints 0
expect 0 count other
prints 450

# ---- drawn salts go to the same place again; values that would be lost are refused ----

expect 0 create drawn f
expect 0 rekey other drawn --from-schema="$new" --to-schema='salt:random(8),id:uint32'
expect 0 rekey other drawn --from-schema="$new" --to-schema='salt:random(8),id:uint32'
expect 0 count drawn
prints 450
expect 1 rekey other drawn --from-schema="$new" --to-schema=id:uint8
says 'key field “id”: “256” isn.t a whole number from 0 to 255\|isn.t a whole number'
expect 0 create stamps f
expect 0 create seconds f
expect 0 put stamps --schema=at:ms at=1500 f:n=1
expect 1 rekey stamps seconds --from-schema=at:ms --to-schema=at:seconds
says '“1970-01-01T00:00:01.500Z” isn.t a whole number of seconds, as seconds requires'
expect 0 create doubles f
expect 0 create floats f
expect 0 put doubles --schema=size:double size=0.1 f:n=1
expect 1 rekey doubles floats --from-schema=size:double --to-schema=size:ob-float32
says 'wouldn.t keep all of its values'
expect 0 count seconds
prints 0

# ---- wrong calls ----

expect 2 rekey from to
says 'give --from-schema and --to-schema'
expect 2 rekey from from --from-schema=a:uint8 --to-schema=a:uint8
says 'another table'
expect 2 rekey from to --from-schema=a:uint8,b:uint8 --to-schema=a:uint8
says 'would become one'
expect 2 rekey from to --from-schema=a:uint8 --to-schema=a:uint8,b:uint8
says 'come from'

finish
