#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# compare-idl finds nothing between the IDL and itself, and each kind of change, in a file and in a jar.

compare=$top_srcdir/idl/compare-idl
ours=$top_srcdir/idl/hbase.thrift
"$THRIFT" --version >/dev/null 2>&1 && "$PYTHON" --version >/dev/null 2>&1 || {
  echo "compare-idl needs the Thrift compiler and Python"
  exit 77
}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail () {
  echo "FAIL: $1"
  failures=$((failures + 1))
}

# finds SED-SCRIPT EXPECTED: the script changes the IDL; compare-idl then prints a line with this text.
finds () {
  sed "$1" "$ours" >"$scratch/theirs.thrift"
  cmp -s "$ours" "$scratch/theirs.thrift" && fail "“$1” changes nothing"
  "$PYTHON" "$compare" "$ours" "$scratch/theirs.thrift" >"$scratch/found"
  [ $? -eq 1 ] || fail "“$1” isn't found"
  grep -qF -- "$2" "$scratch/found" || { fail "after “$1” no line says “$2”:"; cat "$scratch/found"; }
}

"$PYTHON" "$compare" "$ours" "$ours" >"$scratch/found" || fail "the IDL differs from itself"
grep -q '^50 methods, .* 0 differ$' "$scratch/found" || fail "the counts are wrong: $(cat "$scratch/found")"

finds 's/1: required i64 minStamp/1: required i32 minStamp/' 'struct TTimeRange 1: type: ours i64, theirs i32'
finds 's/1: required i64 minStamp/1: optional i64 minStamp/' 'struct TTimeRange 1: requiredness'
finds 's/1: required i64 minStamp/1: required i64 leastStamp/' 'struct TTimeRange 1: name'
finds 's/1: required i64 minStamp/7: required i64 minStamp/' 'struct TTimeRange 7: name: ours lacks it'
finds 's/maxVersions = 1/maxVersions = 2/' 'struct TScan 5: default: ours int 1, theirs int 2'
finds 's/maxVersions = 1/maxVersions/' 'struct TScan 5: default: ours int 1, theirs None'
finds 's/map<binary, TTimeRange>/map<string, TTimeRange>/' \
  'ours map<binary, TTimeRange>, theirs map<string, TTimeRange>'
finds 's/optional TDurability durability$/optional TConsistency durability/' \
  'struct TPut 6: type: ours TDurability, theirs TConsistency'
finds 's/FSYNC_WAL = 4/FSYNC_WAL = 5/' 'enum TDurability.FSYNC_WAL: ours 4, theirs 5'
finds 's/^  STREAM = 2$//' 'enum TReadType.STREAM: ours 2, theirs lacks it'
finds 's/^union TMutation/struct TMutation/' 'union TMutation: ours union, theirs lacks it'
finds 's/1: TPut put$/1: TDelete put/' 'union TMutation 1: type: ours TPut, theirs TDelete'
finds 's/  string getClusterId ()//' 'service THBaseService.getClusterId: ours method, theirs lacks it'
finds 's/i32 openScanner/i64 openScanner/' 'openScanner returns: ours i32, theirs i64'
finds 's/set<TServerName>/list<TServerName>/' 'arg 1: type: ours set<TServerName>, theirs list<TServerName>'
finds 's/3: i32 numRows = 1)/3: i32 numRows = 9)/' \
  'getScannerResults arg 3: default: ours int 1, theirs int 9'
finds 's/(1: TIOError io, 2: TIllegalArgument ia)/(1: TIOError io)/' \
  'throws 2: type: ours TIllegalArgument'

mkdir -p "$scratch/org/apache/hadoop/hbase/thrift2"
sed 's/FSYNC_WAL = 4/FSYNC_WAL = 5/' "$ours" >"$scratch/org/apache/hadoop/hbase/thrift2/hbase.thrift"
(cd "$scratch" && "$PYTHON" -m zipfile -c a.jar org)
"$PYTHON" "$compare" "$ours" "$scratch/a.jar" >"$scratch/found"
grep -qF 'enum TDurability.FSYNC_WAL: ours 4, theirs 5' "$scratch/found" || fail "a jar's IDL isn't compared"

"$PYTHON" "$compare" "$ours" "$scratch/missing.jar" 2>/dev/null
[ $? -eq 2 ] || fail "a missing jar isn't told apart from a difference"
echo 'struct Broken {' >"$scratch/theirs.thrift"
"$PYTHON" "$compare" "$ours" "$scratch/theirs.thrift" 2>/dev/null
[ $? -eq 2 ] || fail "a broken IDL isn't told apart from a difference"

[ "$failures" -eq 0 ]
