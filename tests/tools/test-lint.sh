#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib lint`: what each option lets it say, and its exit status. It needs no HBase.

. "$top_srcdir/tests/tools/expectations.sh"
subcommand=lint
standard_input=$work/keys

keys ()
{
  printf '%s\n' "$@" >"$work/keys"
}

hashed='salt:md5-hex(8,id),id:uint64'

# ---- findings ----

: >"$work/keys"
expect 0 "$hashed"
shows '^note: .* \[immutable-keys\]$'
omits '^warning'
expect 1 'id:int64'
shows '^warning: .*; .* \[sign-order\]$'
expect 0 'id:uint64' --column=f:q
omits 'long-names'
expect 0 'id:uint64' --column=f:q --column='content:first\x20name'
shows 'content:first name.* \[long-names\]$'
expect 1 'id:uint64' --value-size=7
shows '\[key-larger-than-value\]$'
expect 0 'id:uint64' --value-size=8
omits 'key-larger-than-value'
expect 0 'id:uint64' --value-size=80 --rows-per-day=1000 --region-size=1048576
shows '1\.0.*MiB after .* days.* \[first-split\]$'
expect 1 'id:uint64' --guard=g:g
shows '\[empty-guard\]$'
expect 0 'id:uint64' --guard=g:g --guard-size=1

"$tool" splits hexstring --regions=256 >"$work/keys"
expect 0 "$hashed" --splits=- --value-size=80 --rows-per-day=10
shows 'after more than a hundred years.*fewer regions are enough.* \[first-split\]$'

# ---- splits ----

"$tool" splits bytes --from=0000000000000000 --to=ffffffffffffffff --regions=8 >"$work/keys"
expect 1 "$hashed" --splits=-
shows '5 of 8 regions stay empty.* \[unreachable-regions\]$'
shows '\[uneven-regions\]$'
"$tool" splits hexstring --regions=8 >"$work/keys"
expect 0 "$hashed" --splits="$work/keys"
omits 'regions'
printf '\t4\thost:1\n4\t8\thost:2\n8\t\thost:1\n' >"$work/keys" # as `regions` prints them
expect 0 "$hashed" --splits=-
printf '\tg\thost:1\ng\t\thost:2\n' >"$work/keys"
expect 1 "$hashed" --splits=-
shows '1 of 1 splits are outside .* \[splits-outside-salt\]$'
shows '1 of 2 regions stay empty'
keys 'id=1' 'x'
expect 0 'id:text' --splits=-

# ---- a sample ----

keys 'id=7' 'id=8'
expect 0 "$hashed" --sample=-
omits 'invalid-keys'
keys 'id=7' 'abc\x00'
expect 1 "$hashed" --sample=-
shows '^error: 1 of 2 keys .* \[invalid-keys\]$'

# ---- JSON ----

expect 1 "$hashed" --sample=- --format=json
shows '^{"severity":"error","code":"invalid-keys","effect":"1 of 2 keys.*","advice":".*"}$'

# ---- a sample in the order of writing ----

keys 20240101 20240102 20240103 20240104 20240105 20240106 20240107 20240108 20240109 20240110
expect 0 'day:bytes' --sample=-
shows 'all 10 keys of the sample are in ascending order.* \[monotonic-keys\]$'
keys 20240101 20240102 20240103 20240104 20240105 20240106 20240107 20240108 20240110 20240109
expect 0 'day:bytes' --sample=-
omits 'monotonic-keys'

# ---- wrong calls ----

expect 2
expect 2 'id:uint64' more
expect 2 'id:uint65'
says 'column 4'
expect 2 'a:text,b:uint8'
says 'text-z'
expect 2 'id:uint64' --value-size=-2
expect 2 'id:uint64' --splits=- --sample=-
expect 1 'id:uint64' --splits="$work/missing"
says 'missing'
keys 'fine' 'bad\q'
expect 1 'id:uint64' --splits=-
says 'standard input, line 2: the backslash'
keys 'id=1' 'id=x'
expect 1 'id:uint64' --sample=-
says 'standard input, line 2'
expect 2 'id:uint64' --column=':q'
expect 2 'id:uint64' --column=noname
says '--column=noname isn.t FAMILY:QUALIFIER'
expect 2 'id:uint64' --guard=noname
says '--guard=noname isn.t FAMILY:QUALIFIER'

finish
