#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Tests that a byte order mark, with which some programs begin a file, isn't part of any text that is read.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI
standard_input=$work/in
: >"$work/in"

# mark FILE TEXT: writes a file that begins with the mark; the text is a format of printf.
mark ()
{
  # shellcheck disable=SC2059
  printf "\357\273\277$2" >"$work/$1"
}

expect 0 create t f

mark rows 'a\tf:q=1\n'
expect 0 put t --from="$work/rows"
mark rows.json '{"row":"b","cells":[{"family":"f","qualifier":"q","value":"2"}]}\n'
expect 0 put t --from="$work/rows.json" --format=json
mark rows.csv 'row,f:q\nc,3\n'
expect 0 put t --from="$work/rows.csv" --format=csv
expect 0 scan t
prints "a${tab}f:q=1" "b${tab}f:q=2" "c${tab}f:q=3"
# Elsewhere it is text, and so it is in a file that is a value.
mark in ''
expect 0 put t d f:q --value-from=-
expect 0 get t d
prints "d${tab}f:q=\\xEF\\xBB\\xBF"

mark keys 'm\nt\n'
expect 0 create split f --splits-from="$work/keys"
expect 0 regions split --format=csv
sed -i 's/,[^,]*$//' "$work/out"
prints start,end ,m m,t t,
expect 0 splits sampled --keys="$work/keys" --regions=2
cp "$work/out" "$work/expected-splits"
mark in 'm\nt\n'
expect 0 splits sampled --keys=- --regions=2
cmp "$work/expected-splits" "$work/out" || fail 'the splits of the standard input are others'
omits 'xEF'
expect 0 simulate --keys="$work/keys" --splits="$work/keys"
omits 'xEF'
expect 0 simulate --keys="$work/keys" --splits="$work/keys" --format=json
omits 'xEF'
mark report.json ''
cat "$work/out" >>"$work/report.json"
expect 0 simulate --compare "$work/report.json" "$work/report.json"
mark sample 'id=7\nid=8\n'
expect 0 lint 'salt:md5(1,id),id:uint64' --sample="$work/sample"
omits 'invalid-keys'

mark site.xml '<configuration><property><name>hbase.hregion.max.filesize</name><value>8388608</value></property></configuration>'
mark table "describe 't'\n{MAX_FILESIZE => '8388608'}\n"
expect 0 simulate --emulate="$work/site.xml" --schema=id:int64 --generator=sequential --puts=1000
expect 0 simulate --emulate="$work/site.xml" --descriptor="$work/table" --schema=id:int64 --generator=sequential --puts=1000

expect 0 describe t
mark described ''
cat "$work/out" >>"$work/described"
expect 0 drop t --yes
expect 0 create --from="$work/described"
mark in 'tables\n'
expect 0 shell
shows '^t$'

mkdir -p "$work/config/hbase-glib"
mark config/hbase-glib/config "[default]\nuri=$HBASE_URI\n"
unset HBASE_URI
expect 0 tables
shows '^t$'

finish
