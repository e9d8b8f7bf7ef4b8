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
prints "r1${tab}f:a=1${tab}g:b=two, \"x\"\\x0D\\x0A\\x0D\\x0Alines" "r2${tab}g:b=3"
given 'row,f:n\nr3,7\n'
expect 0 $load --as=f:n:int64 --timestamp=5
expect 0 get t r3 f:n --timestamps
prints "r3${tab}5/f:n=\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07"

# Line breaks in quotes stay as they are, and are no record's end.
given 'row,f:a\r\nl1,"1\r\n2\n3"\r\n"l\n2",x\n'
expect 0 $load
expect 0 get t l1 f:a
prints "l1${tab}f:a=1\\x0D\\x0A2\\x0A3"
expect 0 get t 'l\x0A2'
prints "l\\x0A2${tab}f:a=x"

# A name, a timestamp and a value never change how the others are read.
given 'row,f:utm=google,"f:a/b:c=d,e"\nn1,1=2,3:4=5\n'
expect 0 $load
expect 0 get t n1
prints "n1${tab}f:a/b:c\\x3Dd,e=3:4=5${tab}f:utm\\x3Dgoogle=1=2"
given 'row,column,value\nn2,f:utm=google,1\nn2,"f:a/b:c=d,e",3:4=5\n'
expect 0 $load
expect 0 get t n2
prints "n2${tab}f:a/b:c\\x3Dd,e=3:4=5${tab}f:utm\\x3Dgoogle=1"
for text in 'row,1000/f:a\nn3,1\n' 'row,column,value\nn3,1000/f:a,1\n' 'row,column,timestamp,value\nn3,f:a,1/f:b=,1\n'; do
  given "$text"
  expect 1 $load
  says 'standard input, line [12]: “1.*” isn.t'
done
expect 1 get t n3

# ---- files of databases and spreadsheets ----

# They are taken as they are: a backslash is one.
given 'row,f:a\n50%% \\x41,50%% \\x41 \\d done\n'
expect 0 $load
expect 0 get t '50% \x5Cx41'
prints "50% \\x5Cx41${tab}f:a=50% \\x5Cx41 \\x5Cd done"
given 'row,f:\\x01\n\\x00,\\xFF\n'
expect 0 $load --escapes
expect 0 get t '\x00'
prints "\\x00${tab}f:\\x01=\\xFF"
given 'row,f:a\nx,\\d\n'
expect 1 $load --escapes
says 'line 2: the backslash at byte 1 of “\\d” begins no escape'

given 'name;id;at:home;g:b\nAda;p1;"x;y";z\nBob;p2;;\n'
expect 1 $load
says "line 1: the heading has no “row”; if “;” separates its fields, give --delimiter=';'"
expect 1 $load '--delimiter=;'
says 'line 1: the heading has no “row”; name the field that is the key by --key=NAME'
expect 1 $load '--delimiter=;' --key=no
says 'line 1: the heading has no “no”; name the field that is the key by --key=NAME'
expect 1 $load '--delimiter=;' --key=id
says 'line 1: the heading “name” is no column: give family:qualifier, or --family=FAMILY'
given 'name;id;g:b\nAda;p1;"x;y"\nBob;p2;\n'
expect 0 $load '--delimiter=;' --key=id --family=f
prints 2
expect 0 scan t --prefix=p
prints "p1${tab}f:name=Ada${tab}g:b=x;y" "p2${tab}f:name=Bob"

# What other programs import has no heading, and tabs.
given 'i1\t1\t"a" \\N\ni2\t\tx,y\n'
expect 0 $load --columns='row,f:a,g:\x2C' --delimiter='\t' --no-quotes
expect 0 scan t --prefix=i
prints "i1${tab}f:a=1${tab}g:,=\"a\" \\x5CN" "i2${tab}g:,=x,y"
given 'only\n'
expect 1 $load --columns=row,f:a
says 'line 1: the heading has 2 fields, but the record 1'
expect 1 $load --columns=id,f:a
says -- '--columns: the heading has no “row”'
for wrong in '' ab '"' '\n' ä; do
  expect 1 $load --delimiter="$wrong"
  says -- "--delimiter: “.*” isn't one character"
