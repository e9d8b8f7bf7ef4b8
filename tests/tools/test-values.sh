#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Values of types: --as=FAMILY:QUALIFIER:TYPE, for what is printed and for what is written.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI

expect 0 create t f g

# kind TYPE TEXT BYTES: writes the text, and looks for the bytes; shows them, and compares the text.
kind ()
{
  expect 0 put t "$1" "f:v=$2" --as="f:v:$1"
  expect 0 get t "$1"
  prints "$1${tab}f:v=$3"
  expect 0 get t "$1" --as="f:v:$1"
  prints "$1${tab}f:v=$2"
}

kind int64 42 '\x00\x00\x00\x00\x00\x00\x00*'
kind int64 -1 '\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF'
kind int64 -9223372036854775808 '\x80\x00\x00\x00\x00\x00\x00\x00'
kind int32 -2 '\xFF\xFF\xFF\xFE'
kind int16 256 '\x01\x00'
kind uint64 18446744073709551615 '\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF'
kind uint32 4294967295 '\xFF\xFF\xFF\xFF'
kind uint16 1 '\x00\x01'
kind boolean true '\xFF'
kind boolean false '\x00'
kind double 1.5 '?\xF8\x00\x00\x00\x00\x00\x00'
kind double 0.1 '?\xB9\x99\x99\x99\x99\x99\x9A'
kind double -inf '\xFF\xF0\x00\x00\x00\x00\x00\x00'
kind float 0.1 '=\xCC\xCC\xCD'
kind hex 00ff2a '\x00\xFF*'
kind hex '' ''
kind text 'a\x09é' 'a\x09é'
kind bytes '\xFF' '\xFF'
kind variant "{'a': <1>}" 'a\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00i\x02\x0F\x00a{sv}'
kind variant '@as []' '\x00as'

# ---- values that aren't of the type ----

expect 0 put t odd 'f:n=abc' 'f:b=\x01' 'f:h==x'
expect 0 get t odd --as=f:n:int64 --as=f:b:boolean --as=f:h:hex
prints "odd${tab}f:b==\\x01${tab}f:h=3d78${tab}f:n==abc"
cp "$work/out" "$work/rows"
expect 0 put t --from="$work/rows" --as=f:n:int64 --as=f:b:boolean --as=f:h:hex
expect 0 get t odd
prints "odd${tab}f:b=\\x01${tab}f:h==x${tab}f:n=abc"
for words in 'int64 1.5' 'int64 9223372036854775808' 'int16 40000' 'uint16 -1' 'boolean yes' 'double x' 'float 1,5' 'hex abc' \
  'hex xy' 'variant {' 'int32 '; do
  expect 2 put t odd "f:v=${words#* }" --as="f:v:${words%% *}"
  says "“${words#* }” isn.t a value of the type ${words%% *}"
done

# ---- columns and families ----

expect 0 put t c f:a=1 f:b=2 g:a=3 --as=f:int32 --as=f:b:text
expect 0 get t c
prints "c${tab}f:a=\\x00\\x00\\x00\\x01${tab}f:b=2${tab}g:a=3"
expect 0 get t c --as=f:b:text --as=f:int32 --format=json
shows '"qualifier":"a","timestamp":[0-9]*,"value":"1"'
shows '"qualifier":"b","timestamp":[0-9]*,"value":"2"'
cp "$work/out" "$work/rows"
expect 0 put t --from="$work/rows" --format=json --as=f:b:text --as=f:int32
expect 0 get t c f:a
prints "c${tab}f:a=\\x00\\x00\\x00\\x01"
expect 0 get t c f:a --as=f:a:int32 --format=csv
prints 'row,column,value' 'c,f:a,1'
expect 0 put t c f::=7 --as=f:::int32
expect 0 get t c f:: --as=f:::int32
prints "c${tab}f::=7"
expect 0 put t c f:=8 --as=f::int32
expect 0 scan t f: --start=c --limit=1 --as=f::int32
prints "c${tab}f:=8"
expect 0 --as=f:a:int32 first t f:a
prints "c${tab}f:a=1"

