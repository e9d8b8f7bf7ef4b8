#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Makes ./configure in a git checkout; with NOCONFIGURE set it stops there, else it runs it with what it was given.
set -e
source_dir=$(cd "$(dirname "$0")" && pwd)
(cd "$source_dir" && mkdir -p m4 && autoreconf --force --install --verbose)
[ -n "$NOCONFIGURE" ] || exec "$source_dir/configure" "$@"
