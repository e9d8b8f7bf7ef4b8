#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Profiles: what the command profile does with the file, and which of options, environment and profile counts.

. "$top_srcdir/tests/tools/expectations.sh"
file=$XDG_CONFIG_HOME/hbase-glib/config
uri=local://$work/db

expect 2 tables
says 'give --uri or --profile, or set HBASE_URI'
expect 0 profile list
prints_nothing ()
{
  test ! -s "$work/out" || fail 'it should have printed nothing'
}
prints_nothing
expect 0 profile
test ! -s "$work/out" || fail 'there is no profile yet'
expect 2 profile lsit
says 'did you mean “list”?'
expect 2 profile add work
says 'NAME and URI or TABLE=SCHEMA is missing'
expect 2 profile add 'wo rk' "$uri"
says 'letters, digits'
expect 2 profile add work gopher://x
says 'gopher'
expect 2 profile add work thrift://user:secret@gateway
says 'give no user and no password'
expect 2 profile add work t=id:uint33
says 'the schema of table “t”: .*column 4'
expect 2 profile add work nothing
says 'neither a URI nor TABLE=SCHEMA'
expect 2 profile list all
says 'too many'
test -e "$file" && fail 'nothing was added'

expect 0 create t f --uri="$uri"
expect 0 put t '\x00\x05' f:q=v --uri="$uri"
expect 0 profile add work "$uri" t=id:uint16 ns:t=id:text
test "$(stat -c %a "$file")" = 600 || fail 'only its user may read the file'
mv "$file" "$work/dotfile"
ln -s "$work/dotfile" "$file"
expect 0 profile add other "$uri"
grep -q other "$work/dotfile" || fail 'the file behind the link should have the profile'
expect 0 profile remove other
test -L "$file" || fail 'the link was replaced'
expect 0 profile list
prints "work${tab}$uri"
expect 0 profile show work --format=csv
prints key,value "uri,$uri" schema.t,id:uint16 schema.ns:t,id:text
expect 0 profile list --format=json
prints "{\"profile\":\"work\",\"uri\":\"$uri\"}"

# ---- which one is used ----

expect 0 -p work scan t
prints "id=5${tab}f:q=v"
expect 0 get t id=5 --profile=work
prints "id=5${tab}f:q=v"
expect 0 -p work scan t --schema=
prints "\\x00\\x05${tab}f:q=v"
expect 0 -p work scan t --schema=a:uint8,b:uint8
prints "a=0,b=5${tab}f:q=v"
expect 2 tables
HBASE_PROFILE=work expect 0 scan t
prints "id=5${tab}f:q=v"
HBASE_PROFILE=work expect 2 -p wrok scan t
says "$file has no profile “wrok”; did you mean “work”?"
# What was given by an option has precedence over the environment.
HBASE_URI=local://$work/other expect 0 -p work scan t
prints "id=5${tab}f:q=v"
HBASE_PROFILE=work HBASE_URI=local://$work/other expect 1 scan t
says "$work/other"
# A table is the same with its namespace.
expect 0 put default:t id=6 f:q=w -p work
expect 0 -p work scan default:t
prints "id=5${tab}f:q=v" "id=6${tab}f:q=w"
expect 0 delete default:t id=6 -p work
expect 0 profile add other "$uri" default:t=id:uint16 t=x:uint16
expect 0 profile show other
prints "uri${tab}$uri" "schema.t${tab}x:uint16"
expect 0 profile remove other default:t
expect 0 profile show other
prints "uri${tab}$uri"
echo 'schema.default:t=id:uint16' >>"$work/dotfile"
echo 'types.default:t=f:q:hex' >>"$work/dotfile"
expect 0 scan t -p other
prints "id=5${tab}f:q=76"
echo 'types.t=f:q:hex' >>"$work/dotfile"
expect 2 scan t -p other
says 'key “types.t”: “types.default:t” is of the same table: remove one of them'
expect 0 profile remove other
expect 0 profile add schemas t=id:uint16
HBASE_URI=$uri expect 0 -p schemas scan t
prints "id=5${tab}f:q=v"
expect 0 profile remove schemas
HBASE_URI=local://$work/other expect 0 -p work scan t --uri="$uri"
prints "id=5${tab}f:q=v"
expect 0 profile add default "$uri" t=x:uint16
expect 0 scan t
prints "x=5${tab}f:q=v"
HBASE_URI=$uri expect 0 scan t
prints "\\x00\\x05${tab}f:q=v"
expect 0 scan t --uri="$uri"
prints "\\x00\\x05${tab}f:q=v"

# ---- removal ----

expect 1 profile remove work nosuch t
says 'has no schema of table “nosuch”: nothing was removed'
expect 0 -p work first t
prints "id=5${tab}f:q=v"
expect 0 profile remove work t
expect 0 -p work first t
prints "\\x00\\x05${tab}f:q=v"
expect 0 profile remove work
expect 1 profile remove work
says 'has no profile “work”'
expect 1 profile show work
expect 0 profile list
prints "default${tab}$uri"

# ---- invalid files ----

printf '# mine\n[a]\nuri=thrift://me:secret@gateway\n' >"$file"
expect 0 profile list
prints "a${tab}thrift://me:…@gateway"
expect 2 -p a tables
grep -q secret "$work/err" && fail 'a password was printed'
expect 0 profile add b "$uri"
grep -q '^# mine$' "$file" || fail 'comments stay'
printf '[a]\nurl=thrift://x\n' >"$file"
expect 2 -p a tables
says "$file, profile “a”, key “url”: the key is unknown"
printf '[a]\nuri=local:\\q\n' >"$file"
expect 1 -p a tables
says "$file, profile “a”, key “uri”: Key file"
# The others are listed nevertheless.
printf '[a]\nuri=local:///d\344ten\nschema.t=id:text\n[b]\nuri=%s\n[c]\nuri=local:\\q\n' "$uri" >"$file"
expect 1 profile list
prints "b${tab}$uri"
says "$file, profile “a”, key “uri”: .*UTF-8"
says "$file, profile “c”, key “uri”: "
expect 1 profile show a
prints "schema.t${tab}id:text"
says "$file, profile “a”, key “uri”: .*UTF-8"
printf '[a]\nschema.t=id:uint33\n' >"$file"
expect 2 -p a scan t --uri="$uri"
says 'profile.*schema of table “t”.*column 4'
printf 'no group\n' >"$file"
expect 2 -p a scan t
says "$file: "
expect 1 profile list
# Who gives the database, and no profile, doesn't need the file.
expect 0 scan t --uri="$uri"

finish
