#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib export` and `import`: the same table again, files that were cut off, and processes that were
# killed.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI

# same_table A B: both print the same.
same_table ()
{
  expect 0 scan "$1" --versions=9 --timestamps
  cp "$work/out" "$work/original"
  expect 0 scan "$2" --versions=9 --timestamps
  cmp -s "$work/original" "$work/out" || fail "$2 should have what $1 has"
}

# size FILE: in bytes.
size ()
{
  wc -c <"$1"
}

# ---- a small table ----

expect 0 create guests content meta --versions=3 --split=m --split='\x80'
expect 0 put guests ada 20/content:name=Ada 10/content:name=A 30/meta:='\x00\xFF'
expect 0 put guests grace 20/content:name=Grace
expect 0 delete guests grace content:name
expect 0 put guests '\xFF' 1/content:=
umask 022
expect 0 export guests "$work/guests"
test "$(stat -c %a "$work/guests")" = 600 || fail 'others may read the exported table'
prints '3 rows, 5 values, 1 delete markers'
expect 0 import --dry-run "$work/guests" --format=json
prints '{"rows":3,"values":5,"markers":1}'
expect 0 import "$work/guests" copy
prints '3 rows, 5 values, 1 delete markers'
same_table guests copy
expect 0 describe copy
prints copy '  content {VERSIONS 3}' '  meta {VERSIONS 3}'
expect 0 regions copy
shows '^.x80'
# What was deleted stays deleted: the marker was imported, too.
expect 0 put copy grace 15/content:name=older
expect 0 count copy
prints 2
# By a pipe, into another directory, where the table keeps its name; and again.
for round in 1 2; do
  "$tool" export guests - 2>"$work/err" | "$tool" import --uri="local://$work/other-$round" >"$work/out" 2>&1
  prints '3 rows, 5 values, 1 delete markers'
  expect 0 import "$work/guests" --uri="local://$work/other-$round"
  expect 0 export guests "$work/again-$round" --uri="local://$work/other-$round"
  cmp -s "$work/guests" "$work/again-$round" || fail 'the export of the copy should be the same file'
done
# A reader of the pipe that closes it early isn't reported. Here nothing is read.
mkfifo "$work/pipe"
: <"$work/pipe" &
exec 4>"$work/pipe"
wait $!
"$tool" export guests >&4 2>"$work/err"
result=$?
exec 4>&-
test $result -eq 1 || fail "exit status $result of an export that nobody reads"
test ! -s "$work/err" || fail 'a complaint about a reader that has had enough'
# An empty table.
expect 0 create empty f
expect 0 export empty "$work/empty"
expect 0 import "$work/empty" nothing
prints '0 rows, 0 values, 0 delete markers'

# ---- an existing table ----

expect 0 create existing content
expect 0 put existing bob content:name=Bob
expect 0 import "$work/guests" existing
says 'table “existing” isn.t like the one that is copied: content: VERSIONS is 1, not 3'
expect 0 count existing
prints 3
echo garbage >"$work/garbage"
expect 1 import "$work/guests" existing --state="$work/garbage"
says "$work/garbage: "

# ---- files that aren't what they should be ----

expect 1 export guests "$work/guests"
says 'exists: --resume continues an interrupted export, --replace overwrites the file'
expect 1 export guests "$work/guests" --resume
says 'guests is already complete: --replace exports the table again'
# An export that was complete, but not yet renamed.
cp "$work/guests" "$work/unnamed.part"
expect 1 export copy "$work/unnamed" --resume
says 'is an export of table “guests” with other settings than “copy” has now: --replace overwrites it'
expect 1 export guests "$work/unnamed"
says 'unnamed.part exists: --resume continues'
expect 0 export guests "$work/unnamed" --resume
prints '3 rows, 5 values, 1 delete markers'
cmp -s "$work/guests" "$work/unnamed" || fail 'the complete export should only be renamed'
test -e "$work/unnamed.part" && fail 'the part should be renamed'
for file in /dev/full "$work"; do
  expect 1 export guests "$file" --replace
  says "$file isn't a regular file"
  grep -q 'continues it' "$work/err" && fail 'there is nothing to continue'
