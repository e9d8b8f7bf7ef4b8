#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Descriptions of tables as texts, lists of tables and regions, namespaces, and what is known of a cluster.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI

# silent: nothing was printed.
silent ()
{
  test ! -s "$work/out" || fail 'it should have printed nothing'
}

# ---- namespaces ----

expect 0 namespace create shop a.b=1 'c=x y'
expect 0 namespace describe shop
prints "shop {a.b 1, c 'x y'}"
description=$(cat "$work/out")
expect 0 namespace describe shop --format=json
prints '{"namespace":"shop","name":"a.b","value":"1"}' '{"namespace":"shop","name":"c","value":"x y"}'
expect 1 namespace create shop
says 'shop.*already'
expect 0 namespace create shop --if-not-exists
says 'exists already: nothing was done'
expect 1 namespace create shop --dry-run
says 'exists already'
expect 0 namespace create "$(echo "$description" | sed s/shop/mall/)" --dry-run
prints "mall {a.b 1, c 'x y'}"
expect 0 namespace create "$(cat "$work/out")"
expect 0 namespace describe mall
prints "mall {a.b 1, c 'x y'}"
expect 0 namespace alter shop c=2 d=3 --unset=a.b --dry-run
prints 'shop {c 2, d 3}'
expect 0 namespace describe shop
prints "shop {a.b 1, c 'x y'}"
expect 0 namespace alter shop c=2 --unset=a.b
expect 0 namespace describe shop mall
prints 'shop {c 2}' "mall {a.b 1, c 'x y'}"
expect 0 namespace list
prints default hbase mall shop
expect 0 namespace list --format=json
prints '["default","hbase","mall","shop"]'
expect 2 namespace drop mall
says 'drops a namespace: give --yes'
expect 0 namespace drop mall --dry-run
prints 'would drop namespace “mall”'
for name in default hbase; do
  expect 0 namespace drop $name --dry-run
  prints "namespace “$name” couldn't be dropped: HBase reserves it"
done
expect 0 namespace drop mall --yes
expect 1 namespace drop mall --yes
says 'no namespace “mall”'
expect 0 namespace drop mall --yes --if-exists
expect 2 namespace alter shop
says 'OPTION=VALUE, or --unset=OPTION, is missing'
expect 2 namespace create shop x
says '“x” isn.t OPTION=VALUE'
expect 2 namespace create 'a b'
says 'letters, digits'
expect 2 namespace creat shop
says 'is none of list, describe, create, alter, drop; did you mean “create”?'
expect 0 namespace
shows '^hbase$'
expect 2 namespace drop
says 'NAMESPACE is missing'
expect 2 create_namespace shop
says 'did you mean “namespace”?'
expect 1 create none:t f
says 'create it with `hbase-glib namespace create`'

# ---- descriptions ----

# What is described is created again, with all attributes, options and split keys.
expect 0 create "shop:t {DURABILITY async-wal, METADATA {MAX_FILESIZE 10737418240, 'x y' '\\x27\\x00{'}}" \
  'f {VERSIONS 3, TTL 7d, COMPRESSION snappy, METADATA {M 1}, CONFIGURATION {hbase.hstore.b 20}}' g --versions=2 \
  --split='p\x00' --split=' a b ' --split='\xFF' --split=-
expect 0 describe shop:t --splits
cp "$work/out" "$work/described"
prints "shop:t {DURABILITY async-wal, METADATA {MAX_FILESIZE 10737418240, 'x y' '\\x27\\x00{'}}" \
  '  f {VERSIONS 3, TTL 7d, COMPRESSION snappy, METADATA {M 1}, CONFIGURATION {hbase.hstore.b 20}}' \
  '  g {VERSIONS 2}' '  --split= a b ' '  --split=-' '  --split=p\x00' '  --split=\xFF'
expect 0 create copy --from="$work/described"
expect 0 describe copy --splits
sed 's/^shop:t/copy/' "$work/described" >"$work/expected"
cmp -s "$work/expected" "$work/out" || fail 'the copy should have the same description'
standard_input=$work/described
expect 0 namespace create shop --uri="local://$work/other"
expect 0 create --from=- --uri="local://$work/other"
standard_input=/dev/null
expect 0 describe shop:t --splits --uri="local://$work/other"
cmp -s "$work/described" "$work/out" || fail 'the table should have the same description elsewhere'

# Several tables in one file, with comments; those that exist are left as they are.
expect 0 describe copy shop:t --splits
cp "$work/out" "$work/described"
expect 1 create --from="$work/described"
says '“copy”.*exists\|copy.*already'
expect 0 drop copy --yes
{ echo '# all tables'; cat "$work/described"; } >"$work/commented"
expect 0 create --from="$work/commented" --if-not-exists
says '“shop:t” exists already: nothing was done'
expect 0 describe copy shop:t --splits
cmp -s "$work/described" "$work/out" || fail 'the tables should have the same descriptions'
expect 2 create other --from="$work/described"
says 'describes 2 tables'
expect 2 create other f --from="$work/described"
says 'give only the name of the table'
expect 2 create --from="$work/described" --versions=2
says 'leave --versions and --time-to-live out'
printf 't\n  f {VERSIONS 3}\n\nu {\n' >"$work/faulty"
expect 1 create --from="$work/faulty"
says 'faulty, line 4: byte 4 (its end)'
# What isn't part of the descriptor is counted, too.
printf '#\n\nt\n  # c\n  --split=a\n\n  f {\n# d\n    FOO 1}\n' >"$work/faulty"
expect 1 create --from="$work/faulty"
says 'faulty, line 9: byte 5 (FOO 1})'
printf 't\n  f\n  --split=\\q\n' >"$work/faulty"
expect 1 create --from="$work/faulty"
says 'faulty, line 3: .*backslash'
printf '# nothing\n' >"$work/faulty"
expect 1 create --from="$work/faulty"
says 'describes no table'

