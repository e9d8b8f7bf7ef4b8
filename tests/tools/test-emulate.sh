#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib simulate --emulate`: what it prints and writes, and its exit status. It needs no HBase.

. "$top_srcdir/tests/tools/expectations.sh"
subcommand=simulate
standard_input=$work/keys
: >"$work/keys"

# Prints a configuration file with these properties.
site ()
{
  echo '<configuration>'
  while [ $# -gt 0 ]; do
    echo "<property><name>$1</name><value>$2</value></property>"
    shift 2
  done
  echo '</configuration>'
}

# 1 MiB memstores, regions of 8 MiB.
site hbase.hregion.memstore.flush.size 1048576 hbase.hregion.max.filesize 8388608 hbase.rootdir /hbase \
     hbase.typo 1 hbase.typo 2 >"$work/site.xml"
ids='--schema=id:int64 --generator=sequential'

# ---- the report ----

expect 0 --emulate="$work/site.xml" $ids --puts=1000000 --row-size=100 --servers=2 --svg="$work/picture.svg"
shows '^rows  *1000000$'
shows '^written  *122.1 MiB$'
shows '^writes blocked by servers  *0 s$'
shows '^  hbase.hregion.memstore.flush.size = 1048576 bytes  \['"$work"'/site.xml:2\]$'
shows '^  hbase.rootdir = /hbase'
shows '^  hbase.typo = 2'
shows 'site.xml:5: the value of hbase.typo is replaced by that of line 6$'
shows '^  hbase.hstore.blockingStoreFiles = 16 files  \[HBase 2.6, HStore.java\]$'
grep -q '</svg>' "$work/picture.svg" || fail 'there is no picture'

expect 0 --emulate="$work/site.xml" $ids --puts=1000 --format=json
shows '"rows": 1000,'
shows '"name": "hbase.typo", "value": "2", .*"effect": "unknown"}'
cp "$work/out" "$work/one.json"

# ---- findings on the schema, and comparisons ----

expect 0 --emulate="$work/site.xml" $ids --puts=500 --lint
shows '\[monotonic-keys\]$'
expect 0 --emulate="$work/site.xml" $ids --puts=200000 --row-size=100 --format=json --lint
shows ',"findings":\[{"severity":.*"code":"monotonic-keys"'
cp "$work/out" "$work/two.json"
expect 0 --compare "$work/one.json" "$work/two.json"
shows '^rows  *1000  *200000$'
shows '^first split after  *-  *[0-9.]* s$'
shows '^written  *0.000 GiB  *0.024 GiB$'
expect 0 $ids --puts=100 --format=json
cp "$work/out" "$work/distribution.json"
expect 1 --compare "$work/distribution.json" "$work/two.json"
says 'distribution.json is the report of a distribution, and .*two.json that of an emulation'
echo '{"figures": {"time": 0}, "regions": []}' >"$work/part.json"
expect 1 --compare "$work/two.json" "$work/part.json"
says 'part.json isn.t a report of .*: the number “rows” is missing'

# ---- several files, includes, a descriptor ----

echo '<configuration><xi:include href="more.xml"/><xi:include href="none.xml"><xi:fallback/></xi:include></configuration>' \
  >"$work/outer.xml"
site hbase.hstore.blockingStoreFiles 20 >"$work/more.xml"
echo "t, {TABLE_ATTRIBUTES => {MAX_FILESIZE => '1073741824 B (1GB)'}}" >"$work/table"
expect 0 --emulate="$work/site.xml" --emulate="$work/outer.xml" --descriptor="$work/table" $ids --puts=1000
shows '^  hbase.hstore.blockingStoreFiles = 20 files'
shows '^  MAX_FILESIZE = 1073741824 bytes'

{ echo "Table t is ENABLED"; echo "t, {TABLE_ATTRIBUTES => {MAX_FILES"; echo "IZE => '1073741824'}"
  echo "COLUMN FAMILIES DESCRIPTION"; echo "{NAME => 'f'}"; } >"$work/table"
expect 0 --emulate="$work/site.xml" --descriptor="$work/table" $ids --puts=1000
shows '^  MAX_FILESIZE = 1073741824 bytes'
echo "{MAX_FILESIZ => '1073741824'}" >"$work/cut"
expect 1 --emulate="$work/site.xml" --descriptor="$work/cut" $ids --puts=1000
says 'cut:1: HBase has no setting “MAX_FILESIZ”'

# ---- growth; keys of a file ----

expect 0 --emulate="$work/site.xml" $ids --puts=1000000 --rows-per-day=20000
shows '^growth:$'
shows '^  first split on [0-9-]* (day '
shows ' regions .* GiB$'
seq 10000 >"$work/keys"
expect 0 --emulate="$work/site.xml" --keys=-
shows '^rows  *10000$'
expect 0 --emulate="$work/site.xml" --keys=- --puts=5000
shows '^rows  *5000$'

expect 0 --emulate="$work/site.xml" $ids
shows '^rows  *100000$'

# ---- errors: nothing is written ----

: >"$work/keys"
expect 1 --emulate="$work/site.xml" --keys=-
says 'there are no keys to emulate'
site hbase.hregion.memstore.flush.size 64m >"$work/bad.xml"
expect 1 --emulate="$work/bad.xml" $ids --puts=1000 --svg="$work/not-written"
says 'bad.xml:2: hbase.hregion.memstore.flush.size: “64m” isn.t an integer'
site hbase.hregion.max.filesize -5 >"$work/bad.xml"
expect 1 --emulate="$work/bad.xml" $ids --puts=1000 --svg="$work/not-written"
says 'bad.xml:2: hbase.hregion.max.filesize: -5 is out of range: 2097152 to 9223372036854775807 are valid'
echo '<configuration>' >"$work/bad.xml"
expect 1 --emulate="$work/bad.xml" $ids --puts=1000 --svg="$work/not-written"
says 'bad.xml:2:[0-9]*: not XML: '
expect 1 --emulate="$work/none.xml" $ids --puts=1000
says 'none.xml'
test ! -e "$work/not-written" || fail 'a picture was written'
expect 2 --emulate="$work/site.xml" $ids --puts=1000 --format=csv
expect 2 --emulate="$work/site.xml" $ids --puts=1000 --rate=1 --rows-per-day=1
expect 2 --emulate="$work/site.xml" $ids --puts=1000 --servers=0
expect 2 --descriptor="$work/table" $ids --puts=1000

finish
