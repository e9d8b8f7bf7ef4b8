#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib mirror` and `verify`: what is copied by timestamps, and which differences are found.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI
other=local://$work/other

# mirror OPTION…: copies table guests to the other database.
mirror ()
{
  expect 0 mirror "$HBASE_URI" guests "$other" --state="$work/state" "$@"
}

# verify STATUS WORD…: compares the two tables.
verify ()
{
  status=$1
  shift
  expect "$status" verify "$HBASE_URI" guests "$other" "$@"
}

expect 0 create guests f g --versions=3 --split=m
expect 0 put guests a 300/f:x=3 200/f:x=2 100/g:y=1
expect 0 put guests z 300/f:x=3

# ---- passes ----

mirror
prints '2 rows, 4 values, 0 delete markers'
verify 0
prints 2
expect 0 regions guests --uri="$other"
shows '^m'
# Only what is newer is copied: a put, and the markers of deletes, which hide what was copied before.
expect 0 put guests b f:x=new
expect 0 delete guests z
expect 0 delete guests a f:x
mirror
prints '3 rows, 1 values, 3 delete markers'
verify 0
expect 0 count guests --uri="$other"
prints 2

# ---- what timestamps don't show is found by verify, and copied by a complete pass ----

expect 0 put guests c 5/f:x=old
expect 0 put guests d 5/f:x=old
mirror
verify 1
prints "c${tab}d${tab}2 missing, 0 extra, 0 different"
says '2 rows differ, 3 are equal; --visible ignores deleted cells'
expect 0 put guests --uri="$other" e 5/f:x=extra
expect 0 put guests --uri="$other" b 5/f:x=different
verify 1 --visible --format=json
prints '{"first":"b","last":"e","rows":"2 missing, 1 extra, 1 different"}'
mirror --since=0
verify 1
prints "b${tab}b${tab}0 missing, 0 extra, 1 different" "e${tab}e${tab}0 missing, 1 extra, 0 different"
# Ranges end at equal rows.
expect 0 put guests b 5/f:x=different
verify 1
prints "e${tab}e${tab}0 missing, 1 extra, 0 different"
# A compaction removes what is deleted: the visible cells stay the same.
expect 0 put guests e 5/f:x=extra
verify 0
expect 0 compact "$work/db" guests
verify 1
prints "a${tab}a${tab}0 missing, 0 extra, 1 different" "z${tab}z${tab}0 missing, 1 extra, 0 different"
verify 0 --visible

# ---- an export and a table ----

expect 0 export guests "$work/file"
expect 0 verify "$work/file"
prints 5
expect 1 verify "$work/file" --uri="$other"
shows "^a${tab}a${tab}0 missing, 0 extra, 1 different"
says 'a row may differ only in deleted and excess cells, which compactions remove'
cp "$work/file" "$work/local:file"
(cd "$work" && "$tool" verify local:file) >"$work/out" 2>"$work/err" || fail 'a name may have a colon'
(cd "$work" && "$tool" import local:file colon) >"$work/out" 2>"$work/err" || fail 'a name may have a colon'
head -c 200 "$work/file" >"$work/part"
expect 1 verify "$work/part" guests
says "part isn't complete"
expect 2 verify "$work/file" --visible
says 'an export has everything that is stored'

# ---- passes until a signal ends them ----

"$tool" mirror "$HBASE_URI" guests "$other" --state="$work/state" --every=0.01 >"$work/out" 2>"$work/err" &
process=$!
until test "$(wc -l <"$work/out")" -ge 3; do :; done
kill -INT $process
wait $process
test $? -le 1 || fail 'the signal should end the passes'

# ---- a target that was dropped is copied from the beginning ----

expect 0 drop guests --uri="$other" --yes
expect 2 mirror "$HBASE_URI" guests "$other" --state="$work/state"
says 'there is no table “guests”, but .*state says that rows were copied to it: remove .*state to copy all'
rm "$work/state"
mirror
expect 0 verify "$HBASE_URI" guests "$other" --visible

# ---- wrong calls ----

expect 2 mirror "$HBASE_URI" guests "$HBASE_URI"
says 'can.t be copied to itself'
expect 2 mirror "$HBASE_URI" guests "local://$work//db/"
says 'can.t be copied to itself'
# A table and a database have several names.
ln -s db "$work/link"
for uri in "$HBASE_URI?create=no" "local://$work/link" "local://$work/link/../%64b"; do
  expect 2 mirror "$HBASE_URI" guests "$uri" default:guests
  says 'can.t be copied to itself'
  expect 2 verify "$HBASE_URI" default:guests "$uri" guests
  says 'can.t be compared with itself'
done
expect 2 mirror "local://$work/db" guests "local://$work/db" default:guests
says 'can.t be copied to itself'
expect 0 mirror "local://$work/link" default:guests "$other?create=yes" --state="$work/state"
mkfifo "$work/served"
"$tool" serve --data="$work/db" --listen="unix:$work/socket" >"$work/served" 2>&1 &
server=$!
read -r _ <"$work/served"
expect 2 mirror "$HBASE_URI" guests "thrift+unix://$work/socket"
says 'can.t be copied to itself'
expect 2 verify "thrift+unix://$work/socket" guests "$HBASE_URI"
says 'can.t be compared with itself'
kill $server
wait $server
cp -r "$work/db" "$work/copy"
expect 0 verify "$HBASE_URI" guests "local://$work/copy"
expect 2 mirror "$HBASE_URI" guests "$other" --uri="$other"
says '--uri and --profile aren.t used'
expect 2 verify "$HBASE_URI" guests "$other" --uri="$other"
says '--uri and --profile aren.t used'
expect 2 verify "$HBASE_URI" guests
says 'is a URI, but TARGET-URI is missing'
expect 2 mirror "$HBASE_URI" guests "$other" copy --state="$work/state"
says 'is the state of another job'
expect 1 mirror "$HBASE_URI" absent "$other"
says 'there is no such table'
expect 2 mirror "$HBASE_URI" guests "$other" --since=now
says 'isn.t a timestamp'
expect 2 mirror "$HBASE_URI" guests "$other" --every=-1
expect 2 mirror "$HBASE_URI" guests nonsense
expect 1 verify "$HBASE_URI" guests "local://$work/none"

finish
