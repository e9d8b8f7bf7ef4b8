#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The command line on directories of the embedded engine: every command, what it prints, and its exit status.
# shellcheck disable=SC2016,SC2086

. "$top_srcdir/tests/tools/expectations.sh"
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
HBASE_URI=local://$work/db
export HBASE_URI

prints_nothing ()
{
  test ! -s "$work/out" || fail "it should have printed nothing"
}

# ---- help and wrong calls ----

expect 0 --help
for command in create tables describe regions enable disable drop alter truncate namespace status slowlog put get delete scan count page prepend retire first last splits lint serve; do
  shows "^  $command "
done
for command in create tables describe regions enable disable drop alter truncate namespace status slowlog put get delete scan count page prepend retire first last splits lint serve; do
  expect 0 $command --help
  shows "hbase-glib $command"
  shows '--uri'
  expect 0 --help
done
# Paragraphs of help are separate.
for command in $("$tool" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  expect 0 $command --help-all
  omits '[a-z]\.[A-Z]'
done
expect 0 help
shows '^  help '
shows '^  hbase-glib \[OPTION.*\] COMMAND'
expect 0 help scan
shows 'hbase-glib scan'
shows '--limit'
expect 0 scan --help-common
shows 'show no progress and no notes, but results and errors'
expect 0 help help
shows 'describe one'
expect 2 help scna
says '“scna”; did you mean “scan”?'
expect 2 hepl
says 'did you mean “help”?'
expect 0 --version
shows '^hbase-glib [0-9]'
expect 2
says 'COMMAND is missing'
says '`hbase-glib shell` reads them from the standard input'
expect 2 frobnicate
says '“frobnicate”$'
expect 2 scna
says '“scna”; did you mean “scan”?'
expect 2 list
says 'did you mean “tables”?'
expect 2 SHOW tables
says 'did you mean “tables”?'
expect 2 SCAN t
says 'did you mean “scan”?'
expect 2 '?'
says 'did you mean “help”?'
expect 2 .quit
says 'there is no command “.quit”$'
expect 2 get t, r
says 'separated by spaces, not by commas: “t,”'
expect 2 check t r f:q =
says ': VALUE is missing'
for command in snapshot list_snapshots flush major_compact split balancer grant list_peers set_quota GET_AUTHS \
  move_servers_rsgroup list_procedures stop_regionserver; do
  expect 2 $command t
  says "“$command”: the Thrift2 service of HBase 2 has no calls for .*; use .hbase shell. on a host of the cluster"
done
expect 2 list_enabled_tables
says 'did you mean “tables”?'
expect 2 deleteall t r
says 'did you mean “delete”?'
expect 2 seq
says 'did you mean “sequence”?'
expect 2 regions t --row=a
says 'there is no option --row: give each ROW as a word'
expect 2 --frobnicate
says 'there is no option --frobnicate$'
expect 2 --vresion
says 'did you mean “--version”?'
expect 2 tables --frobnicate
says 'usage: hbase-glib tables'
expect 2 scan t --limt=3
says 'there is no option --limt; did you mean “--limit”?'
expect 2 scan t --columns=f:q
says 'there is no option --columns: give each COLUMN as a word$'
expect 2 create t --families f
says 'there is no option --families: give each FAMILY as a word$'
for command in get exists; do
  for option in prefix start; do
    expect 2 $command t --$option=x
    says "^hbase-glib $command: there is no option --$option; did you mean .scan --$option.?"
  done
  expect 2 $command t --reverse
  says 'did you mean .scan --reverse.?'
done
expect 2 get t --rows=a
says 'there is no option --rows; did you mean “--row”?'
expect 2 scan t --columnar=f:q
says 'there is no option --columnar$'
expect 2 scan t --where=x
says 'there is no option --where$'
expect 2 scan t --shema=id:uint8 --prefix=id=1
says 'did you mean “--schema”?'
expect 2 key encod id:uint8
says 'did you mean “encode”?'
expect 2 "$(printf 'a\033[2Jb')"
says '“a\\x1B\[2Jb”'
for words in 'scan:TABLE' 'get t:ROW' 'incr t r:COLUMN' 'cas t r f:q=1:COLUMN=VALUE' 'put t:ROW or --from=FILE is missing' \
  'put t r:COLUMN=VALUE' 'rekey t:TO' 'sequence next:NAME' 'key decode:SCHEMA'; do
  expect 2 ${words%:*}
  says ": ${words##*:}.*"
  says 'is missing'
done
expect 2 tables too much
expect 2 create t
expect 2 create t f --versions=0
says 'at least 1'
for time in 0 -5 7w 1.5d '' 999999999999999999d; do
  expect 2 create t f --time-to-live=$time
  says "time-to-live=$time: give a number of at least 1, with a unit"
done
expect 2 create t f --time-to-live=1500ms
says 'give whole seconds, at most 2147483647'
expect 2 create t f --time-to-live=99999d
says 'give whole seconds, at most 2147483647'
expect 2 scan t --versions=0
expect 2 get t r --versions=0
expect 2 create t f --split='bad\q'
says 'backslash at byte'
expect 2 regions
expect 2 get t
expect 2 put t r
expect 2 put t r f:q
says 'family:qualifier=value'
expect 2 put t r f:q=v --from=-
expect 2 put t r ':q=v'
expect 2 get t 'bad\q'
says 'backslash at byte'
expect 2 scan t --format=xml
says 'xml'
expect 2 scan t --limit=-1
expect 2 tables --timeout=-5
says 'timeout'
expect 2 tables --attempt-timeout=-5
says 'timeout'
expect 2 scan t --schema=id:uint33
says 'column 4'
expect 2 page t --size=0
expect 2 page t --number=0
expect 2 prepend t f:q=v
says 'schema'
expect 2 serve --data="$work/db"
expect 2 serve --listen=tcp://127.0.0.1:0
expect 2 delete t r f:q g

# ---- no HBase there ----

expect 2 tables --uri=local:relative
says "absolute.*did you mean local://$PWD/relative?"
for uri in local:/data/db /data/db; do
  expect 2 tables --uri="$uri"
  says 'did you mean local:///data/db?'
done
expect 2 tables --uri=local:///
says '“local:///”: a database needs a directory of its own, not “/”$'
expect 2 tables --uri=gateway:9090
says 'did you mean thrift://gateway:9090?'
for uri in THRIFT://gateway:9090 ' thrift://gateway:9090' 'gateway:9090 '; do
  expect 2 tables --uri="$uri"
  says 'did you mean thrift://gateway:9090?'
done
expect 2 tables --uri=gopher://x
expect 1 tables --uri=thrift+unix://$work/nobody
(unset HBASE_URI; "$tool" tables >"$work/out" 2>"$work/err"; test $? -eq 2) || fail 'without HBASE_URI'
says 'HBASE_URI'

# ---- tables ----

expect 0 tables --uri="$HBASE_URI?create=yes"
prints_nothing
expect 0 create t f g --versions=3
prints_nothing
expect 1 create t f
says 't'
expect 2 create 'a b' f
says 'letters, digits'
expect 2 scan 'a b'
expect 2 scan t --start=b --stop=a
says 'range'
expect 0 describe t
prints t '  f {VERSIONS 3}' '  g {VERSIONS 3}'
expect 0 create u f --time-to-live=7d --dry-run
shows 'TTL 7d'
for time in '604800 SECONDS (7 DAYS)' 'FOREVER' 2000ms; do
  expect 0 create u f --time-to-live="$time" --dry-run
done
expect 0 create u f --time-to-live='604800 SECONDS (7 DAYS)' --dry-run
prints u '  f {TTL 7d}'
expect 0 create u f --time-to-live=60
expect 0 describe u --format=json
prints '{"table":"u","family":"f","versions":1,"time-to-live":60,"descriptor":"f {TTL 1m}"}'
expect 0 disable u
expect 1 scan u
says '`hbase-glib enable u`'
expect 0 enable u
expect 0 scan u
expect 0 drop u --yes
expect 0 create u f
expect 0 tables
prints t u
expect 0 tables --format=json
prints '["t","u"]'
for command in describe enable disable 'drop --yes'; do
  expect 1 $command uu
  says 'did you mean “u”?'
done
expect 0 drop u --yes
expect 1 drop u --yes
expect 0 tables
prints t

# ---- regions ----

# Each region ends where the next one begins.
expect 0 regions t
prints "${tab}${tab}"
expect 0 create s f --split='m\x00' --split=b
expect 0 regions s
prints "${tab}b${tab}" "b${tab}m\\x00${tab}" "m\\x00${tab}${tab}"
# `lint` accepts these lines as they are.
cp "$work/out" "$work/regions"
expect 0 lint id:text --splits="$work/regions"
expect 0 regions s --format=json
prints '{"start":"","end":"b","server":null}' \
  '{"start":"b","end":"m\\x00","server":null}' \
  '{"start":"m\\x00","end":"","server":null}'
expect 1 create s f --split=x
says 'already'
expect 0 drop s --yes
printf 'b\n\\xFF\n\na\n' >"$work/splits"
expect 0 create s f --splits-from="$work/splits" --split=c
expect 0 regions s
prints "${tab}a${tab}" "a${tab}b${tab}" "b${tab}c${tab}" \
  "c${tab}\\xFF${tab}" "\\xFF${tab}${tab}"
expect 2 create s2 f --split=a --split=b --split=a
says '“a” is there twice'
printf 'a\nb\\q\n' >"$work/splits"
expect 1 create s2 f --splits-from="$work/splits"
says 'line 2'
printf 'a\tb\n' >"$work/splits"
expect 1 create s2 f --splits-from="$work/splits"
says 'one key is allowed on a line'
expect 1 regions s2
says 's2'
expect 1 create s2 f --split=a --uri='thrift://127.0.0.1:1/?framing=framed'
says 'admin='
expect 0 drop s --yes
expect 0 splits hexstring --regions=3 --create=s f g
prints 55555555 aaaaaaaa
expect 0 regions s
prints "${tab}55555555${tab}" "55555555${tab}aaaaaaaa${tab}" "aaaaaaaa${tab}${tab}"
expect 0 describe s
prints s '  f' '  g'
expect 0 splits hexstring --regions=2 --create=kept --versions=3 f g --dry-run
prints 'kept' '  f {VERSIONS 3}' '  g {VERSIONS 3}' '  --split=80000000'
expect 2 splits hexstring --regions=2 --dry-run
says 'add --create=TABLE'
expect 0 splits hexstring --regions=2 --create=kept --versions=3 f g
expect 1 splits hexstring --regions=2 --create=kept f --dry-run
says 'table “kept” exists already'
expect 0 splits hexstring --regions=2 --create='set {DURABILITY skip-wal}' --versions=3 'f {TTL 1d}' 'g {VERSIONS 2}'
expect 0 describe set --splits
prints 'set {DURABILITY skip-wal}' '  f {VERSIONS 3, TTL 1d}' '  g {VERSIONS 2}' '  --split=80000000'
expect 0 drop set --yes
expect 2 splits hexstring --regions=2 --create=set 'f {X 1}'
says 'byte 4 (X 1})'
expect 0 describe kept
prints kept '  f {VERSIONS 3}' '  g {VERSIONS 3}'
expect 0 drop kept --yes
expect 1 splits hexstring --regions=2 --create=s f
says 'already'
prints_nothing
expect 0 regions s
prints "${tab}55555555${tab}" "55555555${tab}aaaaaaaa${tab}" "aaaaaaaa${tab}${tab}"
expect 0 drop s --yes

# ---- rows ----

expect 0 put t a f:q=1 'g:\x00\xFF=z'
expect 0 put t 'b\x00' f:q=
expect 0 put t c f:q=one=two "f:t=a${tab}b"
expect 0 get t a
prints "a${tab}f:q=1${tab}g:\\x00\\xFF=z"
expect 0 get t 'b\x00'
prints "b\\x00${tab}f:q="
expect 0 get t c
prints "c${tab}f:q=one=two${tab}f:t=a\\x09b"
expect 0 get t a f:q
prints "a${tab}f:q=1"
expect 0 get t a g
prints "a${tab}g:\\x00\\xFF=z"
expect 1 get t nobody
says 'nobody'
prints_nothing
expect 1 get t a f:none
expect 1 get nosuch a
says 'nosuch.*`hbase-glib tables` lists'
expect 1 get t a nosuch
says 'nosuch'
expect 2 get t ''
says '0 bytes'
expect 0 put t a f:q=2
expect 0 get t a f:q --versions=2
prints "a${tab}f:q=2${tab}f:q=1"
expect 1 put t a nosuch:q=1
says 'nosuch.*`hbase-glib describe t` lists'
expect 2 put t a f:q=1 'f:\x71=2'
says 'column “f:q” is given twice'

# ---- commas ----

# A comma in a word isn't silently a part of a name.
for words in 'scan t' 'count t' 'page t' 'first t' 'last t' 'get t a' 'delete t a' 'incr t a' 'scan t --skip-guards'; do
  expect 2 $words f:q,f:r
  says '“f:q,f:r” has a comma: give each column separately; a comma in a name is written'
done
# Nor is a value, or an option of HBase's shell.
for words in 'scan t' 'count t' 'get t a' 'delete t a' 'mutate t a delete' 'scan t --as' 'scan t --skip-guards'; do
  expect 2 $words f:q=1:text
  says '“f:q=1.*” has a =: give a column without a value here; a = in a name is written .x3D'
done
expect 2 scan t LIMIT=1
says '“LIMIT=1” has a =: give a column without a value here'
expect 0 put t a 'f:c\x3Dd=1'
expect 0 get t a 'f:c\x3Dd'
prints "a${tab}f:c\x3Dd=1"
expect 0 delete t a 'f:c\x3Dd'
for words in 'put t a' 'append t a' 'mutate t a put' 'cas t a' 'prepend t --schema=id:uint8'; do
  expect 2 $words f:q,f:r=1 f:s=2
  says '“f:q,f:r=1” has a comma'
done
expect 2 scan t f,g
says '“f,g” has a comma'
expect 2 scan t --as=f:q,f:r:int32
says '“f:q,f:r” has a comma'
expect 0 put t a 'f:c\x2Cd=1,2'
expect 0 get t a 'f:c\x2Cd'
prints "a${tab}f:c,d=1,2"
printf 'a\tf:c,d=3\n' | "$tool" put t --from=- >"$work/out" 2>"$work/err" || fail 'a comma in a file of rows'
expect 0 get t a 'f:c\x2Cd'
prints "a${tab}f:c,d=3"
expect 0 delete t a 'f:c\x2Cd'
for words in 'create commas' 'alter t'; do
  expect 2 $words f,g
  says "“f,g” has a comma: give each family separately; a family .* \"'f,g' {}\""
done
for words in 'create commas f' 'alter t'; do
  expect 2 $words VERSIONS=5
  says "“VERSIONS=5” has a =: give settings in braces, as in \"f {VERSIONS 5}\"; a family .* \"'VERSIONS=5' {}\""
  expect 2 $words 'g {VERSIONS=>5}'
  says 'settings have no =>, as in "f {VERSIONS 5}"'
done
expect 2 create commas "{NAME => 'f', VERSIONS => 5}"
says 'settings have no =>'
expect 2 create commas f --split=a,b
says '^hbase-glib create: --split=a,b: give each key by a --split of its own; a comma in a key is written'
expect 0 create commas "'f,g' {}" --split='a\x2Cb'
expect 0 describe commas
prints commas "  'f,g'"
expect 0 drop commas --yes

# ---- scans ----

expect 0 scan t f:q
prints "a${tab}f:q=2" "b\\x00${tab}f:q=" "c${tab}f:q=one=two"
expect 0 scan t f:q --reverse --limit=2
prints "c${tab}f:q=one=two" "b\\x00${tab}f:q="
expect 0 scan t f:q --limit=0
prints "a${tab}f:q=2" "b\\x00${tab}f:q=" "c${tab}f:q=one=two"
expect 0 scan t f:q --start=b --stop=c
prints "b\\x00${tab}f:q="
expect 0 scan t f:q --prefix=b --reverse
prints "b\\x00${tab}f:q="
expect 0 scan t --prefix=nobody
prints_nothing
expect 0 count t
prints 3
expect 0 count t --prefix=a --format=json
prints '{"count":1}'
expect 0 scan t f:q --reverse --parallelism=3
prints "c${tab}f:q=one=two" "b\\x00${tab}f:q=" "a${tab}f:q=2"
expect 0 count t --parallelism=3
prints 3
expect 0 count t "--filter=RowFilter(<,'binary:c')" --parallelism=2
prints 2
expect 2 scan t --parallelism=-1
says 'parallelism'
expect 2 scan t --salted
says 'there is no option --salted'
expect 0 create salted f g
for row in xb ya xc; do
  expect 0 put salted $row f:q=$row
done
expect 0 put salted yb g:=guard
expect 0 scan salted --schema='salt:one-of(x,y),id:bytes' --skip-guards=g --limit=2
prints "id=a${tab}f:q=ya" "id=b${tab}f:q=xb"
expect 0 count salted --schema='salt:one-of(x,y),id:bytes' --skip-guards=g --start=id=b
prints 2
expect 0 count salted --skip-guards=g
prints 3
expect 0 drop salted --yes
expect 0 first t f:q
prints "a${tab}f:q=2"
expect 0 last t f:q
prints "c${tab}f:q=one=two"
expect 1 first t --prefix=nobody
says 'no such row'
expect 0 first t f:q --start=b
prints "b\\x00${tab}f:q="
expect 0 last t f:q --stop=c
prints "b\\x00${tab}f:q="
expect 0 last t f:q -n 2
prints "b\\x00${tab}f:q=" "c${tab}f:q=one=two"
expect 1 last t --prefix=nobody --rows=2
says 'no such row'
for method in auto reverse bisection; do
  expect 0 last t f:q --method=$method
  prints "c${tab}f:q=one=two"
done
expect 2 last t --method=constant
says 'downward'
expect 2 last t --method=guess
says 'auto, reverse, bisection or constant'
expect 2 last t --method=reverse --rows=2
says 'reversed scan'
expect 2 last t --rows=0
says 'at least 1'
expect 1 count nosuch

# ---- JSON: no byte is lost, and nothing breaks it ----

expect 0 put t 'j"\x5C' 'f:\x0A"=\xFF"\x5C' 'f:u=ä'
expect 0 get t 'j"\x5C' --format=json
sed -i 's/"timestamp":[0-9]*/"timestamp":0/g' "$work/out"
prints '{"row":"j\"\\x5C","cells":[{"family":"f","qualifier":"\\x0A\"","timestamp":0,"value":"\\xFF\"\\x5C"},{"family":"f","qualifier":"u","timestamp":0,"value":"ä"}]}'
expect 0 delete t 'j"\x5C'

# ---- deletes ----

expect 0 put t d f:q=1 f:r=2 g:s=3
expect 0 delete t d f:q
expect 0 get t d
prints "d${tab}f:r=2${tab}g:s=3"
expect 0 delete t d f
expect 0 get t d
prints "d${tab}g:s=3"
expect 0 delete t d
expect 1 get t d
expect 0 delete t d

# ---- timestamps, several rows, prefixes ----

expect 0 create times f --versions=9
expect 0 put times a 10/f:q=old 20/f:q=new
expect 0 put times b 20/f:q=b
expect 0 get times a --timestamp=10
prints "a${tab}f:q=old"
expect 0 get times a --time-range=,20 --timestamps
prints "a${tab}10/f:q=old"
expect 1 get times a --time-range=21,
expect 0 scan times --time-range=10,20
prints "a${tab}f:q=old"
expect 0 count times --timestamp=20
prints 2
expect 0 last times --time-range=0,11
prints "a${tab}f:q=old"
expect 2 get times a --time-range=5
says 'MIN,MAX'
expect 2 scan times --time-range=20,10
says 'MIN must be less than MAX'
expect 2 scan times --time-range=1,x
says '“x” isn.t a timestamp'
expect 2 get times a --time-range=1,2 --timestamp=1
says 'either'
expect 0 get times --row=b --row=a f:q
prints "b${tab}f:q=b" "a${tab}f:q=new"
expect 1 get times --row=b --row=nobody
prints "b${tab}f:q=b"
says '“nobody”'
"$tool" get times --row=b --row=nobody --row=a f:q >"$work/out" 2>&1
sed -n 2p "$work/out" | grep -q nobody || fail 'a message should come after the rows before it'
expect 2 get times
says 'ROW is missing'
expect 2 delete times
says 'ROW is missing'
expect 0 delete times a f:q --timestamp=10
expect 0 get times a --versions=9 --timestamps
prints "a${tab}20/f:q=new"
expect 2 delete times a --timestamp=soon
expect 0 delete times --row=a --row=nobody --row=b
expect 0 count times
prints 0
i=0
while test $i -lt 1200; do
  echo "x$i${tab}f:q=v"
  i=$((i + 1))
done >"$work/many"
echo "y${tab}f:q=v" >>"$work/many"
expect 0 put times --from="$work/many"
expect 2 delete times --prefix=x
says 'give --yes'
expect 2 delete times --prefix=
says 'empty'
expect 2 delete times --prefix=x --row=y
says 'either'
expect 2 delete times --prefix=x f:q f --yes
says 'together'
expect 0 count times
prints 1201
expect 1 delete nosuch --prefix=x --yes
says 'delete: table “nosuch”'
expect 0 delete times --prefix=x --yes
prints 1200
expect 0 scan times
prints "y${tab}f:q=v"
expect 0 drop times --yes

# ---- loading what was scanned ----

expect 0 create copy f g
expect 0 scan t
cp "$work/out" "$work/rows"
expect 0 put copy --from="$work/rows"
prints 3
expect 0 scan copy
cmp -s "$work/out" "$work/rows" || fail 'what was loaded is not what was scanned'
i=0
while test $i -lt 2500; do
  echo "n$i${tab}f:q=$i"
  i=$((i + 1))
done >"$work/many"
"$tool" put copy --from=- <"$work/many" >"$work/out" 2>"$work/err" || fail 'from the standard input'
prints 2500
test ! -s "$work/err" || fail 'a bar though nobody is there to see it'
expect 0 count copy --prefix=n
prints 2500
printf 'x1\tf:q=1\n\nx2\tf:q=2\nx3\tf:q\n' >"$work/faulty"
expect 1 put copy --from="$work/faulty"
says 'line 4: .*family:qualifier=value'
says '^2 rows before that'
expect 0 count copy --prefix=x
prints 2
printf 'y1\tnosuch:q=1\ny2\tf:q=2\n' >"$work/faulty"
expect 1 put copy --from="$work/faulty"
says 'line 1: .*nosuch'
says '^0 rows before that'
# What comes before a line that is refused is written, though they are sent together.
printf 'v1\tf:q=1\nv2\tnosuch:q=2\nv3\tf:q=3\n' >"$work/faulty"
expect 1 put copy --from="$work/faulty"
says 'line 2: .*nosuch'
says '^1 rows before that'
expect 0 get copy v1
printf '{"row":"a"}\n' >"$work/faulty"
expect 1 put copy --from="$work/faulty"
says 'line 1: .*--format=json'
printf 'z1\n' >"$work/faulty"
expect 1 put copy --from="$work/faulty"
says 'line 1: .*no cells'
says 'a tab must precede each'
printf 'z1\tf:q=\0\n' >"$work/faulty"
expect 1 put copy --from="$work/faulty"
says 'line 1: .*NUL'
expect 1 put copy --from="$work/nobody"
printf 'w1\tf:q=1\r\n\r\nw2\tf:q=2\\x0D\r\nw3\tf:q=3\r\r\n' >"$work/windows"
expect 0 put copy --from="$work/windows"
prints 3
expect 0 scan copy --prefix=w
prints "w1${tab}f:q=1" "w2${tab}f:q=2\\x0D" "w3${tab}f:q=3\\x0D"

# ---- keys of fields ----

schema=--schema=user:uint32,at:reverse-ms
expect 0 create actions c
expect 0 put actions user=7,at=1000 c:n=old $schema
expect 0 put actions at=1970-01-01T00:00:02Z,user=7 c:n=new $schema
expect 0 put actions user=8,at=0 c:n=other $schema
expect 0 scan actions --prefix=user=7 $schema
prints "user=7,at=1970-01-01T00:00:02.000Z${tab}c:n=new" "user=7,at=1970-01-01T00:00:01.000Z${tab}c:n=old"
expect 0 get actions user=7,at=1000 --format=json $schema
shows '"key":{"user":"7","at":"1970-01-01T00:00:01.000Z"}'
shows '"row":"\\\\x00\\\\x00\\\\x00\\\\x07'
expect 2 get actions user=7 $schema
says '“at” is missing'
expect 2 get actions user=x,at=0 $schema
says '“user”'
expect 2 put actions raw c:n=raw $schema
says 'ends at byte 3.*--raw accepts it'
expect 0 put actions 'raw\x3D' c:n=raw $schema --raw
expect 0 last actions $schema
prints "=raw=${tab}c:n=raw"
expect 0 last actions $schema --format=json
shows '"row":"raw=","key":null'
expect 2 get actions =raw= $schema
expect 0 get actions =raw= $schema --raw
prints "=raw=${tab}c:n=raw"
expect 0 get actions '\x00\x00\x00\x08\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF' $schema
prints "user=8,at=1970-01-01T00:00:00.000Z${tab}c:n=other"
for prefix in 'user=7,at=1970-01-01T00:00:02' 'at=1970-01-01T00:00:02Z,user=7' 'user=7,at=1970-01-01T02:00:02+02:00'; do
  expect 0 scan actions --prefix="$prefix" $schema
  prints "user=7,at=1970-01-01T00:00:02.000Z${tab}c:n=new"
done
for prefix in 'user=8,at=1970-01-01' 'user=8,at=1970-01-01T00:00' 'user=8,at=1970-01-01T00:00Z' 'user=8,at=1970-01-01T01:00+01'; do
  expect 0 scan actions --prefix="$prefix" $schema
  prints "user=8,at=1970-01-01T00:00:00.000Z${tab}c:n=other"
done
expect 0 scan actions $schema
cp "$work/out" "$work/rows"
expect 0 create again c
expect 1 put again --from="$work/rows" $schema
says 'line 4: .*--raw'
expect 0 put again --from="$work/rows" $schema --raw
prints 4
expect 0 scan again $schema
cmp -s "$work/out" "$work/rows" || fail 'what was loaded by fields is not what was scanned'

# ---- pages ----

expect 0 create pages f
expect 0 put pages r1 f:q=1
expect 0 put pages r2 f:q=2
expect 0 put pages r3 f:q=3
expect 0 page pages --size=2
shows "^r2${tab}f:q=2"
cp "$work/out" "$work/page"
token=$(sed -n 's/^this page: --token=//p' "$work/out")
expect 0 put pages r0 f:q=0
expect 0 page pages --size=2 --token="$token"
shows "^r1${tab}f:q=1"
shows "^r2${tab}f:q=2"
shows "^previous page: "
expect 0 delete pages r0
for words in --last --skip=1; do
  expect 0 page pages --size=2 $words
  cp "$work/out" "$work/page"
  token=$(sed -n 's/^this page: --token=//p' "$work/out")
  expect 0 page pages --size=2 --token="$token"
  sed -n '/^r/p' "$work/page" >"$work/rows1"
  sed -n '/^r/p' "$work/out" >"$work/rows2"
  cmp -s "$work/rows1" "$work/rows2" || fail "the page of $words comes back by its token"
done
expect 0 page pages --size=2
token=$(sed -n 's/^next page: --token=//p' "$work/out")
expect 0 page pages --size=2 --token="$token"
shows "^r3${tab}f:q=3"
shows "^this page: --token=$token"
previous=$(sed -n 's/^previous page: --token=//p' "$work/out")
expect 0 page pages --size=2 --token="$previous"
shows "^r1${tab}f:q=1"
shows "^r2${tab}f:q=2"
expect 0 page pages --size=2 --last
shows "^r2${tab}f:q=2"
shows "^r3${tab}f:q=3"
expect 0 page pages --size=1 --skip=1
shows "^r2${tab}f:q=2"
expect 1 page pages --skip=9
says 'no such page'
expect 2 page pages --last --token="$token"
expect 0 page pages --size=2 --number=2 --format=json
shows "\"token\":\"$token\",\"next\":null,\"previous\":\"$previous\"}"
expect 1 page pages --size=2 --number=3
says 'no such page'
expect 1 page pages --size=2 --token="x$token"
says 'token'
expect 1 page pages --size=2 --token="$token" --reverse
says 'token'

# ---- prepending ----

expect 0 create comments content g
expect 0 prepend comments --schema=id:downward content:text=oldest
prints 'id=9223372036854775807'
printf 'content:text=n1\ncontent:text=n2\n' >"$work/comments"
expect 0 prepend comments --schema=id:downward --from="$work/comments"
prints 'id=9223372036854775806' 'id=9223372036854775805'
expect 0 first comments content --schema=id:downward
prints "id=9223372036854775805${tab}content:text=n2"
expect 0 last comments content --schema=id:downward
prints "id=9223372036854775807${tab}content:text=oldest"
expect 0 last comments content --schema=id:downward --method=constant
prints "id=9223372036854775807${tab}content:text=oldest"
token=00112233445566778899aabbccddeeff
expect 0 prepend comments --schema=id:downward --token=$token content:text=settled --format=json
shows '"id":"9223372036854775804"'
expect 0 prepend comments --schema=id:downward --token=$token --row=id=9223372036854775804 content:text=settled
prints 'id=9223372036854775804'
expect 0 count comments
prints 4
expect 2 prepend comments --schema=id:downward --token=00 content:text=x
expect 0 retire comments --schema=id:downward id=9223372036854775805
prints_nothing
expect 0 retire comments --schema=id:downward id=9223372036854775805
expect 0 retire comments --schema=id:downward id=9223372036854775804
expect 0 first comments --schema=id:downward
prints "id=9223372036854775806${tab}content:text=n1"
expect 0 first comments --schema=id:downward --with-guards
shows '^id=9223372036854775804.g:='
expect 0 last comments --schema=id:downward
prints "id=9223372036854775807${tab}content:text=oldest"
expect 0 last comments --schema=id:downward -n 9
prints "id=9223372036854775806${tab}content:text=n1" "id=9223372036854775807${tab}content:text=oldest"
expect 0 count comments --skip-guards=g
prints 2
expect 1 retire comments --schema=id:downward id=7
says 'row'
expect 2 retire comments id=7
says 'schema'
expect 0 prepend comments --schema=id:downward --token=$token --row=id=9223372036854775804 --cancel
prints 'id=9223372036854775804'
expect 0 prepend comments --schema=id:downward --token=00000000000000000000000000000001 --row=id=9223372036854775803 --cancel
prints_nothing
expect 2 prepend comments --schema=id:downward --token=$token --cancel
says 'row'
expect 2 prepend comments --schema=id:uint8 content:text=x
says 'downward'
# What settles a row can be pasted into a shell, whatever its key.
settle='prepend comments --uri=thrift://127.0.0.1:1/ --schema=who:text-z,id:downward --prefix=who=O\x27Hara= content:text=x'
expect 1 $settle --token=$token --row='who=O\x27Hara=,id=7'
words=$(sed -n 's/^to settle it, prepend the same columns with //p' "$work/err")
cp "$work/err" "$work/told"
(eval "expect 1 \$settle $words") || fail "no shell takes these words: $words"
cmp -s "$work/told" "$work/err" || fail "the words that settle a row name another one: $words"
expect 1 prepend t --schema=id:downward f:q=x
expect 0 create rooms content g
expect 0 prepend rooms --schema=room:uint8,id:downward --prefix=room=5 content:text=x
prints 'room=5,id=9223372036854775807'
# A list may begin at any counter, and have its guards in any column.
expect 0 create countdown content g
own='--schema=id:downward --start=1 --guard-family=content --guard-qualifier=own\x2Bguard'
expect 0 prepend countdown $own content:text=oldest
prints 'id=1'
expect 0 prepend countdown $own content:text=newest
prints 'id=0'
expect 1 prepend countdown $own content:text=more
says 'the counter has come down to 0'
expect 0 get countdown id=1 --schema=id:downward --format=json
shows '"family":"content","qualifier":"own+guard"'
expect 0 first countdown --schema=id:downward --skip-guards='content:own\x2Bguard'
prints "id=0${tab}content:text=newest"
expect 0 retire countdown id=0 --schema=id:downward --guard-family=content --guard-qualifier=own+guard
expect 0 first countdown --schema=id:downward --skip-guards=content:own+guard
prints "id=1${tab}content:text=oldest"
expect 0 count countdown --skip-guards=content:own+guard
prints 1
expect 0 count countdown --skip-guards=content
prints 2
expect 2 scan countdown --skip-guards='content:a\q'
says '--skip-guards: .*backslash'
# A prepend whose guards are in another column finds rows without guards.
expect 1 prepend countdown --schema=id:downward content:text=x
# A list that has rows goes on below them, whatever the start.
expect 0 prepend rooms --schema=room:uint8,id:downward --prefix=room=6 --start=20 content:text=x
prints 'room=6,id=20'
expect 0 prepend rooms --schema=room:uint8,id:downward --prefix=room=6 --start=9 content:text=y
prints 'room=6,id=19'
# The last row of such a list is read by its constant key, in one call.
constant='--schema=room:uint8,id:downward --method=constant'
expect 0 last rooms $constant --prefix=room=6 --prepend-start=20
prints "room=6,id=20${tab}content:text=x"
expect 0 last rooms $constant --prefix='\x06' --prepend-start=20
prints "room=6,id=20${tab}content:text=x"
expect 1 last rooms $constant --prefix=room=6
says 'no such row'
expect 1 last rooms $constant --prefix=room=6 --prepend-start=21
says 'no such row'
expect 0 last rooms $constant --prefix=room=5 --prepend-start=9223372036854775807
prints "room=5,id=9223372036854775807${tab}content:text=x"
expect 0 last rooms $constant --prefix=room=6 --prepend-start=20 --filter="SingleColumnValueFilter('content','text',=,'binary:x')"
prints "room=6,id=20${tab}content:text=x"
expect 1 last rooms $constant --prefix=room=6 --prepend-start=20 --filter="SingleColumnValueFilter('content','text',=,'binary:y')"
expect 0 retire rooms --schema=room:uint8,id:downward room=6,id=20
expect 1 last rooms $constant --prefix=room=6 --prepend-start=20
says 'no such row'
expect 0 last rooms $constant --prefix=room=6 --prepend-start=20 --with-guards
shows '^room=6,id=20.g:='
expect 2 last rooms $constant --prepend-start=20
says '--prefix must be exactly the fields before the counter: '
expect 2 last rooms $constant --prefix='\x06a' --prepend-start=20
says '--prefix must be exactly the fields before the counter: '
expect 2 last rooms $constant --prefix=room=6 --prepend-start=-1
says '--prepend-start must be from 0 to 9223372036854775807'
expect 2 last rooms $constant --prefix=room=6 --prepend-start=20 --start=room=6
says 'leave out --start and --stop'
expect 2 last rooms --schema=room:uint8,id:downward --prefix=room=6 --prepend-start=20
says '--prepend-start needs --method=constant'
expect 2 last rooms --schema=room:uint8,at:reverse-ms --method=constant --prefix=room=6 --prepend-start=20
says 'must be “downward”'
expect 2 last rooms --method=constant --prepend-start=20
says 'must be “downward”'
# Where a column of content is the guard, each row must have a value there.
expect 0 create names content g
named='--schema=id:downward --start=20 --guard-family=content --guard-qualifier=name --token-column=g:t'
expect 0 prepend names $named content:name=Ada
prints 'id=20'
expect 2 prepend names $named content:text=x
says 'content:name.*no value in the column that is its guard'
expect 1 prepend names $named content:name=Eve --token-column=nosuch:t
says 'no column family “nosuch” to hold the tokens.*or name another by --guard-family or --token-column'
# Such a list may have rows of programs that know nothing of tokens.
expect 0 put names id=19 --schema=id:downward content:name=Eve
expect 1 prepend names --schema=id:downward content:name=Bob
says 'name the column that all rows have by --guard-family and --guard-qualifier, and give --token-column'
expect 0 prepend names $named content:name=Bob
prints 'id=18'
expect 2 prepend names $named content:name=Eve --token-column=g
says 'token-column isn.t a column: write it as FAMILY:QUALIFIER'
expect 2 prepend names --schema=id:downward --start=-1 content:text=x
says '--start must be from 0 to 9223372036854775807'
expect 2 prepend names --schema=id:downward --start=first content:text=x
says 'first'
expect 2 prepend names --schema=at:reverse-ms --start=20 content:text=x
says '--start is the number of a counter'
expect 2 prepend names --schema=id:downward --guard-qualifier='a\x00' content:text=x
says '--guard-qualifier: byte 1 of .* is NUL'
expect 2 prepend names --schema=id:downward --guard-qualifier='a\q' content:text=x
says '--guard-qualifier: .*backslash'
expect 0 count names
prints 3
# On a terminal the line that tells how far it is has gone before a complaint.
if command -v script >/dev/null; then
  printf 'content:text=y\nfaulty\n' >"$work/comments"
  script -qec "'$tool' prepend rooms --schema=room:uint8,id:downward --prefix=room=5 --from='$work/comments'" /dev/null \
    >"$work/out" 2>"$work/err" </dev/null
  shows "% *1 rows$(printf '\r\033')\[Khbase-glib prepend: .*line 2"
fi

# ---- serving ----

# serve LISTEN [OPTION]…: starts a server, and waits for its line.
serve ()
{
  listen=$1
  shift
  : >"$work/listening"
  "$tool" serve --data="$work/db" --listen="$listen" "$@" >"$work/listening" 2>"$work/err" &
  server=$!
  while ! grep -q . "$work/listening" && kill -0 $server 2>/dev/null; do
    :
  done
  address=$(sed -n 's/^listening on //p' "$work/listening")
}

# ends SIGNAL: the server goes in peace.
ends ()
{
  kill -"$1" $server
  wait $server
  result=$?
  server=
  test $result -eq 0 || fail "exit status $result of a server that got SIG$1"
}

umask 022
serve unix:"$work/socket"
test "$(stat -c %a "$work/socket")" = 600 || fail 'others may connect to the socket'
test "$address" = "unix:$work/socket" || fail "listening on $address"
expect 0 tables --uri="thrift+unix://$work/socket"
shows comments
expect 0 get t a f:q --uri="thrift+unix://$work/socket?protocol=compact&framing=framed"
prints "a${tab}f:q=2"
ends TERM
serve tcp://127.0.0.1:0
port=${address##*:}
test "$port" -gt 0 || fail "listening on $address"
expect 0 put t served f:q=yes --uri="thrift://127.0.0.1:$port/"
expect 0 get t served
prints "served${tab}f:q=yes"
expect 1 serve --data="$work/db" --listen="tcp://127.0.0.1:$port"
# The reader of a scan's output may close it early, as `head` does: then the scan ends without a message. Here nothing is read.
mkfifo "$work/pipe"
for uri in "$HBASE_URI" "thrift://127.0.0.1:$port/"; do
  : <"$work/pipe" &
  exec 4>"$work/pipe"
  wait $!
  "$tool" scan copy --uri="$uri" >&4 2>"$work/err"
  result=$?
  exec 4>&-
  test $result -eq 1 || fail "exit status $result of a scan that nobody reads"
  test ! -s "$work/err" || fail 'a complaint about a reader that has had enough'
done
ends INT
expect 1 tables --uri="thrift://127.0.0.1:$port/" --timeout=1
expect 2 serve --memory --listen=nonsense
says 'nonsense'
# Only a loopback address, unless more is meant: then it says what that means.
expect 2 serve --memory --listen=tcp://0.0.0.0:0
says 'no authentication.*give --allow-remote'
serve tcp://0.0.0.0:0 --allow-remote
says 'no authentication'
ends TERM
if grep -q '^#define HBASE_WITH_HTTP' "$top_builddir/config.h"; then
  serve tcp://127.0.0.1:0 --http
  grep -q "^URI: http://127.0.0.1:${address##*:}$" "$work/listening" || fail "the server should print its URI"
  expect 0 get t served --uri="http://127.0.0.1:${address##*:}/"
  prints "served${tab}f:q=yes"
  ends TERM
fi
expect 2 serve --memory --http --listen=unix:"$work/socket"
says 'TCP addresses only'
# What changes something is refused, and nothing else.
serve tcp://127.0.0.1:0 --read-only
uri="thrift://127.0.0.1:${address##*:}/"
expect 0 get t served --uri="$uri"
prints "served${tab}f:q=yes"
for change in 'put t served f:q=no' 'create made f' 'drop t --yes'; do
  expect 1 $change --uri="$uri"
  says 'read-only'
done
ends TERM
expect 0 get t served
expect 1 serve --read-only --data="$work/missing" --listen=tcp://127.0.0.1:0
says 'there is no database'
expect 2 serve --read-only --memory --listen=tcp://127.0.0.1:0
says '--data=DIR'
expect 2 serve --memory --listen=tcp://127.0.0.1:0 --fidelity=exact
says 'no fidelity “exact”.*--fidelity=strict'
serve tcp://127.0.0.1:0 --fidelity=strict
expect 0 tables --uri="thrift://127.0.0.1:${address##*:}/"
ends TERM
# Where a server that took the number couldn't listen, so that none is left waiting.
for option in max-connections=0 max-connections=-1 max-connections-per-peer=0 max-connections-per-peer=-1 idle-timeout=-1 \
  message-timeout=-1 call-timeout=-1 max-call-size=0 max-call-size=4096 max-message-memory=0 max-scanners=-1 max-scanners-per-connection=-1 max-scanner-memory=-1 max-scanner-memory-per-connection=-1; do
  expect 2 serve --memory --listen=unix:"$work/missing/socket" --$option
  says "--${option%=*}"
done
# The scan is repeated until its time is over, which is doubled where the server didn't respond within it.
refuses_scanner ()
{
  for seconds in 1 2 4 8 16 32; do
    expect 1 scan t --batch=1 --uri="thrift://127.0.0.1:${address##*:}/" --timeout=$seconds
    grep -q 'scanner' "$work/err" && return
  done
  fail 'the error should name the scanner'
}

# One connection, and the second one takes its place.
serve tcp://127.0.0.1:0 --max-connections=1 --max-connections-per-peer=1 --idle-timeout=5.5 --message-timeout=0 \
  --max-scanner-memory=10 --max-scanner-memory-per-connection=0 --call-timeout=30
refuses_scanner
expect 0 get t served --uri="thrift://127.0.0.1:${address##*:}/"
ends TERM
# The soft limit of open files is no limit of clients.
files=$(ulimit -Sn)
ulimit -Sn 64
serve tcp://127.0.0.1:0 --max-message-memory=8
ulimit -Sn "$files"
test ! -e /proc/$server/limits || awk '/^Max open files/ { exit $4 != $5 }' /proc/$server/limits ||
  fail 'the soft limit of open files was not raised'
expect 0 get t served --uri="thrift://127.0.0.1:${address##*:}/"
ends TERM
serve tcp://127.0.0.1:0 --max-call-size=1
head -c 2000000 /dev/zero | tr '\0' x >"$work/large"
printf 'large\tf:q=' | cat - "$work/large" >"$work/large-row"
expect 1 put t --from="$work/large-row" --uri="thrift://127.0.0.1:${address##*:}/"
says '1048576 bytes'
ends TERM
serve tcp://127.0.0.1:0 --max-scanners=0
refuses_scanner
ends TERM

# ---- SIGINT ends what waits ----

# A whole batch is written before the signal comes, so that the loader is known to wait for more.
mkfifo "$work/fifo"
"$tool" put copy --from=- <"$work/fifo" >"$work/out" 2>"$work/err" &
loader=$!
exec 3>"$work/fifo"
sed 's/^n/i/' "$work/many" >&3
until "$tool" get copy i1999 >"$work/found" 2>&1 || ! kill -0 $loader; do
  :
done
kill -INT $loader
wait $loader
result=$?
exec 3>&-
test $result -eq 1 || fail "exit status $result of a loader that got SIGINT"
says 'stopped'
says '^2000 rows before that'

# ---- what changes what is there ----

expect 0 create changes f
expect 0 incr changes r f:n
prints 1
expect 0 incr changes r f:n 41
prints 42
expect 0 incr -- changes r f:n -2
prints 40
expect 0 incr changes r f:n -5
prints 35
expect 0 incr changes r f:n --timeout 60 -5
prints 30
expect 0 incr changes r f:n --quiet -5
prints 25
expect 0 incr changes r f:n --quiet 5
prints 30
expect 2 incr changes r f:n --raw
says 'the table has no schema: keys are shown as they are'
expect 0 incr changes r f:least -- -9223372036854775808
prints -9223372036854775808
expect 2 incr changes r f:n=5
says 'give the amount as a word after the column, “f:n 5”'
expect 2 incr changes r f:n -5 -5
# Several columns in one step.
expect 0 incr changes several f:a 3 f:b f:c -5
prints "f:a${tab}3" "f:b${tab}1" "f:c${tab}-5"
expect 0 incr changes several f:b f:a -1 --format=json
prints '{"column":"f:a","value":2}' '{"column":"f:b","value":2}'
expect 2 incr changes several f:a f:b 1 f:a 2
says 'the column “f:a” is given twice'
expect 2 incr changes several f:a=1 f:b=2
says 'give the amount as a word after the column, “f:a 1”'
expect 2 incr changes several f:a 5 6
says '“6” isn.t family:qualifier'
expect 0 incr changes several f:a 0 f:b 0
prints "f:a${tab}2" "f:b${tab}2"
expect 2 incr changes r f:n many
says 'many'
expect 2 incr changes r f
says "isn't family:qualifier"
expect 0 append changes r f:log=a f:other=x
expect 0 append changes r f:log=b
prints "r${tab}f:log=ab"
expect 1 incr changes r f:log
says 'row “r”'
expect 0 cas --absent changes r f:new f:new=1
expect 1 cas --absent changes r f:new f:new=2
says 'nothing was written'
expect 0 cas changes r f:new=1 f:new=2
expect 1 cas changes r f:new=1 f:new=3
expect 2 cas changes r f:new
expect 0 get changes r f:new
prints "r${tab}f:new=2"

# ---- sequences ----

expect 1 sequence next users
says 'sequences'
expect 0 create sequences s
expect 1 sequence next users
says 'never created'
expect 0 sequence create users
expect 0 sequence next users
prints 1
expect 0 sequence next users --count 3
prints 2 3 4
expect 0 sequence next users --block 100
prints 5
expect 0 sequence next users
prints 105
expect 2 sequence next users --down
says '“from 1 up”'
expect 0 sequence create rows --down --start 20
expect 0 sequence next rows --down --start 20 --count 2
prints 20 19
expect 2 sequence last users
says '“last” is none of create, next'
expect 2 sequence list
says '“list” is none of create, next'
expect 2 sequence next users --count 0

# ---- diagnosis ----

expect 0 --uri=local::memory: doctor
shows '^The embedded engine executes calls. The URI is right.$'
expect 1 --uri="local://$work/none?create=no" doctor
shows "The embedded engine can't be used"
HBASE_DEBUG=calls "$tool" --uri=local::memory: tables >"$work/out" 2>"$work/err"
says 'calls: getTable'
grep -q 'protocol:' "$work/err" && fail 'only calls should be logged'

# ---- output that can't be written ----

if test -w /dev/full; then
  "$tool" scan t >/dev/full 2>"$work/err"
  result=$?
  test $result -eq 1 || fail "exit status $result though nothing could be printed"
fi

# ---- standard streams that are closed ----

expect 0 create closed f
"$tool" put closed --from=- <&- >"$work/out" 2>"$work/err"
test $? -eq 1 || fail 'a closed input should be an error'
says 'Bad file descriptor'
expect 0 put closed r f:q=12345678
"$tool" get closed r f:q --value >&- 2>"$work/err"
test $? -eq 1 || fail 'a closed output should be an error'
says 'not all results could be printed'

finish
