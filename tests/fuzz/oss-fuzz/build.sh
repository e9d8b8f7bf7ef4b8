#!/bin/bash -eu
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Builds each target of tests/fuzz as OSS-Fuzz asks for it, which sets the compiler, its flags, the engine, and the
# folders SRC, WORK and OUT: the program, its corpus, and its dictionary. OUT is all that is there when the targets run,
# so it also gets the shared libraries of other projects.

source=$SRC/hbase-glib
build=$WORK/hbase-glib

mkdir -p "$build" "$OUT/lib"
cd "$source"
NOCONFIGURE=1 ./autogen.sh
cd "$build"
"$source/configure" --disable-introspection --without-browser --without-http --without-libedit --without-png \
  --without-sysprof
names=$(make -s print-fuzz-targets)
# The engine may be in C++.
make -j"$(nproc)" V=0 CCLD="$CXX" FUZZ_ENGINE="$LIB_FUZZING_ENGINE" fuzz-programs

for name in $names; do
  program=$OUT/fuzz-$name
  cp "tests/fuzz/fuzz-$name" "$program"
  ldd "$program" | awk '/=> \// { print $3 }' | grep -vE '/(ld-linux|lib(c|dl|gcc_s|m|pthread|resolv|rt|stdc\+\+))[-.]' |
    xargs -r cp -t "$OUT/lib"
  # The targets' own folder, wherever it is then.
  # shellcheck disable=SC2016
  patchelf --set-rpath '$ORIGIN/lib' "$program"
  zip -jqr "$OUT/fuzz-${name}_seed_corpus.zip" "$source/tests/fuzz/corpus/$name"
  cp "$source/tests/fuzz/$("$source/tests/fuzz/dictionary-of" "$name")" "$program.dict"
done
# Libraries may need others of the folder.
# shellcheck disable=SC2016
find "$OUT/lib" -type f -exec patchelf --set-rpath '$ORIGIN' {} +
