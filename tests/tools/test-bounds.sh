#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Tests times that are finer than what stores them: they are refused in keys and timestamps, and bounds of ranges
# with them select the rows on their side.

. "$top_srcdir/tests/tools/expectations.sh"
HBASE_URI=local://$work/db
export HBASE_URI

# at SECOND: the time, with a fraction
at ()
{
  printf '1970-01-01T00:00:0%sZ' "$1"
}

# reads SECONDS OPTION…: compares the seconds of the rows that are read, in order.
reads ()
{
  expected=$1
  shift
  expect 0 scan t --keys-only --schema="$schema" "$@"
  found=$(sed 's/^at=1970-01-01T00:00:0\([0-9]\).*/\1/' "$work/out" | tr -d '\n')
  test "$found" = "$expected" || fail "$schema, $*: $found, not $expected"
}

expect 0 create t f
for type in seconds reverse-s ms reverse-us 'seconds desc'; do
  schema="at:$type,n:uint16"
  expect 0 truncate t --yes
  for second in 0 1 2 3; do
    expect 0 put t "at=$(at $second),n=0" f:q=1 --schema="$schema"
    expect 0 put t "at=$(at $second),n=65535" f:q=1 --schema="$schema"
  done
  early=0011 late=2233
  case $type in
    reverse-*|*desc) first=3322 last=1100 reversed_first=0011 reversed_last=2233 ;;
    *) first=$early last=$late reversed_first=3322 reversed_last=1100 ;;
  esac
  bound=at=$(at 1.9999999)
  reads $last --start="$bound"
  reads $last --start="$bound" --exclude-start
  reads $first --stop="$bound"
  reads $first --stop="$bound" --include-stop
  reads $reversed_last --start="$bound" --reverse
  reads $reversed_last --start="$bound" --reverse --exclude-start
  reads $reversed_first --stop="$bound" --reverse
  reads $reversed_first --stop="$bound" --reverse --include-stop
  # In a key, in a prefix, and before another field, it is refused.
  expect 2 put t "at=$(at 1.9999999),n=1" f:q=1 --schema="$schema"
  says "isn't a whole number of .*s, as $(echo "$type" | cut -d ' ' -f 1) requires"
  expect 2 scan t --schema="$schema" --prefix="$bound"
  says "isn't a whole number of"
  expect 2 scan t --schema="$schema" --start="$bound,n=1"
  says "isn't a whole number of"
done

# ---- timestamps of cells ----

expect 0 truncate t --yes
expect 0 put t r "$(at 1.0010)/f:q=old" "$(at 1.002)/f:p=new"
expect 2 put t r "$(at 1.0015)/f:q=between"
says '“1970-01-01T00:00:01.0015Z” isn.t a whole number of ms, as timestamps are: round it'
expect 2 put t r f:q=x --timestamp="$(at 1.0015)"
expect 2 get t r --timestamp="$(at 1.0015)"
expect 0 get t r --time-range="$(at 1.0015),"
prints "r${tab}f:p=new"
expect 0 get t r --time-range=",$(at 1.0015)"
prints "r${tab}f:q=old"
expect 0 get t r --timestamps f:p
prints "r${tab}1002/f:p=new"

finish
