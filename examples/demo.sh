#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# demo.sh BUILD [--hbase]: shows users' actions page by page, and four writers that prepend at the same time,
# with the programs built in BUILD: on the embedded engine, or on a real HBase that is started for it.
set -eu

source_dir=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
engine=${2-}
glib=$build/tools/hbase-glib
schema=userid:uint32,stamp:reverse-ms,actionid:uint32
pages="page useractions --schema=$schema --size=10 content:name"
data=$(mktemp -d)

# HBase ends with its standard input, which is this shell's end of a pipe; its output is read from another
# one.
start_hbase () {
  echo "Starting a real HBase …"
  mkfifo "$data/commands" "$data/answers"
  "$source_dir/tests/hbase/start" "$build/tests/hbase/cache" "$data/hbase" binary <"$data/commands" >"$data/answers" &
  exec 9>"$data/commands" 8<"$data/answers"
  read -r ready <&8 || { echo "demo: HBase didn't start: $(tail -n 3 "$data/hbase/log")" >&2; exit 1; }
  HBASE_URI=$(echo "$ready" | sed 's,.* binary=\([0-9]*\).*,thrift://127.0.0.1:\1/,')
}

clean_up () {
  exec 9>&- 8<&-
  wait
  rm -rf "$data"
}

if [ "$engine" = --hbase ]; then
  trap clean_up EXIT
  start_hbase
else
  trap 'rm -rf "$data"' EXIT
  HBASE_URI=local://$data
fi
export HBASE_URI
echo "HBASE_URI=$HBASE_URI"

echo
echo "== Users' actions: the changelogs of this machine"
"$build/examples/useractions" "$HBASE_URI" | tee "$data/loaded"
user=$(sed -n 's,^busiest \([0-9]*\) .*,\1,p' "$data/loaded")

echo
echo "== Page 3 of user $user's actions, newest first"
# shellcheck disable=SC2086
"$glib" $pages --prefix="userid=$user" --number=3 | tee "$data/page"
token=$(sed -n 's,^this page: --token=,,p' "$data/page")

echo
echo "== The same page, opened by its token in a new process"
# shellcheck disable=SC2086
"$glib" $pages --prefix="userid=$user" --token="$token" | tee "$data/again"
cmp "$data/page" "$data/again" || { echo "demo: the token opened another page" >&2; exit 1; }

echo
echo "== Two pages back from there: page 1 again"
back () { sed -n 's,^previous page: --token=,,p' "$1"; }
# shellcheck disable=SC2086
"$glib" $pages --prefix="userid=$user" --token="$(back "$data/again")" >"$data/second"
# shellcheck disable=SC2086
"$glib" $pages --prefix="userid=$user" --token="$(back "$data/second")" | head -n 10 | tee "$data/first"
# shellcheck disable=SC2086
"$glib" $pages --prefix="userid=$user" | head -n 10 | cmp - "$data/first" \
  || { echo "demo: two pages back from page 3 isn't page 1" >&2; exit 1; }
echo
echo "== The last page"
# shellcheck disable=SC2086
"$glib" $pages --prefix="userid=$user" --last

echo
echo "== Comments: four processes prepend 100 each, all at once"
"$glib" create comments content g
writers=
for writer in 1 2 3 4; do
  "$build/examples/comments" "$HBASE_URI" $writer 100 &
  writers="$writers $!"
done
for process in $writers; do
  wait "$process"
done
"$build/examples/comments" "$HBASE_URI"

echo
echo "== The newest and the oldest comment; the newest is retired"
"$glib" first comments content --schema=id:downward
"$glib" last comments content --schema=id:downward
newest=$("$glib" first comments content --schema=id:downward | cut -f1)
"$glib" retire comments --schema=id:downward "$newest"
"$glib" first comments content --schema=id:downward
echo "$("$glib" count comments) rows, $("$glib" count comments --skip-guards=g) of them with content"

browser=$build/examples/browser/hbase-browser
[ -x "$browser" ] || exit 0
echo
echo "== HBase Browser shows these tables: $browser $HBASE_URI"
# Tests have no terminal, and wait for nobody.
if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] && [ -t 1 ]; then
  echo "It is open now; the demonstration, and its data, end with it."
  "$browser" "$HBASE_URI"
else
  echo "It isn't opened, because there is no display or no terminal; the demonstration's data are removed now."
fi
