#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Rows as text and as JSON, out of a table and into another: every byte, every version, keys by fields, salts.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI

# same FILE: as what the last one printed.
same ()
{
  cmp -s "$1" "$work/out" || fail "what was loaded is not what was in the table"
}

# is_plain N: so many lines were printed, of printable characters and tabs alone.
is_plain ()
{
  test "$(wc -l <"$work/out")" -eq "$1" || fail "it should have printed $1 lines"
  if grep -q "[^ -~$tab]" "$work/out"; then
    fail 'something that is not printable was printed'
  fi
}

# ---- all bytes, several versions and families ----

awk 'BEGIN {
  for (i = 0; i < 256; i++) {
    b = sprintf ("\\x%02X", i)
    printf "k%s\t300/f:q%s=v%s\t100/f:q%s=%s\t300/f:q%s2=\t200/g:=%s%s\t9/g:/%s@1=a=b\n", b, b, b, b, b, b, b, b, b
  }
}' >"$work/all"
for table in all text json; do
  expect 0 create $table f g --versions=3
done
expect 0 put all --from="$work/all"
prints 256
expect 0 scan all --versions=3 --timestamps
is_plain 256
cp "$work/out" "$work/dump"
expect 0 put text --from="$work/dump"
expect 0 scan text --versions=3 --timestamps
same "$work/dump"
expect 0 scan all --versions=3 --format=json
is_plain 256
cp "$work/out" "$work/dump.json"
expect 0 put json --from="$work/dump.json" --format=json
prints '{"rows":256}'
expect 0 scan json --versions=3 --timestamps
same "$work/dump"
expect 0 scan text --versions=3 --format=json
same "$work/dump.json"
# Without timestamps versions would be lost: that is refused.
expect 0 scan all --versions=3
cp "$work/out" "$work/versions"
expect 1 put text --from="$work/versions"
says 'line 1: .*“f:q\\x00” is given twice.*--timestamps'
expect 0 get all 'k\x41' g --timestamps
prints "kA${tab}200/g:=AA${tab}9/g:/A@1=a=b"
expect 0 put all kA 250/g:=between
expect 0 get all kA g: --versions=3 --timestamps
prints "kA${tab}250/g:=between${tab}200/g:=AA"
for timestamp in x +-1 9223372036854775807 '' 1.5; do
  expect 2 put all kA "$timestamp/g:=v"
  says 'timestamp'
done
expect 2 append all kA 5/g:=v
expect 2 prepend all --schema=id:downward 5/f:q=v

# Files of other programs, in which an object has several lines, or all are in an array.
for text in '{\n"row":"a",\n"cells":[]}' '[{"row":"a"}]' '{"row":"a",\n"cells":[]}'; do
  # shellcheck disable=SC2059
  printf "$text\n" >"$work/several"
  expect 1 put json --from="$work/several" --format=json
  says 'line 1: .*; each line must be a whole object, as `jq -c .` writes it'
done

# ---- JSON that is written by hand ----

cat >"$work/hand" <<'JSON'
 { "cells" : [ { "value":"1", "family":"f", "qualifier":"q" } ], "row":"h\u0041\ud83d\ude00\"\\x00" }

{"row":"h2","key":null,"cells":[{"family":"f","qualifier":"\/","value":"\u00e9","timestamp":7}]}
JSON
expect 0 put json --from="$work/hand" --format=json
prints '{"rows":2}'
expect 0 scan json --prefix=h
sed -i 's/"timestamp":[0-9]*/"timestamp":0/g' "$work/out"
prints "h2${tab}f:/=é" "hA\\xF0\\x9F\\x98\\x80\"\\x00${tab}f:q=1"
while read -r line; do
  printf '%s\n' "$line" >"$work/faulty"
  expect 1 put json --from="$work/faulty" --format=json
  says 'line 1: '
