#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib simulate`: what it prints and writes, and its exit status. It needs no HBase.

. "$top_srcdir/tests/tools/expectations.sh"
subcommand=simulate
standard_input=$work/keys

keys ()
{
  printf '%s\n' "$@" >"$work/keys"
}

hashed='salt:md5-hex(8,id),id:int64'

# ---- figures ----

: >"$work/keys"
expect 0 --schema='part:modulo(4,id),id:uint64' --generator=sequential --splits=partition:4 --puts=1000
shows '^:250:1.0$'
shows '^\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03:250:1.0$'
shows '^total requests:1000$'
shows '^dead regions:0 of 4$'
shows '^share of the busiest region in 16 successive puts:25.0 % at most'
omits 'monotonic-keys'
expect 0 --schema='id:int64' --generator=sequential --splits=uniform:4 --puts=1000 --lint
shows '^:1000:-$'
shows '^dead regions:3 of 4$'
shows '^share of the busiest region .*:100.0 % at most (region 1)'
shows '\[monotonic-keys\]$'
expect 0 --schema='id:int64' --generator=sequential --splits=uniform:4 --puts=1000 --lint --format=json
shows '"bytes":8000}.*\],"findings":\[{"severity":"warning","code":"sign-order","effect":.*}\]}$'
shows '"code":"monotonic-keys"'
expect 0 --schema='id:int64' --generator=sequential --splits=uniform:4 --puts=1000 --format=json
omits '"findings"'
expect 2 --schema='id:int64' --generator=sequential --puts=1000 --lint --format=csv
says 'give --lint with --format=json'
expect 0 --schema="$hashed" --field='id=sequence(1)' --splits=sampled:10 --puts=20000 --format=csv
shows '^region,start,puts,share,ratio,bytes'
shows '^9,"e'
expect 0 --schema="$hashed" --field='id=zipf(100)' --puts=500 --format=json
shows '^{"puts":500,"gini":0.0,'
shows '"regions":\[{"start":"","puts":500,"share":1.0,"ratio":1.0,"bytes":8000}\]}$'

# ---- one seed gives the same figures in any number of threads ----

simulate ()
{
  "$tool" simulate --schema="$hashed" --field='id=zipf(1000000)' --splits=hexstring:16 --puts=50000 "$@"
}
simulate --threads=1 --seed=7 >"$work/one" && simulate --threads=8 --seed=7 >"$work/eight"
cmp "$work/one" "$work/eight" || fail 'the number of threads changes the figures'
simulate --threads=1 --seed=8 >"$work/other"
if cmp -s "$work/one" "$work/other"; then fail 'another seed gives the same figures'; fi

# ---- files ----

keys a b 'b\x00' c
printf '%s\n' b c >"$work/splits"
expect 0 --keys=- --splits="$work/splits"
shows '^b:2:2.0$'
expect 0 --keys=- --svg="$work/picture.svg"
grep -q '</svg>' "$work/picture.svg" || fail 'there is no picture'
if grep -q '^#define HBASE_WITH_PNG 1' "$top_builddir/config.h"; then
  expect 1 --keys=- --png="$work/none/picture.png"
  says 'none/picture.png.*No such file'
else
  expect 2 --keys=- --png="$work/not-written"
  says 'built without cairo; give --svg, or install cairo (Debian: libcairo2-dev) and build it again by configure --with-png'
fi
expect 1 --keys=- --svg="$work/none/picture.svg"
says 'none/picture.svg.*No such file'
test ! -s "$work/out" || fail 'a report was printed without its picture'
printf '%s\n' 7 8 >"$work/column"
expect 0 --schema=id:uint8 --column=id="$work/column" --puts=4 --splits=/dev/null
shows '^:4:1.0$'

# ---- bad input: the place, the reason, and nothing is written ----

keys a '' b
expect 1 --keys=- --svg="$work/not-written"
says 'standard input, line 2: the line is empty'
keys a "$(printf '%040000d' 0)"
expect 1 --keys=- --svg="$work/not-written"
says 'standard input, line 2: the key has 40000 bytes: 1 to 32767 are valid'
keys id=7 id=300
expect 1 --schema=id:uint8 --keys=-
says 'standard input, line 2: .*id'
keys a
printf '%s\n' b a >"$work/splits"
expect 2 --keys=- --splits="$work/splits" --svg="$work/not-written"
says 'splits, line 2: “a” is less than the split before it'
printf '%s\n' b b >"$work/splits"
expect 2 --keys=- --splits="$work/splits"
says 'splits, line 2: “b” occurs twice'
: >"$work/keys"
expect 1 --keys=-
says 'there are no keys to simulate'
expect 1 --schema=id:uint8 --generator=sequential --puts=1000 --svg="$work/not-written"
says 'put 256: key field “id”: 256 is above 255'
test ! -e "$work/not-written" || fail 'a picture was written though there was an error'
expect 2 --schema=id:uint8 --puts=0
says '--puts must be at least 1'
expect 0 --schema=id:uint8
shows '^total requests:100000$'
expect 2
says 'keys are missing'
expect 2 --schema=id:uint8 --puts=1 --generator=none
says 'there is no pattern “none”'
expect 2 --schema=id:uint8 --puts=1 --field=id=none
says 'field “id”: there are no values of the kind “none”'
expect 2 --schema=id:uint8 --puts=1 --splits=none:3
says 'the kinds are hexstring'
expect 2 --keys=- --table=t
says 'either --keys or --table'

# ---- known designs, and comparisons ----

