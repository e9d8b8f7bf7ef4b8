#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# The commands that change existing tables.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI

expect 0 create t f
expect 0 put t a f:q=1

# ---- alter ----

expect 0 alter t 'f {VERSIONS 3, TTL 1d}' g --dry-run
prints t '  f {VERSIONS 3, TTL 1d}' '  g'
expect 0 describe t --format=json
prints '{"family":"f","versions":1,"time-to-live":null}'
expect 0 alter t 'f {VERSIONS 3}' g
prints
expect 0 alter t 'f {TTL 1h}' --delete=g
expect 0 describe t --format=json
prints '{"family":"f","versions":3,"time-to-live":3600}'
expect 0 get t a f:q
expect 2 alter t
says 'name a column family to add or to change'
expect 2 alter t 'f {VERSION 3}'
says 'byte 4 (VERSION 3}): there is no such setting'
expect 1 alter t --delete=h
says 'does not exist'
expect 1 alter u f
says 'no such table'

# ---- truncate ----

expect 0 truncate t
expect 0 count t
prints 0
expect 0 put t a f:q=1
expect 0 disable t
expect 0 truncate t --one-region
expect 0 count t
prints 0
expect 1 truncate u
says 'no such table'
expect 2 truncate
