#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The commands that look rows up and change them in one step, and the options of single requests.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI

expect 0 create t f g
expect 0 put t a f:q=1 f:r=2 g:s=3

# ---- rows with a random salt ----

salted='--schema=salt:random(4),x:text'
expect 0 put t x=here f:q=1 "$salted"
expect 1 get t --row=x=gone --row=x=here --row=x=lost "$salted"
prints "x=here${tab}f:q=1"
says 'has no row “x=gone”$'
says 'has no row “x=lost”$'
expect 1 get t x=gone "$salted"
says 'has no row “x=gone”$'
expect 1 exists t --row=x=gone --row=x=here "$salted"
prints "x=gone${tab}false" "x=here${tab}true"
expect 1 get t a f:none
says 'has no row “a” with such cells$'

# ---- exists ----

expect 0 exists t a
prints "a${tab}true"
expect 1 exists t b
prints "b${tab}false"
expect 1 exists t --row=a --row=b --row=a f:r
prints "a${tab}true" "b${tab}false" "a${tab}true"
expect 1 exists t a f:z
expect 0 exists t a g
expect 0 exists t a --format=json
prints '{"row":"a","exists":true}'
expect 0 exists t a --format=csv
prints 'row,exists' 'a,true'
expect 1 exists t --schema='salt:random(4),x:text' --row=x=nothing
prints "x=nothing${tab}false"
expect 2 exists t
says 'ROW is missing'
expect 2 exists t a --consistency=weak
says -- '--consistency must be strong or timeline, not “weak”'
expect 0 exists t a --consistency=strong --no-cache-blocks --attribute='x=\x01'
expect 2 exists t a --attribute=x
says 'isn.t NAME=VALUE'
expect 1 exists missing a
says 'missing'

expect 2 exists t
says 'ROW is missing; .hbase-glib tables t. says whether the table exists'

# Words after the row are columns, not rows.
for verb in get exists delete
do
  expect 1 $verb t a b
  says '; give each of several rows by --row=ROW$'
  expect 1 $verb t --row=a --row=b nofamily
  says '.hbase-glib describe t. lists its column families$'
done
expect 1 get t a h:q
says 'lists its column families$'

# Timestamps are given as dates, too.
expect 0 put t dated 1970-01-02/f:a=1 f:b=2 --timestamp=1970-01-01T00:00:07.5Z
expect 0 get t dated --timestamps
prints "dated${tab}86400000/f:a=1${tab}7500/f:b=2"
expect 0 get t dated --time-range=1970-01-02,1970-01-03T01:00:00+01:00
prints "dated${tab}f:a=1"
expect 0 put t dated 1970-01-01T00:00:01.5Z/f:a/b=1 f:c/d=2/f:e --timestamp=9
expect 0 get t dated --timestamps
prints "dated${tab}86400000/f:a=1${tab}1500/f:a/b=1${tab}7500/f:b=2${tab}9/f:c/d=2/f:e"
expect 0 delete t dated
for wrong in 2024-13-01 -05-01 1969-12-31 2024-05-01T 2024-05-01T25:00:00Z
do
  expect 2 get t dated --timestamp="$wrong"
done
expect 2 get t dated --timestamp=2024-13-01
says 'give a whole number of ms since 1970, or a time such as 2024-05-01'

# Of a few columns, and of many, none may be given twice.
expect 2 put t twice f:a=1 f:b=2 f:a=3
says 'the column “f:a” is given twice'
expect 2 put t twice f:a=1 f:b=2 f:c=3 f:d=4 f:e=5 f:f=6 f:g=7 f:h=8 f:i=9 f:b=10
says 'the column “f:b” is given twice'
expect 0 put t twice f:a=1 5/f:a=2 6/f:a=3 g:a=4
expect 0 delete t twice

# ---- check ----

