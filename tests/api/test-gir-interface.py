# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares the public interface with the one that hbase-glib-1.0.api describes, so that no change of a name,
argument, type, ownership or NULL goes unnoticed."""

import difflib
import os
import sys

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import describe_gir  # noqa: E402

stored_path = os.environ['top_srcdir'] + '/tests/api/hbase-glib-1.0.api'
present = describe_gir.describe(os.environ['top_builddir'] + '/HBase-1.0.gir')
if '--update' in sys.argv:
    with open(stored_path, 'w', encoding='utf-8') as file:
        file.write(present)
with open(stored_path, encoding='utf-8') as file:
    stored = file.read()
difference = list(difflib.unified_diff(stored.splitlines(), present.splitlines(), 'stored', 'present',
                                       lineterm=''))
print(*difference, f'{len(present.splitlines())} lines', sep='\n')
if difference:
    print('The interface changed: see CONTRIBUTING.md, “Changing the library’s interface”.',
          'To accept the change, run in the top folder:',
          '  top_srcdir=. top_builddir=BUILD python3 tests/api/test-gir-interface.py --update', sep='\n')
sys.exit(1 if difference or len(present.splitlines()) < 1000 else 0)
