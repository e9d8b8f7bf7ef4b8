#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Checks the system calls of a get: the same pump runs a blocking and an asynchronous one (one sendmsg, then
# ppoll or poll, then one recv, in the calling thread), and the library starts no thread: all that exist were
# named by GLib. A get over a connection that was used a moment ago needs these three calls. (One that was idle
# for longer is polled before it is used, to see whether the gateway has closed it.)

set -u
command -v strace > /dev/null || { echo "no strace here"; exit 77; }
here=$(mktemp -d) || exit 99
trap 'exec 8>&-; rm -r "$here"' EXIT
strace -o "$here/probe" true 2> /dev/null || { echo "strace may not trace here"; exit 77; }

mkfifo "$here/in" "$here/out"
"$top_builddir/tests/io/mock-server" < "$here/in" > "$here/out" &
exec 8> "$here/in"
read -r uri < "$here/out"

# The calls on the gateway's socket, in order, with their thread; polling with a timeout of 0 isn't waiting.
exchange () {
  grep -E ' (sendmsg|recvfrom|recv|read|write|poll|ppoll)\(' "$here/$1" | awk -v socket="$2" -v caller="$3" '
    { thread = $1; call = $2; sub (/\(.*/, "", call) }
    call ~ /poll/ && index ($0, "fd=" socket ",") { if (last != "wait") print (last = "wait"), thread == caller; next }
    index ($0, call "(" socket ",") { print (last = call), thread == caller }' |
  sed -n '/sendmsg/,$p'
}

status=0
for way in sync async; do
  strace -f -e trace=network,read,write,poll,ppoll,clone,clone3,prctl -o "$here/$way" \
    "$top_builddir/tests/io/one-get" "$uri" "$way" || { echo "$way: the get failed"; exit 1; }
  socket=$(sed -n 's/.* sendmsg(\([0-9]*\),.*get.*/\1/p' "$here/$way" | head -n 1)
  caller=$(head -n 1 "$here/$way" | cut -d ' ' -f 1)
  test -n "$socket" || { echo "$way: no request seen: this test is blind"; exit 1; }
  exchange "$way" "$socket" "$caller" > "$here/$way.exchange"
  if grep -v ' 1$' "$here/$way.exchange"; then
    echo "$way: another thread than the caller's had the socket"
    status=1
  fi
  # GLib's threads first set their name; a thread that was ended before has done nothing at all.
  others=$(awk -v caller="$caller" '$1 != caller && !seen[$1]++ && !/ \+\+\+ /' "$here/$way" |
    grep -vE 'prctl\(PR_SET_NAME, "(gmain|gdbus|pool-)')
  if test -n "$others"; then
    echo "$way: threads that aren't GLib's begin with:"
    echo "$others"
    status=1
  fi
done
# A blocking get is compared with 100 more. Of asynchronous ones each is the only one of its main loop, which
# adds and removes its source.
count () {
  strace -f -e trace=network,read,write,poll,ppoll -o "$here/many" "$top_builddir/tests/io/one-get" "$uri" sync "$1" ||
    { echo "$1 gets failed"; exit 1; }
  grep -cE ' (sendmsg|recvfrom|recv|read|write|poll|ppoll)\(' "$here/many"
}
few=$(count 10) && many=$(count 110) || exit 1
echo "$((many - few)) system calls for 100 gets"
if test $((many - few)) -gt 320; then
  status=1
fi
cat "$here/sync.exchange"
if ! diff "$here/sync.exchange" "$here/async.exchange"; then
  echo "the blocking and the async get go different ways"
  status=1
fi
exit "$status"