expect 0 check t a f:q = 1 put f:q=2
expect 0 get t a f:q
prints "a${tab}f:q=2"
expect 1 check t a f:q = 1 put f:q=3
says 'the condition isn.t true of row “a”: nothing was changed'
expect 0 check t a f:q ne 1 put f:q=3 delete f:r g
expect 0 get t a
prints "a${tab}f:q=3"
for words in '> 2' 'gt 2' '>= 3' 'ge 3' '< 4' 'lt 4' '<= 3' 'le 3' '!= 4' '== 3' 'eq 3' 'present'; do
  # shellcheck disable=SC2086
  expect 0 check t a f:q $words put f:x=1
done
for words in '> 3' '>= 4' '< 3' '<= 2' '!= 3' 'eq 4' 'missing'; do
  # shellcheck disable=SC2086
  expect 1 check t a f:q $words put f:x=2
done
expect 0 check t a f:none missing put f:none=1
expect 0 check t a f:none = 1 delete f:none
expect 1 check t a f:none present delete
expect 0 check t a f:q = 3 delete
expect 1 get t a
# A value that begins with a `-`.
expect 0 put t dash f:n=-1
expect 0 check t dash f:n = -- -1 put f:n=-- f:o=-2
expect 0 check -- t dash f:n = -- put f:n=3
expect 0 get t dash
prints "dash${tab}f:n=3${tab}f:o=-2"
# A negative number isn't an option.
expect 0 check t dash f:o = -2 put f:p=1
expect 1 check t dash f:o -- = -3 put f:p=2
expect 0 put t -5.5 f:q=1 --timestamp 7
expect 0 get t -5.5 --timestamps
prints "-5.5${tab}7/f:q=1"
expect 0 delete t --row -5.5
expect 2 get t -5.5 -x
says 'Unknown option -x'
expect 0 put t -- -row f:q=1
expect 0 get t -- -row
prints "-row${tab}f:q=1"
expect 0 incr t dash f:count -- -2
prints -2
expect 0 delete t -- -row
expect 2 check t a f:q like 3 put f:x=1
says '“like” isn.t an operator'
expect 2 check t a f = 3 put f:x=1
says '“f” isn.t family:qualifier'
expect 2 check t a f:q = 3
says 'ACTION… is missing\|an action is missing'
expect 2 check t a f:q = '' delete
says 'give “missing” or “present”'
expect 2 check t a f:q = 3 put
says 'COLUMN=VALUE is missing after “put”'
expect 2 check t a f:q = 3 remove f:q
says 'not with “remove”'

# ---- mutate ----

expect 0 put t m f:a=1 f:b=2 g:c=3
expect 0 mutate t m put f:a=5 f:d=6 delete f:b delete g
expect 0 get t m
prints "m${tab}f:a=5${tab}f:d=6"
expect 0 mutate t m put 100/f:old=1 delete f:d
expect 0 get t m --timestamps f:old
prints "m${tab}100/f:old=1"
expect 2 mutate t m put f:a=1 put f:b=1 put f:a=2
says 'the column “f:a” is given twice'
expect 2 append t m f:a=1 f:a=2
says 'the column “f:a” is given twice'
expect 2 mutate t m put f:a=1 delete f:a
says 'would hide the put'
expect 0 mutate t m delete 99/f:old
expect 0 exists t m f:old
expect 0 mutate t m delete 100/f:old
expect 1 exists t m f:old
expect 2 mutate t m f:a=1
says 'must begin with “put” or “delete”'
expect 2 check t m f:a = 1
says 'an action is missing: “put” with cells, or “delete”'
expect 2 mutate t m
says 'ACTION… is missing\|ACTION is missing'
expect 2 mutate t m put f:a
says 'isn.t family:qualifier=value'
expect 0 put t m f:b=2 g:c=3
expect 0 mutate t m delete f:a g
expect 0 get t m
prints "m${tab}f:b=2"
expect 2 delete t m f:b g
says 'can.t be deleted together'

# ---- the region of a row ----

expect 0 create split f --split=h --split=p
expect 0 regions split k
shows "^h${tab}p${tab}"
test "$(wc -l <"$work/out")" = 1 || fail 'one region should be printed'
expect 0 regions split p
shows "^p${tab}${tab}"
expect 0 regions split ''
shows "^${tab}h${tab}"
expect 2 regions split '\x0'
expect 2 regions split a b
says 'one argument too many'