expect 0 --presets --puts=20000
shows '^sequential-id .* 100.0 %  *9[0-9.]* %  id:uint64$'
shows '^partition  *1.0000  *0.0000  *0  *1[0-9.]* %'
expect 0 --presets
shows '^sequential-id .* 100.0 %'
expect 0 --preset=partition --puts=1000 --splits=partition:10 --format=json
cp "$work/out" "$work/a.json"
expect 0 --preset=sequential-id --puts=1000 --splits=uniform:4 --format=json
cp "$work/out" "$work/b.json"
expect 0 --compare "$work/a.json" "$work/b.json"
shows '^regions  *10  *4$'
shows '^regions without puts  *0  *3$'
echo '{}' >"$work/empty.json"
expect 1 --compare "$work/a.json" "$work/empty.json"
says 'isn.t a report of'
says 'the number “puts” is missing'
echo '{' >"$work/broken.json"
expect 1 --compare "$work/broken.json" "$work/a.json"
says 'broken.json isn.t a report of .*: invalid JSON'
expect 1 --compare "$work/a.json" "$work/none.json"
says 'none.json'
expect 2 --compare "$work/a.json"
says '--compare needs two files'
expect 2 --preset=none --puts=1
says 'there is no preset “none”; there are sequential-id'
expect 2 --presets --puts=10 --schema=id:uint8
says 'known designs have a schema and fields of their own'
expect 2 --preset=partition --puts=10 --field=id=sequence
says 'known designs have a schema and fields of their own'
expect 2 --presets --puts=10 --lint
says '--presets can only be given with'

# ---- advice ----

target='--rate=20000 --row-size=300 --servers=5'
expect 0 --advise --schema=id:uint64 --generator=sequential $target --puts=20000 --save-splits="$work/advised"
shows '^advice for 20000 rows/s of 328 B on 5 servers:$'
shows '^\* regions: create the table with 10 regions, 2 on each server$'
shows '^\* salts: begin the keys with one of 10 salts, such as salt:phoenix(10)$'
shows '^    because: .*hbase.regionserver.global.memstore.size 0.4'
printf '%s\n' '\x01' '\x02' '\x03' '\x04' '\x05' '\x06' '\x07' '\x08' '\x09' >"$work/expected"
cmp -s "$work/expected" "$work/advised" || fail 'the recommended splits are wrong'
expect 0 --advise --schema='salt:phoenix(10),id:uint64' --generator=sequential $target --puts=20000 --splits="$work/advised"
shows '^leave the table as it is$'
omits '^\*'
expect 0 --advise --schema="$hashed" --generator=sequential $target --puts=20000 --lint --format=json
shows '"findings":\[{.*\],"advice":{"rate":20000,"bytes":0,"row_size":336,"servers":5,"change":true,"regions":10,'
cp "$work/out" "$work/advice.json"
expect 0 --compare "$work/advice.json" "$work/advice.json"
expect 0 --advise --schema="$hashed" --generator=sequential $target --keep-days=3
shows '^advice for 20000 rows/s of 336 B, 1.6 TiB on 5 servers:$'
expect 0 --advise --schema="$hashed" --generator=sequential $target --target-size=1.6TiB --puts=20000
shows '^\* region-size: set the table.s MAX_FILESIZE to'
shows '(--splits=sampled:120)$'
expect 1 --advise --schema="$hashed" --generator=sequential $target --target-size=1.6T --puts=20000 --save-splits="$work/not-written"
says 'not-written isn.t written: the keys of the recommended splits aren.t known'
test ! -e "$work/not-written" || fail 'splits were written that are not known'
echo '<configuration><property><name>hbase.hregion.max.filesize</name><value>1073741824</value></property></configuration>' \
  >"$work/site.xml"
expect 0 --advise --schema="$hashed" --generator=sequential $target --puts=20000 --site="$work/site.xml"
shows '^- region-size: leave MAX_FILESIZE at 1.0 GiB$'
echo "t, {TABLE_ATTRIBUTES => {MAX_FILESIZE => '2147483648 B (2GB)'}}" >"$work/table"
expect 0 --advise --schema="$hashed" --generator=sequential $target --puts=20000 --site="$work/site.xml" --descriptor="$work/table"
shows '^- region-size: leave MAX_FILESIZE at 2.0 GiB$'

advise='--advise --schema=id:uint64 --puts=1000'
expect 2 $advise
says '--advise needs --row-size'
for size in x 5x 0 -1 1e30 5iB 1.7 1.7B; do
  expect 2 $advise --row-size=1 --target-size="$size"
  says '--target-size must be a number of bytes'
done
expect 2 $advise --row-size=1 --target-size=1G --keep-days=1 --rate=1
says 'either --target-size or --keep-days'
expect 2 $advise --row-size=1 --keep-days=1
says '--keep-days needs --rate or --rows-per-day'
expect 2 $advise --row-size=1 --families=0
says '--families must be'
expect 2 $advise --row-size=1 --format=csv
says 'give --advise with --format=json'
expect 2 $advise --row-size=1 --emulate="$work/site.xml"
says '--advise can.t be given with --presets or --emulate'
expect 2 --schema=id:uint64 --puts=10 --target-size=1G
says 'need --advise'
expect 2 --schema=id:uint64 --puts=10 --site="$work/site.xml"
says 'need --advise'
echo '<configuration>' >"$work/bad.xml"
expect 1 $advise --row-size=1 --site="$work/bad.xml"
says 'bad.xml:2:[0-9]*: not XML: '

finish
