# SPDX-License-Identifier: LGPL-2.1-or-later
# What the tests of the command line share. They read this file first; `finish` is their last line.
# A test sets `subcommand`, which comes before the words of `expect`, and `standard_input`.

set -u
tool=$top_builddir/tools/hbase-glib
work=$(mktemp -d "${TMPDIR:-/tmp}/hbase-tools-XXXXXX")
trap 'rm -rf "$work"' EXIT
unset HBASE_URI
LC_ALL=C
export LC_ALL
# shellcheck disable=SC2034
tab=$(printf '\t')
subcommand=
standard_input=/dev/null
failures=0

# fail WHAT: notes a failure, and shows what the tool printed.
fail ()
{
  failures=$((failures + 1))
  echo "FAILED: $*"
  sed 's/^/  out: /' "$work/out"
  sed 's/^/  err: /' "$work/err"
}

# expect STATUS WORD…: runs the tool and compares its exit status.
expect ()
{
  status=$1
  shift
  # shellcheck disable=SC2086
  "$tool" $subcommand "$@" >"$work/out" 2>"$work/err" <"$standard_input"
  result=$?
  test $result -eq "$status" || fail "exit status $result, not $status: $*"
}

# prints LINE…: what the last command printed, whole.
prints ()
{
  printf '%s\n' "$@" >"$work/expected"
  cmp -s "$work/expected" "$work/out" || fail "it should have printed: $*"
}

# says PATTERN: the last command's complaint.
says ()
{
  grep -q -- "$1" "$work/err" || fail "it should have said: $1"
}

# shows PATTERN, omits PATTERN: what the last command printed.
shows ()
{
  grep -q -- "$1" "$work/out" || fail "it should have shown: $1"
}

omits ()
{
  grep -q -- "$1" "$work/out" && fail "it shouldn't have shown: $1"
}

finish ()
{
  test $failures -eq 0 || echo "$failures failures"
  test $failures -eq 0
  exit
}