# ---- versions ----

expect 0 create v f --versions=5
expect 0 put v a 1/f:q=1 2/f:q=2 3/f:q=3 2/f:r=2
expect 0 get v a --versions=all --timestamps f:q
prints "a${tab}3/f:q=3${tab}2/f:q=2${tab}1/f:q=1"
expect 0 get v a --versions=2 --timestamps f:q
prints "a${tab}3/f:q=3${tab}2/f:q=2"
expect 2 get v a --versions=0
says 'must be a number of at least 1, or “all”, not “0”'
expect 2 scan v --versions=some
says 'not “some”'
expect 0 scan v --versions=all --timestamps
cp "$work/out" "$work/rows"
expect 0 delete v a f:q --timestamp=2 --exact
expect 0 scan v --versions=all --timestamps f:q
prints "a${tab}3/f:q=3${tab}1/f:q=1"
expect 0 delete v a f:q --newest
expect 0 get v a f:q
prints "a${tab}f:q=1"
expect 0 delete v a f --timestamp=2 --exact
expect 1 get v a f:r
expect 0 delete v a 1/f:q
expect 1 get v a
expect 2 delete v a f:q --exact
says 'give --timestamp'
expect 2 delete v a --newest
says 'need columns'
expect 2 delete v a f --newest
says 'not whole families'
expect 2 delete v a f:q --newest --timestamp=2
says 'leave the timestamp out'
expect 2 delete v a f:q --newest --exact
says 'give either --newest or --exact'
expect 0 create w f --versions=5
standard_input=$work/rows
expect 0 put w --from=-
standard_input=/dev/null
expect 0 scan w --versions=all --timestamps
cmp -s "$work/rows" "$work/out" || fail 'all versions should be copied'

# ---- deletes of single versions by mutate and check ----

expect 0 create single f g --versions=5
expect 0 put single r 1/f:q=1 2/f:q=2 3/f:q=3 4/f:q=4 1/f:p=1 2/f:p=2 7/g:z=7 8/g:z=8
expect 0 mutate single r delete f:q f:p --newest put f:new=1
expect 0 get single r f:q f:p --versions=all
prints "r${tab}f:p=1${tab}f:q=3${tab}f:q=2${tab}f:q=1"
expect 0 mutate single r delete 2/f:q 7/g --exact
expect 0 get single r f:q g --versions=all
prints "r${tab}f:q=3${tab}f:q=1${tab}g:z=8"
expect 0 check single r f:q = 3 delete f:q --newest
expect 0 check single r f:p present delete 1/f:q --exact put f:new=2
expect 1 get single r f:q
for command in 'mutate single r' 'check single r f:p = 1'; do
  expect 2 $command delete f:p --newest --exact
  says 'give either --newest or --exact'
  expect 2 $command delete f:p --exact
  says -- '--exact needs a timestamp: give each column after one'
  expect 2 $command delete 1/f:p --newest
  says 'leave the timestamp out'
  expect 2 $command delete g --newest
  says -- '--newest needs columns, not whole families'
done
expect 0 drop single --yes

# ---- delete markers ----

