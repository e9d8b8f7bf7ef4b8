#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# `hbase-glib` and a peer that accepts connections and sends nothing, or closes them: a message is printed before the
# timeout, but not by a command that hasn't sent anything.

. "$top_srcdir/tests/tools/expectations.sh"

mkfifo "$work/input" "$work/rows"
"$top_builddir/tests/io/mock-server" binary none hold <"$work/input" >"$work/uri" &
server=$!
exec 3>"$work/input"
trap 'exec 3>&-; wait $server; rm -rf "$work"' EXIT
until test -s "$work/uri" || ! kill -0 $server 2>/dev/null; do :; done
address=$(sed 's,^thrift://\([^/]*\)/.*,\1,' "$work/uri")

"$tool" --uri="thrift://$address/" put table --from=- <"$work/rows" >"$work/loader.out" 2>"$work/loader.err" 3>&- &
loader=$!
exec 4>"$work/rows"

"$tool" --uri="thrift://$address/" get table row >"$work/get.out" 2>"$work/get.err" 3>&- 4>&- &
get=$!

expect 1 --uri="thrift://$address/" --timeout=7 get table row
sed -n '$p' "$work/err" | grep -q "$address accepted the connection but sent nothing for 7 s; does it speak" \
  || fail 'the last line should tell that the time is over'

# A signal cancels a get that waits for a gateway.
until grep -q 'no response' "$work/get.err" || ! kill -0 $get 2>/dev/null; do :; done
kill -TERM $get
wait $get
status=$?
sed -n 1p "$work/get.err" | grep -q "no response from thrift://$address/ yet; is it a Thrift2 gateway" \
  || fail 'the first line should tell of the peer'
test $status -eq 1 || fail "exit status $status of a get that was cancelled"

# The same for one that closes each connection, whether HTTP or not was expected.
mkfifo "$work/input2"
"$top_builddir/tests/io/mock-server" binary none close <"$work/input2" >"$work/uri2" 3>&- 4>&- &
closing=$!
exec 5>"$work/input2"
trap 'exec 3>&- 5>&-; wait $server $closing; rm -rf "$work"' EXIT
until test -s "$work/uri2" || ! kill -0 $closing 2>/dev/null; do :; done
closer=$(sed 's,^thrift://\([^/]*\)/.*,\1,' "$work/uri2")
schemes=thrift
grep -q '^#define HBASE_WITH_HTTP' "$top_builddir/config.h" && schemes="$schemes http"
for scheme in $schemes; do
  : >"$work/err"
  "$tool" --uri="$scheme://$closer/" get table row >"$work/out" 2>"$work/err" 3>&- 4>&- 5>&- &
  get=$!
  until grep -q 'no response' "$work/err" || ! kill -0 $get 2>/dev/null; do :; done
  kill -TERM $get
  wait $get
  says "no response from $scheme://$closer/ yet.*hbase-glib doctor '$scheme://$closer/'. finds out"
done

# The doctor names what is there, and the URI that works.
expect 1 doctor "thrift://$address/" --timeout=12
shows "$address accepts connections, but sends nothing"
expect 1 doctor thrift://127.0.0.1:1/
shows "127.0.0.1:1 can't be connected to"
expect 2 doctor nonsense
says 'nonsense'
expect 2 doctor a b

# HBASE_DEBUG logs what it lists.
HBASE_DEBUG=calls,pool,protocol,retry "$tool" --uri=thrift://127.0.0.1:1/ get t r >"$work/out" 2>"$work/err"
says 'calls: get of t: .* attempts, 0 bytes sent, 0 bytes received'
says 'pool: no channel was opened'
says 'protocol: get to no gateway'
says 'retry: get is repeated'

# The loader has waited for its first line all the time.
exec 4>&-
wait $loader
status=$?
mv "$work/loader.out" "$work/out"
mv "$work/loader.err" "$work/err"
test $status -eq 0 || fail "exit status $status of a loader without rows"
prints 0
test ! -s "$work/err" || fail 'a complaint about a peer that was sent nothing'

finish