# ---- changes ----

expect 0 check t c f:a = 1 put f:a=2 --as=f:a:int32
expect 0 check t c f:a ge 2 put f:a=3 --as=f:a:int32
expect 1 check t c f:a gt 3 put f:a=4 --as=f:a:int32
expect 2 check t c f:a = x put f:a=4 --as=f:a:int32
says '“x” isn.t a value of the type int32'
expect 0 cas t c f:a=3 f:a=5 --as=f:a:int32
expect 0 mutate t c put f:a=6 --as=f:a:int32
expect 0 append t c f:a=7 --as=f:a:int32
prints "c${tab}f:a==\\x00\\x00\\x00\\x06\\x00\\x00\\x00\\x07"
expect 0 incr t c f:n 5
expect 0 get t c f:n --as=f:n:int64
prints "c${tab}f:n=5"
expect 0 create l f g
expect 0 prepend l f:n=9 --schema=id:downward --start=9 --as=f:n:int64
expect 0 first l f:n --as=f:n:int64
prints "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x09${tab}f:n=9"

# ---- profiles ----

expect 0 put t profile f:n=7 f:s=x --as=f:n:int64
mkdir -p "$work/config/hbase-glib"
printf '[work]\nuri=%s\ntypes.t=f:n:int64;f:z:hex;\ntypes.g=f:n:int6\n' "$HBASE_URI" >"$work/config/hbase-glib/config"
expect 0 get t profile --profile=work
prints "profile${tab}f:n=7${tab}f:s=x"
expect 0 get t profile --profile=work --as=f:s:hex
prints "profile${tab}f:n=\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07${tab}f:s=78"
expect 0 put t profile f:n=8 -p work
expect 0 first t f:n --start=profile -p work
prints "profile${tab}f:n=8"
expect 2 scan g -p work
says 'the profile.s types of table “g”: --as: there is no type “int6”'

# ---- numbers that are too large ----

expect 2 put t large f:a=1e39 --as=f:a:float
says 'isn.t a value of the type float'
expect 2 put t large f:a=1e999 --as=f:a:double
expect 0 put t large f:a=-inf --as=f:a:float
expect 0 get t large --as=f:a:float
prints "large${tab}f:a=-inf"

# ---- files as values ----

printf 'a\000\377\n\\b' >"$work/value"
expect 0 put t file f:v --value-from="$work/value" --timestamp=7
expect 0 get t file --timestamps
prints "file${tab}7/f:v=a\\x00\\xFF\\x0A\\x5Cb"
expect 0 get t file f:v --value
cmp -s "$work/value" "$work/out" || fail 'the value should be the file'
standard_input=$work/value
expect 0 put t file f:w --value-from=-
expect 0 get t file f:w --value
cmp -s "$work/value" "$work/out" || fail 'the value should be the standard input'
standard_input=/dev/null
expect 0 put t file f:empty --value-from=/dev/null
expect 0 get t file f:empty --value
test ! -s "$work/out" || fail 'the value should be empty'
expect 1 get t file --value
says '--value prints one cell, and there are 3'
expect 1 get t file f:none --value
says 'has no row “file” with such a cell'
expect 2 get t --row=file --row=c f:v --value
expect 2 get t file f:v --value --format=json
says '--value prints the value of one row, without a format'
expect 1 put t file f:v --value-from="$work/missing"
expect 2 put t file f --value-from="$work/value"
expect 2 put t file f:a=1 --value-from="$work/value"
says '“f:a=1”: --value-from gives the value; a = of the qualifier is written \\x3D'
expect 0 put t file 'f:a\x3D1' --value-from="$work/value"
expect 2 put t file f:v=1 f:w --value-from="$work/value"
says '--value-from is for one ROW and one COLUMN'

# ---- wrong options ----

expect 2 get t c --as=f:a:int7
says 'there is no type “int7”: give boolean, int16'
expect 2 get t c --as=int64
says '“int64” isn.t FAMILY:QUALIFIER:TYPE'
expect 2 get t c --as=:a:int64
says 'isn.t the name of a column family'

finish