done <<'JSON'
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"v"}]
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"v"}]} x
{"row":"r","cells":[{"family":"f","qualifier":"q"}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":1}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"v","time":1}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"v","timestamp":"1"}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"v","timestamp":-1}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"\\q"}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"\q"}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"\ud83d"}]}
{"row":"r","cells":[{"family":"f","qualifier":"q","value":"\u0000"}]}
{"row":"r","row":"s","cells":[]}
{"row":"r","cells":[]}
{"row":"r"}
{"cells":[{"family":"f","qualifier":"q","value":"v"}]}
{"key":{"id":"1"},"cells":[{"family":"f","qualifier":"q","value":"v"}]}
[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
"row"
nothing
r	f:q=v
JSON
expect 1 get json r

# ---- keys by fields: every byte ----

awk 'BEGIN {
  for (i = 0; i < 256; i++)
    printf "n=7,b=a\\x%02Xz\tf:q=\\x%02X\n", i, i
}' >"$work/fields"
schema=--schema=b:bytes-z,n:uint8
for table in bytes again; do
  expect 0 create $table f
done
expect 0 put bytes --from="$work/fields" $schema
prints 256
expect 0 scan bytes $schema
is_plain 256
cp "$work/out" "$work/rows"
expect 0 put again --from="$work/rows" $schema
expect 0 scan again
cp "$work/out" "$work/rows"
expect 0 scan bytes
same "$work/rows"
expect 0 scan bytes $schema --format=json
is_plain 256
sed 's/"row":"[^"]*",//' "$work/out" >"$work/rows.json"
expect 0 drop again --yes
expect 0 create again f
expect 0 put again --from="$work/rows.json" --format=json $schema
prints '{"rows":256}'
expect 0 scan again
same "$work/rows"

awk 'BEGIN {
  for (i = 1; i < 128; i++)
    printf "t=a\\x%02Xz,n=7\tf:q=\\x%02X\n", i, i
}' >"$work/fields"
schema=--schema=t:text-z,n:uint8
for table in texts again2; do
  expect 0 create $table f
done
expect 0 put texts --from="$work/fields" $schema
expect 0 scan texts $schema
is_plain 127
cp "$work/out" "$work/rows"
expect 0 put again2 --from="$work/rows" $schema
expect 0 scan again2 $schema
same "$work/rows"
for row in 't=a\x2Cz,n=7' 't=a\x0Az,n=7' 't=a\x1Bz,n=7' 't=a=z,n=7' 't=a\x5Cz,n=7' 't=a"z,n=7' 'n=7,t=a\x09z' 't=aAz,n=7'; do
  expect 0 get texts "$row" $schema
  is_plain 1
  expect 0 scan texts --prefix="$row" $schema
  is_plain 1
  expect 0 delete texts "$row" $schema
  expect 1 get texts "$row" $schema
done
expect 2 get texts 't=a,b,n=7' $schema
says '“b” isn.t NAME=VALUE'

# A table can't forge rows, or reach the terminal.
expect 0 create forged f
expect 0 put forged 'x\x0Ay\x09f:q=evil\x1B[2J\xC2\x9B\xE2\x80\xAE' 'f:\x0A\x1B]0;=\x1B' 'f:é=ü'
expect 0 scan forged
prints "x\\x0Ay\\x09f:q=evil\\x1B[2J\\xC2\\x9B\\xE2\\x80\\xAE${tab}f:\\x0A\\x1B]0;=\\x1B${tab}f:é=ü"
expect 0 scan forged --schema=t:text
prints "t=x\\x0Ay\\x09f:q=evil\\x1B[2J\\xC2\\x9B\\xE2\\x80\\xAE${tab}f:\\x0A\\x1B]0;=\\x1B${tab}f:é=ü"

# ---- salts ----

expect 0 create salted f g
schema='--schema=salt:one-of(x,y),id:text'
for row in xb ya xc yd; do
  expect 0 put salted $row f:q=$row $schema
done
expect 2 put salted za f:q=za $schema
says 'salt.*--raw'
expect 0 first salted $schema
prints "id=a${tab}f:q=ya"
expect 0 last salted $schema
prints "id=d${tab}f:q=yd"
expect 0 last salted $schema -n 3
prints "id=b${tab}f:q=xb" "id=c${tab}f:q=xc" "id=d${tab}f:q=yd"
expect 0 first salted $schema --start=id=b
prints "id=b${tab}f:q=xb"
expect 0 last salted $schema --prefix=id=b
prints "id=b${tab}f:q=xb"
expect 0 scan salted $schema --start=id=b --stop=id=d
prints "id=b${tab}f:q=xb" "id=c${tab}f:q=xc"
expect 2 last salted $schema --method=reverse
says 'salts'
expect 0 delete salted yd $schema
expect 0 put salted yd g:=guard $schema
expect 0 last salted $schema --skip-guards=g
prints "id=c${tab}f:q=xc"
expect 0 scan salted $schema --prefix=id=a
prints "id=a${tab}f:q=ya"
expect 0 page salted $schema --size=2
token=$(sed -n 's/^this page: --token=//p' "$work/out")
expect 0 page salted $schema --size=2 --token="$token"
# Rows whose salt is random are found by their fields, and written where they are.
expect 0 get salted id=c $schema
prints "id=c${tab}f:q=xc"
expect 0 put salted id=c f:q=new $schema
expect 0 get salted xc
prints "xc${tab}f:q=new"
expect 0 put salted id=new f:q=1 $schema
expect 0 put salted id=new f:q=2 $schema
expect 0 scan salted $schema --prefix=id=new
prints "id=new${tab}f:q=2"
expect 0 append salted id=new f:q=3 $schema
prints "id=new${tab}f:q=23"
expect 0 cas salted id=new f:q=23 f:q=4 $schema
expect 0 delete salted id=new $schema
expect 1 get salted id=new $schema
says 'no row “id=new”'
expect 0 delete salted id=new $schema
expect 0 put salted id=old1 f:q=1 $schema
expect 0 put salted id=old2 f:q=2 $schema
expect 0 delete salted --prefix=id=old $schema --yes
prints 2
expect 1 first salted $schema --prefix=id=old

finish
