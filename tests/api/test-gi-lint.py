# SPDX-License-Identifier: LGPL-2.1-or-later
"""The lint of key schemas through introspection: all its settings, and all that findings report."""

import unittest

import gi

gi.require_version('HBase', '1.0')
gi.require_version('HBasePlan', '1.0')
from gi.repository import GLib, HBase, HBasePlan  # noqa: E402


def keys(*texts):
    return [GLib.Bytes.new(text) for text in texts]


class Lint(unittest.TestCase):
    def lint(self, schema, **properties):
        lint = HBasePlan.KeyLint.new(HBase.KeySchema.new(schema))
        for name, value in properties.items():
            lint.set_property(name, value)
        return lint

    def codes(self, lint):
        return {finding.get_code() for finding in lint.run()}

    def test_finding(self):
        finding = self.lint('id:int64').run()[0]
        self.assertEqual(finding.get_severity(), HBasePlan.KeySeverity.WARNING)
        self.assertEqual(finding.get_code(), HBasePlan.KeyFindingCode.SIGN_ORDER)
        self.assertEqual(finding.get_code_name(), 'sign-order')
        self.assertIn('“id”', finding.get_effect())
        self.assertIn('ordered-int64', finding.get_advice())
        self.assertEqual(finding.to_text(),
                         'warning: %s; %s [sign-order]' % (finding.get_effect(), finding.get_advice()))

    def test_splits(self):
        lint = self.lint('salt:phoenix(3),id:uint64')
        lint.set_splits(keys(b'\x02', b'\x01'))
        self.assertNotIn(HBasePlan.KeyFindingCode.UNREACHABLE_REGIONS, self.codes(lint))
        lint.set_splits(keys(b'\x01', b'\x02', b'\x07'))
        self.assertIn(HBasePlan.KeyFindingCode.UNREACHABLE_REGIONS, self.codes(lint))
        self.assertIn(HBasePlan.KeyFindingCode.SPLITS_OUTSIDE_SALT, self.codes(lint))
        lint.set_splits([])
        self.assertNotIn(HBasePlan.KeyFindingCode.SPLITS_OUTSIDE_SALT, self.codes(lint))

    def test_sample(self):
        lint = self.lint('id:uint32')
        lint.set_sample(keys(b'abcd', b'abc'))
        self.assertIn(HBasePlan.KeyFindingCode.INVALID_KEYS, self.codes(lint))

    def test_columns_and_guard(self):
        lint = self.lint('id:uint32')
        lint.add_column('content', b'\x00name')
        lint.set_guard('g:g', 0)
        self.assertIn(HBasePlan.KeyFindingCode.LONG_NAMES, self.codes(lint))
        self.assertIn(HBasePlan.KeyFindingCode.EMPTY_GUARD, self.codes(lint))
        lint.set_guard(None, 0)
        self.assertNotIn(HBasePlan.KeyFindingCode.EMPTY_GUARD, self.codes(lint))

    def test_sizes(self):
        lint = self.lint('id:uint32', value_size=2, rows_per_day=10)
        self.assertEqual(lint.get_property('region-size'), 10 << 30)
        self.assertEqual((lint.get_property('value-size'), lint.get_property('rows-per-day')), (2, 10))
        self.assertEqual(lint.get_property('schema').get_text(), 'id:uint32')
        self.assertIn(HBasePlan.KeyFindingCode.KEY_LARGER_THAN_VALUE, self.codes(lint))
        self.assertIn(HBasePlan.KeyFindingCode.FIRST_SPLIT, self.codes(lint))


if __name__ == '__main__':
    unittest.main()
