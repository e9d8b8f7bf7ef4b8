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

# ---- lengths ----

# The figures of the HBase book's example: 8 bytes, 10, 16, and 26 where the digest was taken for text.
expect 0 key lengths 1234567890
prints "int64${tab}8${tab}\\x00\\x00\\x00\\x00I\\x96\\x02\\xD2" \
  "text${tab}10${tab}1234567890" \
  "md5${tab}16${tab}\\xE8\\x07\\xF1\\xFC\\xF8-\\x13/\\x9B\\xB0\\x18\\xCAg8\\xA1\\x9F" \
  "md5-base32${tab}26${tab}T03V3V7O5K9IV6TG3356EE51JS" \
  "md5-as-text${tab}26${tab}\\xC3\\xA8\\x07\\xC3\\xB1\\xC3\\xBC\\xC3\\xB8-\\x13/\\xE2\\x80\\xBA\\xC2\\xB0\\x18\\xC3\\x8Ag8\\xC2\\xA1\\xC5\\xB8" \
  "md5-hex${tab}32${tab}e807f1fcf82d132f9bb018ca6738a19f" \
  "md5-uuid${tab}36${tab}e807f1fc-f82d-132f-9bb0-18ca6738a19f"
expect 0 key lengths --hex 9223372036854775807
shows "^int64${tab}8${tab}7fffffffffffffff$"
shows "^text${tab}19${tab}39323233"
expect 0 key --hex -- lengths -5
shows "^int64${tab}8${tab}fffffffffffffffb$"
expect 0 key lengths 550e8400-e29b-41d4-a716-446655440000 --hex
shows "^uuid${tab}16${tab}550e8400e29b41d4a716446655440000$"
shows "^text${tab}36${tab}"
omits '^int64'
for id in 9223372036854775808 'a b' 7x '7\x00'; do
  expect 0 key lengths "$id"
  omits '^int64'
  omits '^uuid'
  shows "^md5${tab}16${tab}"
done
expect 0 key lengths '7\x00' --format=json
shows '^{"form":"text","bytes":2,"row":"7\\\\x00"}$'
expect 2 key lengths
says 'ID is missing'
expect 2 key lengths ''
says 'lengths: the id is empty'
expect 2 key lengths 1 2
says 'lengths: give one id; “2” is one too many'
expect 2 key lengths 'a\q'
says 'backslash at byte 2'
expect 2 key lenghts 1
says 'did you mean “lengths”?'

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