expect 0 create markers f g --versions=3
expect 0 put markers r 5/f:q=1 6/f:q=2 '6/f:p (delete)=x' 7/g:z=9 --as=f:q:text
expect 0 delete markers r 5/f:q --exact
expect 0 delete markers r '6/f:p (delete)'
expect 0 delete markers r 7/g
expect 0 scan markers --with-deleted --versions=all
prints "r${tab}6/f:p (delete) (delete-column)${tab}6/f:p (delete)=x${tab}6/f:q=2${tab}5/f:q (delete)${tab}5/f:q=1${tab}7/g (delete-family)${tab}7/g:z=9"
cp "$work/out" "$work/markers.text"
expect 0 scan markers
prints "r${tab}f:q=2"
expect 0 scan markers f --with-deleted --as=f:int64 --limit=1
prints "r${tab}6/f:p (delete) (delete-column)${tab}6/f:p (delete)==x${tab}6/f:q==2${tab}5/f:q (delete)"
expect 0 scan markers g --with-deleted --versions=all --format=csv
prints row,column,timestamp,type,value r,g:,7,delete-family, r,g:z,7,put,9
cp "$work/out" "$work/markers.csv"
expect 0 scan markers g --with-deleted --format=table
prints 'row  column  timestamp  type           value' 'r    g:      7          delete-family  ' '     g:z     7          put            9'
expect 0 scan markers g --with-deleted --format=json
prints '{"row":"r","cells":[{"family":"g","qualifier":"","timestamp":7,"type":"delete-family","value":""},{"family":"g","qualifier":"z","timestamp":7,"type":"put","value":"9"}]}'
cp "$work/out" "$work/markers.json"
expect 0 scan markers --with-deleted --keys-only
prints r
expect 2 scan markers f:q --with-deleted
says 'give FAMILY without a qualifier'
# No marker is written as a cell, but the values of such a file are.
expect 0 create unmarked f g
for format in text csv json; do
  expect 1 put unmarked --from="$work/markers.$format" --format=$format
  says 'delete.*” is a delete marker, and can.t be written as a cell'
done
expect 2 put unmarked r 'f (delete-family)'
says 'is a delete marker'
expect 0 count unmarked
prints 0
sed 's/{[^{]*delete-family[^}]*},//' "$work/markers.json" >"$work/values.json"
grep -v delete "$work/markers.csv" >"$work/values.csv"
for format in csv json; do
  expect 0 put unmarked --from="$work/values.$format" --format=$format
  expect 0 scan unmarked --timestamps
  prints "r${tab}7/g:z=9"
done
expect 0 drop markers --yes
expect 0 drop unmarked --yes
# What --raw means needs a schema.
expect 2 scan t --raw
says 'the table has no schema: keys are shown as they are (.scan --with-deleted. shows delete markers)'

# ---- options of requests ----

expect 0 put t o f:a=1 f:b=2 f:c=3 --timestamp=7 --durability=fsync-wal --attribute=k=v
expect 0 get t o --timestamps --store-limit=2
prints "o${tab}7/f:a=1${tab}7/f:b=2"
expect 0 get t o --store-offset=2
prints "o${tab}f:c=3"
expect 2 get t o --store-offset=-1
says 'must be at least 0'
expect 0 get t o --filter="QualifierFilter(=,'binary:b')"
prints "o${tab}f:b=2"
# Filters of any bytes: what hbase_filter_to_string() writes, and regular expressions with and without its escapes.
expect 0 create bytes f
expect 0 put bytes '\x00\xFF' "f:q=it's"
expect 0 put bytes a1 'f:q=1\x00'
expect 0 put bytes 'a\\d' 'f:q=2'
expect 0 scan bytes --filter="PrefixFilter('\\x00')"
prints "\\x00\\xFF${tab}f:q=it's"
expect 0 scan bytes --filter="(PrefixFilter('\\x00\\xFF') AND ValueFilter(!=,'binary:it''s'))"
test ! -s "$work/out" || fail 'the value is equal'
expect 0 scan bytes --filter="FuzzyRowFilter('a?','\\x00\\x01')" --keys-only
prints a1 'a\x5Cd'
expect 0 get bytes a1 --filter="ValueFilter(=,'binary:1\\x00')"
prints "a1${tab}f:q=1\\x00"
for digit in '\d' '\\d' '[\x31]'; do
  expect 0 scan bytes --filter="RowFilter(=,'regexstring:a$digit')" --keys-only
  prints a1
