#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Tests `put --from --format=csv`: files of rows, files of cells as `scan` prints them, and invalid files.

. "$top_srcdir/tests/tools/expectations.sh"
uri=local://$work/db
HBASE_URI=$uri
export HBASE_URI
standard_input=$work/in

# given TEXT: what the next command reads, as a format of printf.
given ()
{
  # shellcheck disable=SC2059
  printf "$1" >"$work/in"
}

load="put t --from=- --format=csv"
given ''
expect 0 create t f g
expect 0 create u f g

# ---- rows ----

given '\357\273\277row,f:a,g:b\r\nr1,1,"two, ""x""\r\n\r\nlines"\r\n\r\nr2,,"3"\r\n,,\r\n'
expect 1 $load
says 'line 7: '
given '\357\273\277row,f:a,g:b\r\nr1,1,"two, ""x""\r\n\r\nlines"\r\n\r\nr2,,"3"'
expect 0 $load
prints 2
expect 0 scan t
prints "r1${tab}f:a=1${tab}g:b=two, \"x\"\\x0A\\x0Alines" "r2${tab}g:b=3"
given 'row,f:n\nr3,7\n'
expect 0 $load --as=f:n:int64 --timestamp=5
expect 0 get t r3 f:n --timestamps
prints "r3${tab}5/f:n=\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07"

# ---- cells ----

given 'row,column,timestamp,value\nk,f:a,7,new\nk,f:a,6,old\nk,g:,,""\n'
expect 0 $load
prints 1
expect 0 get t k --timestamp=7
prints "k${tab}f:a=new"
expect 0 get t k g
prints "k${tab}g:="
given 'row,column,value\nk,f:a,1\nl,f:a,2\nk,f:a,3\n'
expect 0 $load
prints 3
expect 0 scan t --format=csv --timestamps
cp "$work/out" "$work/all"
expect 0 put u --from="$work/all" --format=csv
expect 0 scan u --format=csv --timestamps
cmp "$work/all" "$work/out" || fail "what was loaded isn't what scan printed"

# ---- with a schema ----

given ''
expect 0 truncate t --yes
given 'id,name,f:a\n1,"Lovelace, Ada",x\n2,b,y\n'
expect 0 $load --schema=id:uint16,name:text
expect 0 scan t
prints "\\x00\\x01Lovelace, Ada${tab}f:a=x" "\\x00\\x02b${tab}f:a=y"
given 'row,f:a\n"id=3,name=c",z\n'
expect 0 $load --schema=id:uint16,name:text
given 'row,f:a\nx,short\n'
expect 0 $load
expect 0 scan t --schema=id:uint16,name:text --format=csv
cp "$work/out" "$work/all"
prints id,name,column,value '1,"Lovelace, Ada",f:a,x' 2,b,f:a,y 3,c,f:a,z '=x,,f:a,short'
expect 0 scan t --format=csv
cp "$work/out" "$work/stored"
expect 0 truncate t --yes
expect 1 put t --from="$work/all" --format=csv --schema=id:uint16,name:text
says 'line 5: '
expect 0 put t --from="$work/all" --format=csv --schema=id:uint16,name:text --raw
expect 0 scan t --format=csv
cmp "$work/stored" "$work/out" || fail "the keys that were loaded aren't those that scan printed"

# ---- what is refused, and where ----

# refuses MESSAGE TEXT
refuses ()
{
  given "$2"
  expect 1 $load
  says "standard input, $1"
}

refuses 'line 1: the heading must begin with “row”$' 'id,f:a\n1,2\n'
refuses 'line 1: the heading “a” is no column: give family:qualifier' 'row,a\n1,2\n'
refuses 'line 2: the heading has 2 fields, but the record 1' 'row,f:a\n1\n'
refuses "line 2: a field's quotes aren't closed" 'row,f:a\n1,"2\n3,4\n'
refuses 'line 3: a field with a quote in it must be in quotes' 'row,f:a\n1,1\n2,5"" wide\n'
refuses 'line 2: a field with a quote in it must be in quotes' 'row,f:a\n1,"2"3\n'
refuses 'line 2: a field with a quote in it must be in quotes' 'row,f:a,f:b\n1,2"3,"4\n'
refuses 'line 2: the row has no cells; all its fields are empty' 'row,f:a\n1,\n'
refuses 'line 4: “zz=3” isn.t family:qualifier=value' 'row,column,value\na,f:x,1\na,f:y,2\nb,zz,3\n'
says '1 rows before that were written'
expect 0 get t a
prints "a${tab}f:x=1${tab}f:y=2"
refuses 'line 3: the heading has 3 fields, but the record 2' 'row,column,value\nc,f:x,1\nc,f:y\n'
expect 0 get t c
given 'id,f:a\n1,2\n'
expect 1 $load --schema=id:uint16,name:text
says 'the heading must begin with “row”, or with the fields of the schema'

finish
