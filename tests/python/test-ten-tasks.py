#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Ten common tasks, in at most 18 lines, with what they return: test-ten-tasks.py [URI]

Without a URI they are done in an embedded database. tests/hbase/test-tool-hbase passes that of a real HBase.
"""

import ast
import inspect
import sys
import tempfile

import gi

gi.require_version('HBase', '1.0')
from gi.repository import HBase  # noqa: E402

MAX_LINES = 18


def do_tasks(uri):
    connection = HBase.Connection.new(uri)
    HBase.Admin.new(connection).create_table('tasks', {'c': dict(max_versions=5)})
    table = HBase.Table.new(connection, 'tasks')
    table.put(b'a1', {'c:name': 'Ada', 'c:photo': b'\xff\xd8', 'c:visits': 7}, timestamp=1)
    table.put_multiple({'a1': {'c:name': 'Ada Lovelace'}, 'a2': {'c:name': 'Alan'}, 'a3': {'c:name': 'Bob'}})
    row = dict(table[b'a1'])
    rows = {row.key: dict(row) for row in table.get_multiple([b'a1', b'a2', b'a3'])}
    prefixed = [row['c:name'] for row in table.scan(prefix=b'a', columns=['c:name'], limit=2)]
    filtered = [row.key for row in table.scan(filter="ValueFilter(=, 'binaryprefix:A')", reverse=True)]
    with HBase.Batch(table=table, max_count=100) as batch:
        for i in range(1000):
            batch.put(f'b{i:04}', {'c:number': str(i)})
    versions = table.cells(b'a1', 'c:name', versions=5)
    visits = table.counter_inc(b'a1', 'c:visits')
    table.delete(b'a1', columns=['c:photo'])
    table.delete(b'a2')
    return locals()


def check(found):
    table = found['table']
    assert found['row'] == {'c:name': b'Ada Lovelace', 'c:photo': b'\xff\xd8', 'c:visits': b'\0' * 7 + b'\7'}
    assert list(found['rows']) == [b'a1', b'a2', b'a3'] and found['rows'][b'a3'] == {'c:name': b'Bob'}
    assert found['prefixed'] == [b'Ada Lovelace', b'Alan']
    assert found['filtered'] == [b'a2', b'a1']
    assert sum(1 for row in table.scan(prefix='b')) == 1000
    (newest, later), oldest = found['versions']
    assert newest == b'Ada Lovelace' and later > 1 and oldest == (b'Ada', 1)
    assert found['visits'] == 8
    assert set(table[b'a1']) == {'c:name', 'c:visits'}
    assert b'a2' not in table


def count_lines(function):
    """Counts the lines but the first and the last: `def` and `return`."""
    body = ast.parse(inspect.getsource(function)).body[0].body[:-1]
    return len({line for node in body for line in range(node.lineno, node.end_lineno + 1)})


with tempfile.TemporaryDirectory() as folder:
    found = do_tasks(sys.argv[1] if len(sys.argv) > 1 else f'local://{folder}')
    check(found)
    HBase.Admin.new(found['connection']).delete_table('tasks', HBase.DeleteTableFlags.DISABLE)
    found['connection'].close()
print(f'the ten tasks take {count_lines(do_tasks)} lines')
sys.exit(count_lines(do_tasks) > MAX_LINES)
