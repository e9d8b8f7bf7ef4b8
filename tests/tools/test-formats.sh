#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The formats of the output, what is printed on a terminal, and the options --timing, --verbose and --quiet.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
TERM=xterm
export HBASE_URI TERM
unset NO_COLOR

# expect_on_terminal WORD…: runs the tool on a pseudo terminal; what it shows there becomes the output.
expect_on_terminal ()
{
  script -qec "$tool $*" /dev/null </dev/null 2>"$work/err" | tr -d '\r' >"$work/out"
}

expect 0 create t f g --split=m
expect 0 put t a f:q=1 'f:name=Ada, "Countess"'
expect 0 put t n 'g:=\x0A'

# ---- CSV ----

expect 0 scan t --format=csv
prints row,column,value 'a,f:name,"Ada, ""Countess"""' a,f:q,1 'n,g:,\x0A'
expect 0 --format=csv get t a f:q
prints row,column,value a,f:q,1
expect 0 put t stamped 5/f:q=x
expect 0 scan t --timestamps --format=csv --prefix=stamped
prints row,column,timestamp,value stamped,f:q,5,x
expect 0 delete t stamped
expect 0 scan t f:q --format=csv --schema=first:uint8,rest:bytes
prints first,rest,column,value 97,,f:q,1
expect 0 first t g --format=csv --schema=id:uint16
prints id,column,value '=n,g:,\x0A'
expect 0 scan t --keys-only
prints a n
expect 0 scan t --keys-only --format=csv
prints row a n
expect 0 scan t --keys-only --format=csv --schema=id:uint16
prints id =a =n
expect 0 scan t --keys-only --format=json --limit=1
prints '{"row":"a"}'
expect 0 scan t --keys-only --filter="ValueFilter(=,'binary:1')"
prints a
expect 0 --verbose scan t --keys-only
sent=$(sed -n 's/.*bytes received: \([0-9]*\).*/\1/p' "$work/err")
expect 0 --verbose scan t
test "$sent" -lt "$(sed -n 's/.*bytes received: \([0-9]*\).*/\1/p' "$work/err")" || fail "values were read for --keys-only"
expect 2 scan t --keys-only --batch=2
says 'prints no cells'
expect 0 regions t --format=csv
prints start,end,server ,m, m,,
expect 0 tables --format=csv
prints table t
expect 0 describe t --format=csv
prints table,family,versions,time-to-live,descriptor t,f,1,forever,f t,g,1,forever,g
expect 0 page t --size=1 --format=csv
prints row,column,value 'a,f:name,"Ada, ""Countess"""' a,f:q,1
says '^next page: --token='
expect 2 count t --format=csv
says 'there is no format “csv”: give text or json$'
expect 2 scan t --format=xml
says 'give text, table, csv or json$'
expect 2 --format=xml scan t
says 'there is no format “xml”'

# ---- tables ----

expect 0 scan t --format=table
prints 'row  column  value' 'a    f:name  Ada, "Countess"' '     f:q     1' 'n    g:      \x0A'
expect 0 last t --format=table --schema=id:text
prints 'id  column  value' 'n   g:      \x0A'
expect 0 regions t --format=table
prints 'start  end  server  share  of all keys of lower-case letters' \
  '       m            46.2%  █████████████████' 'm                   53.8%  ████████████████████'
expect 0 put t n "f:q=äö" f:r=v
expect 0 put t 'a key that is much longer than the forty columns' f:q=v
expect 0 scan t --format=table --start='a '
prints 'row                                       column  value' \
  'a key that is much longer than the forty columns  f:q     v' \
  'n                                         f:q     äö' '                                          f:r     v' \
  '                                          g:      \x0A'
i=0
while test $i -lt 500; do
  echo "row$i${tab}f:q=$i"
  i=$((i + 1))
done >"$work/rows"
expect 0 put t --from="$work/rows"
expect 0 scan t --format=table --prefix=row
test "$(wc -l <"$work/out")" -eq 501 || fail 'each row and the heading are printed once'
# A failure in the middle comes after the rows before it.
expect 1 scan nosuch --format=table
says 'nosuch'

# ---- languages ----

# Numbers have a decimal point in all languages.
mkdir "$work/locales"
if localedef -i de_DE -f UTF-8 "$work/locales/de_DE.UTF-8" >/dev/null 2>&1; then
  LOCPATH=$work/locales LC_ALL=de_DE.UTF-8 expect 0 regions t --shares --format=json
  shows '"share":0[.]461538}'
else
  echo 'not tested: numbers in German, as localedef or its sources are missing'
fi

# ---- terminals ----

if type script >/dev/null 2>&1; then
  expect_on_terminal scan t g
  printf '\033[1mrow\033[0m  \033[1mcolumn\033[0m  \033[1mvalue\033[0m\n\033[36mn\033[0m    g:      \\x0A\n' >"$work/expected"
  cmp -s "$work/out" "$work/expected" || fail 'a table with colours on a terminal'
  NO_COLOR=1
  export NO_COLOR
  expect_on_terminal scan t g
  prints 'row  column  value' 'n    g:      \x0A'
  unset NO_COLOR
  TERM=dumb expect_on_terminal scan t g
  prints 'row  column  value' 'n    g:      \x0A'
  expect_on_terminal scan t g --format=text
  prints "n${tab}g:=\\x0A"
  expect_on_terminal tables
  prints t
  # An answer other than y deletes nothing.
  expect 0 put t deleted1 f:q=v
  echo n | script -qec "$tool delete t --prefix=deleted" /dev/null >"$work/out"
  shows 'Delete all rows of table “t” that begin with “deleted”?'
  shows 'nothing was deleted'
  expect 0 count t --prefix=deleted
  prints 1
  echo y | script -qec "$tool delete t --prefix=deleted" /dev/null >"$work/out"
  expect 0 count t --prefix=deleted
  prints 0
fi

# ---- statistics ----

expect 0 get t n g --verbose --timing
says '^calls: 1, bytes sent: [1-9][0-9]*, bytes received: [1-9][0-9]*, connections: 1, closed after an error: 0, sent again: 0$'
says '^time: [0-9]*\.[0-9][0-9][0-9] s$'
prints "n${tab}g:=\\x0A"
expect 0 key lengths 1 -v
test -s "$work/err" && fail 'without a connection there are no calls'
expect 0 get t n g -q
test -s "$work/err" && fail '--quiet'

finish
