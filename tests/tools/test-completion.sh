#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# What can follow an incomplete command: `hbase-glib complete`, and the completion of bash, zsh and fish.
# shellcheck disable=SC2016

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
# A process that is stopped may take a while.
HBASE_TAB_WAIT=60
export HBASE_URI HBASE_TAB_WAIT

expect 0 create guests content other
expect 0 create gates content
expect 0 profile add work "local://$work/db" guests=user:text-z,day:uint8

# completes LINE WORD…: compares all that can follow.
completes ()
{
  expect 0 complete "$1"
  shift
  prints "$@"
}

completes 'hbase-glib sc' scan
completes 'hbase-glib --format=json co' compact count
completes 'hbase-glib scan g' gates guests
completes 'hbase-glib scan gu' guests
completes 'hbase-glib scan guests c' content:
completes 'hbase-glib get guests ada ' content: other:
completes 'hbase-glib get guests ada content:x o' other:
completes 'hbase-glib put guests ada o' other:
completes 'hbase-glib mutate guests ada ' content: delete other: put
completes 'hbase-glib scan guests --lim' --limit=
completes 'hbase-glib scan guests --exclude' --exclude-start
completes 'hbase-glib scan guests --format=c' --format=csv
completes 'hbase-glib scan guests --format c' csv
completes 'hbase-glib put guests ada --durability=f' --durability=fsync-wal
completes 'hbase-glib prepend guests --strategy=' --strategy=block --strategy=probe --strategy=ticket
completes 'hbase-glib scan guests --as=c' --as=content:
completes 'hbase-glib -p ' work
completes 'hbase-glib --profile=w' --profile=work
completes 'hbase-glib --uri=l' --uri=local://
completes 'hbase-glib help desc' describe
completes 'hbase-glib sequence n' next
completes 'hbase-glib rekey ga' gates
completes 'hbase-glib get guests --schema=user:text-z,day:uint8 u' user=
completes 'hbase-glib get guests --schema=user:text-z,day:uint8 user=a,' user=a,day=
completes 'hbase-glib --profile=work get guests u' user=
completes 'hbase-glib --profile=work scan guests --prefix=' --prefix=user=
completes 'hbase-glib --profile=work scan guests --prefix=user=a,d' --prefix=user=a,day=
completes "hbase-glib scan 'gu" guests
expect 0 create "it.s-x" content
completes 'hbase-glib scan it' it.s-x
# A name that would have to be escaped isn't shown on the terminal.
expect 0 create odd "$(printf 'f\342\200\256')" content
completes 'hbase-glib scan odd ' content:
# Nothing can follow, nothing is known, or there is no such database.
for line in 'hbase-glib nonsense ' 'hbase-glib tables ' 'hbase-glib scan missing f' 'hbase-glib scan guests --format=x' \
  "hbase-glib --uri=local://$work/none?create=no scan g" 'hbase-glib --uri=nonsense scan g' \
  'hbase-glib --schema=nonsense get guests u' 'hbase-glib'; do
  expect 1 complete "$line"
  test ! -s "$work/out" || fail "nothing should complete: $line"
  test ! -s "$work/err" || fail "it should be silent: $line"
done
expect 2 complete
expect 0 --help
omits '^  complete '
# Each command lists its options.
for command in $("$tool" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  expect 0 complete "hbase-glib $command --"
  shows '^--uri=$'
  shows '^--help$'
done

# ---- tables that are misspelt ----

expect 1 scan gests
says 'did you mean “guests”?$'
expect 1 get guest ada
says 'did you mean “guests”?$'
expect 1 scan nothing
says 'table “nothing”'
grep -q 'did you mean' "$work/err" && fail 'no table is like that'

# ---- bash ----

if command -v bash >/dev/null; then
  # in_bash WORD… EXPECTED: the words are divided as bash divides them.
  in_bash ()
  {
    bash -c '. "$1" || exit 3; tool=$2; COMP_LINE=$3; shift 3; COMP_POINT=${#COMP_LINE}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _hbase_glib "$tool"; printf "%s\n" "${COMPREPLY[@]}"' bash "$top_srcdir/tools/bash-completion/hbase-glib" "$tool" "$@" \
      >"$work/out" 2>"$work/err" || fail "the completion of bash failed: $1"
  }
  in_bash 'hbase-glib scan gu' hbase-glib scan gu
  prints guests
  in_bash 'hbase-glib scan guests --format=c' hbase-glib scan guests --format = c
  prints csv
  in_bash 'hbase-glib scan guests --format=' hbase-glib scan guests --format =
  prints csv json table text
  in_bash 'hbase-glib scan guests --as=content:' hbase-glib scan guests --as = content :
  prints ''
  in_bash 'hbase-glib get guests ada con' hbase-glib get guests ada con
  prints content:
fi

# ---- zsh ----

# in_zsh FOLDER: compares what becomes of lines with an interactive zsh that has the completion in that folder.
in_zsh ()
{
  "$top_srcdir/tests/tools/complete-in-zsh" "$1" 'hbase-glib scan gu' 'hbase-glib scan guests --format=c' \
    'hbase-glib get guests ada con' "hbase-glib scan 'gu" 'hbase-glib scan guests --lim' \
    'hbase-glib get guests --schema=user:text-z,day:uint8 user=a\ b,' \
    "hbase-glib get guests --schema=user:text-z,day:uint8 'user=a b," \
    "hbase-glib put guests --from=$work/ro" >"$work/out" 2>"$work/err" || fail "zsh failed"
  prints 'hbase-glib scan guests ' 'hbase-glib scan guests --format=csv ' 'hbase-glib get guests ada content:' \
    "hbase-glib scan 'guests' " 'hbase-glib scan guests --limit=' \
    'hbase-glib get guests --schema=user:text-z,day:uint8 user=a\ b,day=' \
    "hbase-glib get guests --schema=user:text-z,day:uint8 'user=a b,day=" \
    "hbase-glib put guests --from=$work/rows.txt "
}

: >"$work/rows.txt"
PATH=$(cd "$top_builddir" && pwd)/tools:$PATH
if command -v zsh >/dev/null; then
  in_zsh "$(cd "$top_srcdir" && pwd)/tools/zsh-completion"
fi

# ---- fish ----

if command -v fish >/dev/null; then
  # in_fish LINE WORD…: compares all that fish offers.
  in_fish ()
  {
    HOME=$work fish --no-config -c 'source $argv[1]; complete --do-complete $argv[2]' \
      "$top_srcdir/tools/fish-completion/hbase-glib.fish" "$1" >"$work/out" 2>"$work/err" || fail "fish failed: $1"
    shift
    prints "$@"
  }
  in_fish 'hbase-glib scan gu' guests
  in_fish 'hbase-glib scan guests --format=' --format=csv --format=json --format=table --format=text
  in_fish 'hbase-glib get guests ada con' content:
  in_fish "hbase-glib scan 'gu" guests
  in_fish "hbase-glib get guests --schema=user:text-z,day:uint8 'user=a b," 'user=a b,day='
  in_fish "hbase-glib put guests --from=$work/ro" "--from=$work/rows.txt"
fi

finish