done
expect 0 scan bytes --filter="RowFilter(=,'binary:a\\\\d')" --keys-only
prints 'a\x5Cd'
expect 0 count bytes --filter="PrefixFilter('\\x00')"
prints 1
expect 2 scan bytes --filter="PrefixFilter('\\x0')"
says -- '--filter: .*byte 15'
expect 2 get bytes a1 --filter="PrefixFilter('a'"
says -- '--filter: '
expect 0 drop bytes --yes
expect 2 put t o f:a=1 --durability=none
says 'must be use-default, skip-wal, async-wal, sync-wal or fsync-wal, not “none”'
expect 2 put t o f:a=1 --ttl=-5
says -- '--ttl=-5: give a number of at least 1'
expect 0 put t o f:long=1 --ttl=7d
expect 0 get t o f:long
expect 0 delete t o f:long
expect 0 put t o f:ttl=1 --timestamp=5 --ttl=5000
expect 1 get t o f:ttl
expect 0 put t o f:a=1 --visibility='secret&!open'
expect 2 put t o f:a=1 --timestamp=soon
says '“soon” isn.t a timestamp'
expect 2 put t o f:q=a 5/f:q=b --timestamp=5
says 'column “f:q” is given twice'
printf 'o\t5/f:q=a\tf:q=b\n' >"$work/rows"
expect 1 put t --from="$work/rows" --timestamp=5
says 'line 1: the column “f:q” is given twice'
printf '{"row":"o","cells":[{"family":"f","qualifier":"j","value":"1"}]}\n' >"$work/rows"
expect 0 put t --from="$work/rows" --format=json --timestamp=5
expect 0 get t o f:j --timestamps
prints "o${tab}5/f:j=1"
printf 'p\tf:a=1\t3/f:b=2\n' >"$work/rows"
expect 0 put t --from="$work/rows" --timestamp=9 --durability=skip-wal
expect 0 get t p --timestamps
prints "p${tab}9/f:a=1${tab}3/f:b=2"
expect 0 append t p f:a=2 --no-results --durability=async-wal
test ! -s "$work/out" || fail 'nothing should be printed'
expect 0 append t p f:a=3
prints "p${tab}f:a=123"
expect 0 incr t p f:n --durability=skip-wal
expect 0 delete t p f:n --durability=skip-wal
expect 0 scan t --start=o --stop=p --exclude-start --include-stop f:b
prints "p${tab}f:b=2"
expect 0 scan t --batch=1 --caching=10 --read-type=pread --start=p
prints "p${tab}f:a=123" "p${tab}f:b=2"
expect 2 scan t --batch=-1
says -- '--batch must be at least 0'
expect 2 scan t --caching=-1
says -- '--caching must be at least 0'
expect 2 scan t --read-type=fast
says -- '--read-type must be default, stream or pread'
expect 0 scan t f --family-time-range=f:3,4
prints "p${tab}f:b=2"
expect 2 scan t --family-time-range=3,4
says 'isn.t the name of a column family'
expect 2 scan t --family-time-range=f:4,3
says -- '--family-time-range: MIN must be less than MAX'
# The embedded engine has no filters of Java's classes.
expect 1 scan t --filter-bytes='\x0A\x01f'
says 'filterBytes'
expect 2 scan t --filter-bytes='\x0'
says -- '--filter-bytes: '
expect 0 create written f g
expect 0 cas written c f:q f:q=1 --absent --durability=fsync-wal --ttl=1h --attribute=k=v
expect 2 cas written c f:q=1 f:q=2 --durability=none
says -- '--durability must be'
expect 0 cas written d f:q f:q=1 --absent --durability=skip-wal
expect 0 delete written --row=c --row=d
expect 0 prepend written --schema=id:downward f:q=1 --durability=fsync-wal --attribute=k=v
expect 2 prepend written --schema=id:downward f:q=1 --durability=skip-wal
says 'must not get lost'
printf 'f:q=1\n' >"$work/rows"
expect 1 prepend written --schema=id:downward --from="$work/rows" --durability=skip-wal
says 'line 1: .*must not get lost'
expect 0 drop written --yes
for command in get exists scan count page first last put delete append incr check mutate cas prepend; do
  expect 0 $command --help-more
  shows 'attribute=NAME=VALUE'
done
expect 2 scan t --cashing=4
says 'did you mean “--caching”'

finish
