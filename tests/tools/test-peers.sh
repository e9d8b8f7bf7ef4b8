#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib` and a peer that accepts connections and sends nothing: the user is told before the time is over.

set -u
tool=$top_builddir/tools/hbase-glib
work=$(mktemp -d "${TMPDIR:-/tmp}/hbase-peers-XXXXXX")
unset HBASE_URI
LC_ALL=C
export LC_ALL

mkfifo "$work/input"
"$top_builddir/tests/io/mock-server" binary none hold <"$work/input" >"$work/uri" &
server=$!
exec 3>"$work/input"
trap 'exec 3>&-; wait $server; rm -rf "$work"' EXIT
until test -s "$work/uri"; do :; done
address=$(sed 's,^thrift://\([^/]*\)/.*,\1,' "$work/uri")

"$tool" --uri="thrift://$address/" --timeout=7 get table row >"$work/out" 2>"$work/err"
status=$?
test $status -eq 1 || { echo "FAILED: exit status $status"; cat "$work/err"; exit 1; }
sed -n 1p "$work/err" | grep -q "no response from thrift://$address/ yet; is it a Thrift2 gateway" \
  && sed -n 2p "$work/err" | grep -q "$address accepted the connection but sent nothing for 7 s; does it speak" \
  || { echo "FAILED: what it says:"; cat "$work/err"; exit 1; }