# ---- create ----

expect 0 create t 'f {VERSIONS 3}' --split=b --split=a --dry-run
prints t '  f {VERSIONS 3}' '  --split=b' '  --split=a'
expect 0 tables
prints copy shop:t
expect 1 create copy f --dry-run
says '“copy” exists already'
expect 0 create copy f --dry-run --if-not-exists
silent
expect 2 create t f f --dry-run
says 'two column families “f”'
expect 2 create t f --split=a --split=a --dry-run
says 'is there twice'
expect 2 create 'a b' f --dry-run
says 'letters, digits'
expect 0 create copy f --if-not-exists
says 'exists already'
expect 2 create t 'f {VERSIONS x}'
says '“f {VERSIONS x}”: descriptor, byte 4'
expect 2 create 't {X 1}' f
says 'byte 4 (X 1}): there is no such setting'

# ---- tables ----

expect 0 create users f --split=4 --split=8 --split=c
expect 0 disable copy
expect 0 tables --long
prints "copy${tab}disabled${tab}5${tab}f g" "shop:t${tab}enabled${tab}5${tab}f g" "users${tab}enabled${tab}4${tab}f"
expect 0 tables --long --format=json 'us.*'
prints '{"table":"users","state":"enabled","regions":4,"families":["f"]}'
expect 0 tables --namespace=shop
prints shop:t
expect 0 tables --long --namespace=shop --format=csv
prints table,state,regions,families 'shop:t,enabled,5,f g'
expect 0 tables 'shop:.*'
prints shop:t
expect 0 tables --namespace=shop '.'
prints shop:t
# Names are matched whole.
expect 1 tables user
says 'no table matches “user”$'
expect 1 tables 'x*'
says 'a pattern is a regular expression'
expect 1 tables --namespace=mall
says 'there is no namespace “mall”'
expect 2 tables --system --namespace=shop
says 'give --namespace or --system, not both'
expect 0 tables --system

# ---- regions ----

expect 0 regions users --shares
prints "${tab}4${tab}${tab}25.0%${tab}████████████████████" \
  "4${tab}8${tab}${tab}25.0%${tab}████████████████████" \
  "8${tab}c${tab}${tab}25.0%${tab}████████████████████" \
  "c${tab}${tab}${tab}25.0%${tab}████████████████████"
expect 0 create decimal f --split=2 --split=6
expect 0 regions decimal --format=csv --shares
prints start,end,server,share ,2,,0.200000 2,6,,0.400000 6,,,0.400000
expect 0 regions decimal --format=table
shows 'of all keys of decimal digits$'
shows ' 20.0%  ██████████$'
expect 0 create bytes f --split='\x80' --split='\xC0'
expect 0 regions bytes --format=json --shares
prints '{"start":"","end":"\\x80","server":null,"share":0.500000}' \
  '{"start":"\\x80","end":"\\xC0","server":null,"share":0.250000}' \
  '{"start":"\\xC0","end":"","server":null,"share":0.250000}'
expect 0 create letters f --split=n
expect 0 regions letters --format=table
shows '50.0%.*████$'
shows 'of all keys of lower-case letters$'
expect 0 create whole f
expect 0 regions whole --format=table
shows 'of all keys of bytes$'
shows '100.0%'
# As other shells show it, eight hex digits are evenly split at 80000000.
# HBase's own tables are protected.
for verb in truncate drop disable
do
  expect 2 $verb hbase:namespace
  says "“hbase:namespace” is a table of HBase itself, .* doesn't $verb it"
  expect 2 $verb hbase:meta --dry-run
done
expect 1 enable hbase:namespace

expect 0 splits hexstring --regions=2 --create=halves f
expect 0 regions halves --shares
shows "80000000${tab}${tab}50.0%"
expect 2 regions users a --shares
says 'leave ROW out'

# ---- status, slowlog ----

expect 0 status
shows "^service${tab}Thrift2\$"
shows "^namespaces${tab}3\$"
shows "^tables${tab}8\$"
shows "^disabled-tables${tab}1\$"
shows "^regions${tab}25\$"
omits "^servers${tab}"
expect 0 status --format=json
shows '"tables":8,"disabled-tables":1,"system-tables":0,"regions":25,"servers":\[\]}$'
expect 1 status --uri='thrift://127.0.0.1:1/' --timeout=2
says 'hbase-glib doctor'
expect 0 slowlog
silent
says 'no such calls are recorded: the embedded engine records none$'
expect 0 slowlog --table=users --user=x --limit=3 --large
silent
expect 1 slowlog --table=nonsense
expect 0 slowlog --clear --dry-run
prints 'would clear the log of localhost,0,0'
expect 0 slowlog --clear
silent
expect 2 slowlog --server=elsewhere,1,1
says 'no such region server; `hbase-glib slowlog --clear --dry-run` prints the names'
expect 2 slowlog --server=elsewhere
expect 2 slowlog --clear --large
says 'only --server selects'
expect 2 slowlog --dry-run
expect 2 slowlog --limit=0

# ---- completion ----

expect 0 complete 'hbase-glib namespace d'
prints describe drop
expect 0 complete 'hbase-glib namespace drop s'
prints shop
expect 0 complete 'hbase-glib tables --namespace=s'
prints --namespace=shop
expect 0 complete 'hbase-glib describe us'
prints users
expect 0 complete 'hbase-glib describe users sh'
prints shop:t
expect 0 complete 'hbase-glib alter users f'
prints f

finish