done
echo row >"$work/text"
expect 1 import "$work/text"
says "text isn't an export of hbase-glib: .* at byte 0"
cp "$work/text" "$work/text.part"
expect 1 export guests "$work/text" --resume
says "isn't an export of hbase-glib"
expect 0 export guests "$work/text" --replace
cmp -s "$work/guests" "$work/text" || fail 'the text should be overwritten by the export'
expect 1 import "$work/missing"
expect 2 export guests --resume
says "can't be continued or replaced"
expect 2 export guests "$work/x" --parallelism=0
says 'parallelism must be from 1 to 256'
expect 2 export guests "$work/x" --resume --replace
expect 1 export absent "$work/x"
test -e "$work/x" && fail 'no file should be made for a table that does not exist'

# ---- a larger table, whose export is killed by the signal of a file that grows too large ----

awk 'BEGIN { for (i = 0; i < 20000; i++) printf "row%06d\tf:text=%0100d\n", i, i }' >"$work/rows"
expect 0 create large f
expect 0 put large --from="$work/rows"
expect 0 export large "$work/large"
prints '20000 rows, 20000 values, 0 delete markers'
for blocks in 600 2000; do
  cp "$work/guests" "$work/cut"
  ( ulimit -f $blocks; exec "$tool" export large "$work/cut" --replace ) >"$work/out" 2>"$work/err"
  test $? -gt 128 || fail 'the export should be killed'
  cmp -s "$work/guests" "$work/cut" || fail 'the export before should stay until it is replaced'
  test "$(size "$work/cut.part")" -lt "$(size "$work/large")" || fail 'the file should be cut off'
  expect 1 import --dry-run "$work/cut.part"
  says "part isn't complete: it ends at byte $(size "$work/cut.part"),"
  expect 0 export large "$work/cut" --resume
  says 'cut.part is continued at byte [1-9][0-9]*, [0-9]* bytes are removed'
  prints '20000 rows, 20000 values, 0 delete markers'
  cmp -s "$work/large" "$work/cut" || fail 'the continued file should be like the one that was not'
  rm "$work/cut"
done

# ---- two exports to one file ----

# start_and_stop COMMAND…: starts the tool, and stops it while it writes two.part; `process` is it. One that ended
# too early is started again.
start_and_stop ()
{
  while :; do
    "$tool" "$@" >"$work/first-out" 2>"$work/first-err" &
    process=$!
    until test -s "$work/two.part" || ! kill -0 $process 2>/dev/null; do :; done
    kill -STOP $process 2>/dev/null
    until ps -o stat= -p $process | grep -q '^[TZ]' || ! kill -0 $process 2>/dev/null; do :; done
    test -e "$work/two.part" && return
    kill -CONT $process 2>/dev/null
    wait $process
  done
}

start_and_stop export large "$work/two" --replace
for option in --replace --resume; do
  expect 1 export guests "$work/two" $option
  says "two.part is being written by another export: wait for its end"
done
kill -CONT $process
wait $process || fail 'the first export should not be disturbed'
cmp -s "$work/large" "$work/two" || fail 'the file should be that of the first export'

# ---- an import that is killed while its input waits ----

mkfifo "$work/fifo"
"$tool" import - taken --state="$work/state" <"$work/fifo" >"$work/out" 2>"$work/err" &
process=$!
exec 3>"$work/fifo"
head -c 2000000 "$work/large" >&3
until test -s "$work/state"; do :; done
kill -9 $process
wait $process 2>/dev/null
exec 3>&-
grep -q '^copied-up-to=[0-9]* [0-9a-f]*$' "$work/state" || fail 'there should be a state'
expect 1 import "$work/guests" taken --state="$work/state"
says 'is the state of the import of another file'
expect 2 import "$work/large" other --state="$work/state"
says 'is the state of another job'
# What is before the position isn't written again: the first row stays away.
expect 0 get taken row000000
expect 0 delete taken row000000
cp "$work/state" "$work/old-state"
# A check doesn't remove the state, nor does an import into a table that is no longer there continue.
expect 2 import --dry-run "$work/large" --state="$work/state"
says 'dry-run writes nothing, and so has no --state'
sed 's/into taken of/into dropped of/' "$work/old-state" >"$work/state"
expect 2 import "$work/large" dropped --state="$work/state"
says 'there is no table “dropped”, but .*state says that rows were copied to it: remove .*state to copy all'
expect 1 count dropped
cp "$work/old-state" "$work/state"
expect 0 import "$work/large" taken --state="$work/state"
says 'state: continued at byte [1-9]'
prints '20000 rows, 20000 values, 0 delete markers'
test -e "$work/state" && fail 'the state should be removed at the end'
expect 0 count taken
prints 19999
expect 0 import "$work/large" whole
same_table large whole

finish