done
expect 2 put t --from=- --delimiter=';'
says 'are for --from and --format=csv'
expect 2 put t r f:a=1 --key=id
says 'are for --from and --format=csv'

# ---- formulas ----

given ''
expect 0 create formulas f
for value in '=1+1' '+1-1' '-1+1' '@SUM(A1)' -1.5 +7 "'=1" "'x" "''-x" 'a;=1' =; do
  expect 0 put formulas -- "$value" "f:a=$value"
done
expect 0 scan formulas --format=csv --spreadsheet
prints row,column,value "'''-x,f:a,'''-x" "''=1,f:a,''=1" "'x,f:a,'x" "'+1-1,f:a,'+1-1" "+7,f:a,+7" \
  "'-1+1,f:a,'-1+1" -1.5,f:a,-1.5 "'=,f:a,'=" "'=1+1,f:a,'=1+1" "'@SUM(A1),f:a,'@SUM(A1)" '"a;=1",f:a,"a;=1"'
cp "$work/out" "$work/marked"
expect 0 scan formulas --format=csv
cp "$work/out" "$work/all"
expect 0 truncate formulas --yes
expect 0 put formulas --from="$work/marked" --format=csv --spreadsheet
expect 0 scan formulas --format=csv
cmp "$work/all" "$work/out" || fail "the marks of formulas were not removed"

# ---- cells ----

given ''
expect 0 truncate t --yes

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

# A value that begins with a = isn't taken for a key that doesn't match.
given ''
expect 0 truncate t --yes
expect 0 put t name==x f:a=1 --schema=name:text
expect 0 scan t --schema=name:text --format=csv
prints name,column,value '\x3Dx,f:a,1'
cp "$work/out" "$work/all"
expect 0 truncate t --yes
expect 0 put t --from="$work/all" --format=csv --schema=name:text
expect 0 scan t
prints "=x${tab}f:a=1"

# Of a file of rows the fields of a key are taken as they are, too, in any order.
given 'f:a,name,id\n1,"=\\x41, b",5\n'
expect 0 $load --schema=id:uint16,name:text
expect 0 get t 'id=5,name=\x3D\x5Cx41\x2C b' --schema=id:uint16,name:text
prints "id=5,name==\\x5Cx41\\x2C b${tab}f:a=1"
given ''
expect 0 truncate t --yes

# ---- what is refused, and where ----

# refuses MESSAGE TEXT
refuses ()
{
  given "$2"
  expect 1 $load
  says "standard input, $1"
}

refuses 'line 1: the heading has no “row”; name the field that is the key by --key=NAME' 'id,f:a\n1,2\n'
refuses 'line 1: the heading “a” is no column: give family:qualifier, or --family=FAMILY' 'row,a\n1,2\n'
refuses 'line 2: the heading has 2 fields, but the record 1' 'row,f:a\n1\n'
refuses "line 2: a field's quotes aren't closed" 'row,f:a\n1,"2\n3,4\n'
refuses 'line 3: a field with a quote in it must be in quotes' 'row,f:a\n1,1\n2,5"" wide\n'
refuses 'line 2: a field with a quote in it must be in quotes' 'row,f:a\n1,"2"3\n'
refuses 'line 2: a field with a quote in it must be in quotes' 'row,f:a,f:b\n1,2"3,"4\n'
refuses 'line 2: the row has no cells; all its fields are empty' 'row,f:a\n1,\n'
refuses 'line 4: “zz” isn.t family:qualifier' 'row,column,value\na,f:x,1\na,f:y,2\nb,zz,3\n'
says '1 rows before that were written'
expect 0 get t a
prints "a${tab}f:x=1${tab}f:y=2"
refuses 'line 3: the heading has 3 fields, but the record 2' 'row,column,value\nc,f:x,1\nc,f:y\n'
expect 0 get t c
given 'id,f:a\n1,2\n'
expect 1 $load --schema=id:uint16,name:text
says 'the heading has no “row”, nor all fields of the schema; name the field that is the key by --key=NAME'

finish
