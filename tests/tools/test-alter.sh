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
expect 0 describe t
prints t '  f'
expect 0 alter t 'f {VERSIONS 3}' g
test ! -s "$work/out" || fail 'it should print nothing'
expect 2 alter t 'f {TTL 1h}' --delete=g
says 'deletes a column family with all its cells: give --yes'
expect 0 alter t 'f {TTL 1h}' --delete=g --yes
expect 0 describe t
prints t '  f {VERSIONS 3, TTL 1h}'
expect 0 get t a f:q
expect 2 alter t
says 'name a column family to add or to change'
expect 2 alter t 'f {VERSION 3}'
says 'byte 4 (VERSION 3}): there is no such setting'
expect 1 alter t --delete=h --yes
says 'has no column family “h”'
expect 1 alter u f
says 'no such table'

# Settings of the table itself, and what is removed.
expect 0 alter 't {DURABILITY async-wal, METADATA {A 1, B 2}}' 'f {METADATA {C 3}, CONFIGURATION {d.e 4}}' g
expect 0 describe t
prints 't {DURABILITY async-wal, METADATA {A 1, B 2}}' \
  '  f {VERSIONS 3, TTL 1h, METADATA {C 3}, CONFIGURATION {d.e 4}}' '  g'
expect 0 alter t --unset=A --unset=f:TTL --unset=f:C --unset=f:d.e
expect 0 describe t
prints 't {DURABILITY async-wal, METADATA {B 2}}' '  f {VERSIONS 3}' '  g'
expect 0 alter 't {DURABILITY use-default}' --delete=g --yes
expect 0 describe t
prints 't {METADATA {B 2}}' '  f {VERSIONS 3}'
expect 0 get t a f:q
expect 2 alter 't {DURABILITY}' f
says 'byte 14 (}): a value is expected'
expect 1 alter t --unset=h:TTL
says 'has no column family “h”'
# Attributes that have the names of settings replace these.
expect 0 alter 't {DURABILITY async-wal}' 'f {TTL 1h}'
expect 0 alter 't {METADATA {DURABILITY SKIP_WAL}}' 'f {METADATA {VERSIONS 5}}'
expect 0 describe t
prints 't {DURABILITY skip-wal, METADATA {B 2}}' '  f {VERSIONS 5, TTL 1h}'
expect 0 alter 't {DURABILITY use-default}' 'f {VERSIONS 3}' --unset=f:TTL
# A table needs a family.
expect 2 alter t --delete=f --yes
says 'has no column families'
expect 0 alter t --unset=B

# ---- truncate ----

expect 2 truncate t
says 'deletes all rows of the table: give --yes'
expect 0 truncate t --dry-run
prints 'would truncate table “t” (enabled, 1 region)'
expect 0 count t
prints 1
expect 0 truncate t --yes
expect 0 count t
prints 0
expect 0 put t a f:q=1
expect 0 disable t
expect 0 truncate t --one-region --yes
expect 0 count t
prints 0
expect 1 truncate u --yes
says 'no such table'
expect 0 truncate u --yes --if-exists
says 'there is no table “u”: nothing was done'
expect 2 truncate

# ---- enable, disable ----

expect 0 disable t --dry-run
prints 'would disable table “t” (enabled, 1 region)'
expect 0 disable t
expect 0 disable t --dry-run
prints 'nothing would be done: table “t” is disabled already'
# As in HBase's own shell, this is no error.
expect 0 disable t
expect 1 count t
expect 0 enable t
expect 0 enable t
expect 0 count t
expect 1 enable u --dry-run
says 'no such table'
expect 0 disable u --if-exists --quiet
test ! -s "$work/err" || fail 'it should be quiet'

expect 2 alter t 'f {VERSIONS 5}' --delete=f --yes
says 'the family “f” can.t be both changed and deleted'

# ---- drop ----

expect 2 drop t
says 'give --yes'
expect 0 drop t --dry-run
prints 'would drop table “t” (enabled, 1 region)'
expect 0 tables
prints t
expect 0 drop t --yes
expect 0 tables
test ! -s "$work/out" || fail 'there should be no table'
expect 1 drop t --yes
expect 0 drop t --yes --if-exists

finish
