# SPDX-License-Identifier: LGPL-2.1-or-later
"""help() shows what the reference says, with Python's names: for each class and function of both libraries.

The overrides are used as they are installed, with the files of docstrings beside them.
"""

import os
import pathlib
import pydoc
import sys
import tempfile
import unittest

import gi

FOLDER = 'gi/overrides'


def install(root):
    """Makes links to the overrides and their docstrings in a folder."""
    for namespace in 'HBase', 'HBasePlan':
        target = pathlib.Path(root) / FOLDER / namespace
        target.mkdir(parents=True)
        source = pathlib.Path(os.environ['top_srcdir']).absolute() / 'src/python' / FOLDER / namespace
        made = pathlib.Path(os.environ['top_builddir']).absolute() / 'src/python'
        built = made / namespace / 'docstrings.txt'
        for path in [*source.glob('*.py'), built]:
            (target / path.name).symlink_to(path)
    return str(pathlib.Path(root) / FOLDER)


root = tempfile.TemporaryDirectory()
sys.dont_write_bytecode = True
import gi.overrides  # noqa: E402

gi.overrides.__path__.insert(0, install(root.name))
gi.require_version('HBase', '1.0')
gi.require_version('HBasePlan', '1.0')
from gi.repository import HBase, HBasePlan  # noqa: E402
from gi._gi import FunctionInfo  # noqa: E402


def public(owner):
    return [name for name in vars(owner) if not name.startswith('_')]


def classes():
    for module in HBase, HBasePlan:
        for name in dir(module):
            item = getattr(module, name)
            # The structs of classes and interfaces are for C.
            if isinstance(item, type) and not name.endswith(('Class', 'Interface', 'Iface', '__class__')):
                yield item


def functions():
    for cls in classes():
        for owner in cls.__mro__:
            if owner.__module__.endswith(('.HBase', '.HBasePlan')):
                yield from ((f'{owner.__name__}.{name}', getattr(cls, name)) for name in public(owner))


def is_signature(text):
    """Whether a text is one line, as PyGObject makes it."""
    return not text or '\n' not in text


class Docs(unittest.TestCase):
    def test_each_class_has_some(self):
        self.assertEqual([cls.__name__ for cls in classes() if is_signature(cls.__doc__)
                          and not issubclass(cls, HBase.HBaseError)], [])
        self.assertEqual([cls.__name__ for cls in classes() if not cls.__doc__], [])

    def test_each_function_has_some(self):
        called = dict((name, item) for name, item in functions() if callable(item))
        self.assertGreater(len(called), 800)
        pythons = {name for name, item in called.items() if not hasattr(item, '__wrapped__')
                   and not isinstance(item, FunctionInfo)}
        undescribed = [name for name, item in called.items() if is_signature(item.__doc__)]
        self.assertEqual(set(undescribed) - pythons, set())
        self.assertEqual([name for name in pythons if not called[name].__doc__], [])

    def test_help(self):
        text = pydoc.plain(pydoc.render_doc(HBase.Table.get))
        for part in ('get(self, get:HBase.Get', 'Reads a row', 'get: the row and columns to read',
                     'Returns the row, which may be empty'):
            self.assertIn(part, text)
        self.assertNotIn('on error', text)
        self.assertIn('table[b\'row\'] reads one', HBase.Table.__doc__)
        self.assertIn('HBase.TableNotFound', HBase.Table.__doc__)
        self.assertIn('SKIP_WAL: not in the write-ahead log', HBase.Durability.__doc__)
        self.assertIn('the table doesn\'t exist', HBase.TableNotFound.__doc__)
        self.assertIn('returns an awaitable', HBase.Table.get_async.__doc__)
        self.assertIn('HBasePlan.', HBasePlan.Simulator.run.__doc__)
        self.assertIn('HBase.KeySchema', HBasePlan.KeyLint.new.__doc__)

    def test_names_are_pythons(self):
        texts = [item.__doc__ for name, item in functions()] + [cls.__doc__ for cls in classes()]
        for mark in 'hbase_table_', 'HBASE_ERROR_', '%NULL', '[method@', '```':
            self.assertEqual([text for text in texts if isinstance(text, str) and mark in text], [])

    def test_other_libraries_have_their_own(self):
        from gi.repository import Gio
        self.assertEqual(Gio.Cancellable.cancel.__doc__, 'cancel(self)')


if __name__ == '__main__':
    unittest.main()
