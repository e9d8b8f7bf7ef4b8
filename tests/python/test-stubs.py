# SPDX-License-Identifier: LGPL-2.1-or-later
"""The stubs, HBase.pyi and HBasePlan.pyi, have the names of the modules, and mypy derives from them what the
calls return."""

import ast
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import gi

gi.require_version('HBase', '1.0')
gi.require_version('HBasePlan', '1.0')
from gi.repository import HBase, HBasePlan  # noqa: E402

FOLDER = pathlib.Path(os.environ['top_builddir'])
MODULES = {'HBase': HBase, 'HBasePlan': HBasePlan}

# A call in each line, and what mypy reveals of it or reports.
PROGRAM = '''
from gi.repository import Gio, HBase, HBasePlan
connection = HBase.Connection.new('local::memory:')
table = HBase.Table(connection, 't', timeout=1000)
reveal_type(HBase.Admin.new(connection).create_table('t', {'c': dict(max_versions=5)}))  # bool
reveal_type(table.put(b'r', {'c:a': '1', 'c:n': 1}, timestamp=7))  # bool
reveal_type(table.get('r', columns=['c:a']))  # Row
reveal_type(table['r']['c:a'])  # bytes
reveal_type(table.exists(HBase.Get('r')))  # bool
reveal_type([row for row in table.scan(prefix='r', reverse=True)])  # list[Row]
reveal_type(table.last_row(prefix='r'))  # Row
reveal_type(table.cells('r', 'c:a', versions=5))  # list[tuple[bytes, int]]
reveal_type(table.counter_inc('r', 'c:n'))  # int
reveal_type([len(page) for page in table.pages(10)])  # list[int]
reveal_type(HBase.KeySchema('id:uint32').encode_escaped(['id=1'], False))  # Any
reveal_type(HBase.KeySchema('id:uint32').decode(b'1234'))  # dict[str, Any]
reveal_type(table.get_async(HBase.Get('r'), None, print))  # None
async def calls() -> None:
    reveal_type(await table.get_async('r'))  # Row
    reveal_type(await table.exists_async('r', cancellable=Gio.Cancellable()))  # bool
    reveal_type([row async for row in table.scan()])  # list[Row]
    reveal_type(await table.scan().next_async())  # Union[Row, None]
    async with HBase.Connection.new('local::memory:') as inner:
        reveal_type(inner)  # Connection
with HBase.Batch(table=table, max_count=100) as batch:
    reveal_type(batch)  # Batch
try:
    table.get('r')
except HBase.TableNotFound as error:
    reveal_type(error.message)  # str
    reveal_type(error.details)  # Union[str, None]
lint = HBasePlan.KeyLint.new('id:int64')
reveal_type(lint.run())  # list[KeyFinding]
lint.run()[0].get_nothing()  # error
HBase.Admin.new('t')  # error
table.put('r', 'c:a')  # error
table.counter_inc()  # error
'''


def names_in(body):
    kinds = ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
    return {node.name for node in body if isinstance(node, kinds)}


def plain(message):
    """Returns a message of mypy without names of modules, and with those of types as in annotations."""
    found = re.search(r'Revealed type is "(.*)"', message)
    text = found[1].replace('Tuple', 'tuple') if found else 'error'
    return re.sub(r'\b(builtins|gi\.repository\.HBase(Plan)?|typing)\.', '', text)


class Stubs(unittest.TestCase):
    def each_module(self):
        for name, module in MODULES.items():
            yield module, ast.parse((FOLDER / f'{name}.pyi').read_text(encoding='utf-8')).body

    def test_they_have_the_classes_and_functions_of_the_modules(self):
        for module, body in self.each_module():
            expected = {name for name in dir(module) if isinstance(getattr(module, name), type)
                        and not name.endswith(('Class', 'Interface', 'Iface', '__class__'))}
            self.assertEqual(expected - names_in(body), {'CellIter', 'KeyBuilder'} & expected)
            for name in names_in(body):
                self.assertTrue(hasattr(module, name), name)

    def test_they_have_the_methods_of_the_classes(self):
        for module, body in self.each_module():
            for node in body:
                if isinstance(node, ast.ClassDef):
                    cls = getattr(module, node.name)
                    for name in names_in(node.body):
                        self.assertTrue(hasattr(cls, name), f'{node.name}.{name}')

    @unittest.skipUnless(shutil.which('mypy'), 'mypy is missing')
    def test_mypy_understands_them(self):
        with tempfile.TemporaryDirectory() as folder:
            repository = pathlib.Path(folder) / 'gi' / 'repository'
            repository.mkdir(parents=True)
            # The types of GLib aren't those that are tested.
            (repository / '__init__.pyi').write_text('from typing import Any\n'
                                                     'def __getattr__(name: str) -> Any: ...\n')
            for name in MODULES:
                shutil.copy(FOLDER / f'{name}.pyi', repository)
            program = pathlib.Path(folder) / 'program.py'
            program.write_text(PROGRAM)
            environment = dict(os.environ, MYPYPATH=folder)
            environment.pop('PYTHONPATH', None)
            printed = subprocess.run(
                ['mypy', '--no-error-summary', '--check-untyped-defs', '--cache-dir=cache', program],
                env=environment, cwd=folder, stdout=subprocess.PIPE, text=True).stdout
        found = {}
        for file, line, message in re.findall(r'^(\S+?):(\d+): (?:error|note): (.*)$', printed, re.M):
            self.assertEqual(file, 'program.py', printed)
            found.setdefault(int(line), plain(message))
        lines = enumerate(PROGRAM.split('\n'), 1)
        expected = {i: line.partition('  # ')[2] for i, line in lines if '  # ' in line}
        self.assertEqual(found, expected)


if __name__ == '__main__':
    unittest.main()
