# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares the public interfaces with those that hbase-glib-1.0.api and hbase-plan-1.0.api describe, so that
no change of a name, argument, type, ownership or NULL goes unnoticed."""

import difflib
import os
import sys

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import describe_gir  # noqa: E402


def compare(gir, stored_name, least):
    """Returns whether the interface is the stored one; prints the differences."""
    stored_path = f'{os.environ["top_srcdir"]}/tests/api/{stored_name}'
    present = describe_gir.describe(f'{os.environ["top_builddir"]}/{gir}')
    if '--update' in sys.argv:
        with open(stored_path, 'w', encoding='utf-8') as file:
            file.write(present)
    with open(stored_path, encoding='utf-8') as file:
        stored = file.read()
    difference = list(difflib.unified_diff(stored.splitlines(), present.splitlines(), 'stored', 'present',
                                           lineterm=''))
    print(*difference, f'{stored_name}: {len(present.splitlines())} lines', sep='\n')
    return not difference and len(present.splitlines()) >= least


results = [compare('HBase-1.0.gir', 'hbase-glib-1.0.api', 1000),
           compare('HBasePlan-1.0.gir', 'hbase-plan-1.0.api', 200)]
if not all(results):
    print('The interface changed: see CONTRIBUTING.md, “Changing the library’s interface”.',
          'To accept the change, run in the top folder:',
          '  top_srcdir=. top_builddir=BUILD python3 tests/api/test-gir-interface.py --update', sep='\n')
sys.exit(0 if all(results) else 1)
