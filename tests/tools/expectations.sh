# SPDX-License-Identifier: LGPL-2.1-or-later
# Functions of the tests of the command line, which read this file first; `finish` is their last line.
# A test may set `subcommand`, which precedes the words of `expect`, and `standard_input`.

set -u
tool=$top_builddir/tools/hbase-glib
work=$(mktemp -d "${TMPDIR:-/tmp}/hbase-tools-XXXXXX")
trap 'rm -rf "$work"' EXIT
unset HBASE_URI HBASE_PROFILE
# The profiles of whoever runs the tests aren't used.
XDG_CONFIG_HOME=$work/config
export XDG_CONFIG_HOME
LC_ALL=C
export LC_ALL
# shellcheck disable=SC2034
tab=$(printf '\t')
subcommand=
standard_input=/dev/null
failures=0

# fail WHAT: records a failure, and shows the output of the tool.
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

# prints LINE…: compares the whole output of the last command.
prints ()
{
  printf '%s\n' "$@" >"$work/expected"
  cmp -s "$work/expected" "$work/out" || fail "the output should be: $*"
}

# says PATTERN: looks for the pattern in the last command's errors.
says ()
{
  grep -q -- "$1" "$work/err" || fail "the error should contain: $1"
}

# shows PATTERN, omits PATTERN: looks for the pattern in the last command's output.
shows ()
{
  grep -q -- "$1" "$work/out" || fail "the output should contain: $1"
}

omits ()
{
  grep -q -- "$1" "$work/out" && fail "the output shouldn't contain: $1"
}

finish ()
{
  test $failures -eq 0 || echo "$failures failures"
  test $failures -eq 0
  exit
}
