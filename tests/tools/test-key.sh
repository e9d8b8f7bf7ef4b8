#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib key`, and splits of a schema: what they print, and their exit statuses. They need no HBase.

. "$top_srcdir/tests/tools/expectations.sh"
users='salt:md5-hex(8,id),id:int64'
actions=userid:uint32,stamp:reverse-ms,actionid:uint32

# ---- encode and decode ----

expect 0 key encode "$users" id=42
prints '7e053586\x00\x00\x00\x00\x00\x00\x00*'
expect 0 key decode "$users" '7e053586\x00\x00\x00\x00\x00\x00\x00*'
prints id=42
expect 0 key encode --hex "$actions" userid=7 stamp=1970-01-01T00:00:01Z actionid=9
prints 000000077ffffffffffffc1700000009
expect 0 key decode --hex "$actions" 000000077ffffffffffffc1700000009
prints userid=7 stamp=1970-01-01T00:00:01.000Z actionid=9
expect 0 key decode --format=json a:uint16 ab
prints '{"a":"24930"}'
expect 0 key decode --format=json --hex "$actions" 000000077ffffffffffffc1700000009
prints '{"userid":"7","stamp":"1970-01-01T00:00:01.000Z","actionid":"9"}'
expect 0 key encode a:text-z,b:text 'a=x\x2C\\' 'b=é,'
prints 'x,\x5C\x00\xC3\xA9,'
expect 0 key decode a:text-z,b:text 'x,\x5C\x0A\x00\xC3\xA9,\x1B'
prints 'a=x,\x5C\x0A' 'b=é,\x1B'
expect 0 key encode --random-salt=2 'salt:random(4),name:text' name=ada
prints '\x02ada'
expect 2 key encode a:uint16 a=70000
says 'key field “a”: “70000” isn.t a whole number from 0 to 65535'
expect 2 key encode "$actions" userid=7
says '“stamp” is missing\|values of type'
expect 1 key decode "$users" 'aaaaaaaa\x00\x00\x00\x00\x00\x00\x00*'
says 'byte 0, field “salt”: its salt should be “7e053586”'
expect 1 key decode "$actions" abc
says 'ends at byte 3 of 16'
expect 2 key decode --hex a:uint16 0x01
says 'hex digits'
expect 2 key encode 'a:uint33' a=1
says 'column 3: there is no type “uint33”'
expect 2 key decode a:uint8
expect 2 key show a:uint8
says 'none of encode'

# ---- range and prefixes ----

expect 0 key range "$actions" userid=7
prints '\x00\x00\x00\x07' '\x00\x00\x00\x08'
expect 0 key range "$actions" userid=4294967295
prints '\xFF\xFF\xFF\xFF' ''
expect 0 key range "$actions"
prints '' ''
expect 0 key range a:uint8 a=255
prints '\xFF' '\xFF\x00'
expect 0 key prefixes 'salt:random(4),name:text'
prints '\x00' '\x01' '\x02' '\x03'
expect 0 key prefixes 'salt:random(2),name:text' name=a
prints '\x00a' '\x01a'
expect 0 key prefixes "$users" id=42
prints '7e053586\x00\x00\x00\x00\x00\x00\x00*'
expect 2 key prefixes "$users"
says 'more than 4096 keys or ranges'

# ---- splits of schemas ----

expect 0 splits salt 'salt:phoenix(4),key:bytes' --regions=4
prints '\x01' '\x02' '\x03'
expect 0 splits sampled "$users" --samples=20000 --seed=1 --regions=4
cp "$work/out" "$work/first"
expect 0 splits sampled "$users" --samples=20000 --seed=1 --regions=4
cmp -s "$work/first" "$work/out" || fail "the same seed should give the same splits"
expect 2 splits salt "$actions" --regions=2
says 'begin with a salt'
expect 2 splits salt --regions=2
says 'SCHEMA'
expect 2 splits sampled --regions=2
says 'SCHEMA'
expect 2 splits salt a --regions=2
says 'column 2'

finish
