# SPDX-License-Identifier: LGPL-2.1-or-later
"""Salted keys through introspection."""

import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import GLib, HBase  # noqa: E402


def put(row, value):
    cells = HBase.Put.new(row)
    cells.add('f', b'q', value)
    return cells


class Salts(unittest.TestCase):
    def setUp(self):
        self.connection = HBase.Connection.new('local::memory:')
        descriptor = HBase.TableDescriptor.new('t')
        descriptor.add_family(HBase.FamilyDescriptor.new('f'))
        HBase.Admin.new(self.connection).create_table(descriptor, None)
        self.table = HBase.Table.new(self.connection, 't')

    def salt(self, text):
        return HBase.Table.new_unsalted(self.connection, 't', HBase.KeySchema.new(text))

    def wait(self, start, *arguments):
        loop = GLib.MainLoop()
        results = []
        start(*arguments, None, lambda source, result: (results.append(result), loop.quit()))
        loop.run()
        return results[0]

    def assert_fails(self, code, call, *arguments):
        with self.assertRaises(GLib.Error) as caught:
            call(*arguments)
        self.assertTrue(caught.exception.matches(HBase.error_quark(), code), caught.exception)

    def test_schemas(self):
        random = HBase.KeySchema.new('salt:random(4),name:text')
        computed = HBase.KeySchema.new('salt:md5-hex(8),name:text')
        self.assertTrue(random.has_salt() and random.has_random_salt())
        self.assertTrue(computed.has_salt() and not computed.has_random_salt())
        self.assertEqual(computed.salt(b'hello').get_data(), b'5d41402ahello')
        self.assertEqual(computed.unsalt(b'5d41402ahello').get_data(), b'hello')
        self.assertEqual(random.salt_with_random(b'ada', 6).get_data(), b'\2ada')
        self.assertEqual([key.get_data() for key in random.list_salted_keys(b'ada')],
                         [b'\0ada', b'\1ada', b'\2ada', b'\3ada'])
        prefixes = random.list_salted_prefixes(GLib.Variant('()', ()))
        self.assertEqual([prefix.get_data() for prefix in prefixes],
                         [b'\0', b'\1', b'\2', b'\3'])
        self.assertEqual(random.encode_with_random(GLib.Variant('(s)', ('ada',)), 3).get_data(), b'\3ada')
        self.assert_fails(HBase.Error.INVALID_KEY, random.salt, b'ada')

    def test_table(self):
        salted = self.salt('salt:random(4),name:text')
        self.assertTrue(salted.put(put(b'ada', b'1')))
        row = salted.get(HBase.Get.new(b'ada'))
        self.assertEqual(bytes(row.get_key()), b'ada')
        self.assertEqual(bytes(row.get_stored_key())[1:], b'ada')
        self.assertEqual(row.ref_unsalted_key().get_data(), b'ada')
        self.assertEqual(row.get_key_field('name'), 'ada')
        self.assertTrue(salted.put(put(b'ada', b'2')))
        of_row = HBase.Put.new_for_row(row)
        of_row.add('f', b'q', b'3')
        self.assertEqual(salted.check_and_put('f', b'q', b'2', of_row), True)
        self.assert_fails(HBase.Error.UNSUPPORTED, salted.check_and_put, 'f', b'q', b'3', put(b'ada', b'4'))
        # In another row, as an increment's timestamp may be later than that of a delete in the same
        # millisecond.
        new = put(b'bob', b'3')
        new.set_assume_new(True)
        self.assertTrue(new.get_assume_new() and salted.put(new))
        other = salted.get(HBase.Get.new(b'bob'))
        increment = HBase.Increment.new_for_row(other)
        increment.add('f', b'n', 7)
        self.assertEqual(bytes(salted.increment(increment).get_value('f', b'n')), bytes(7) + b'\7')
        append = HBase.Append.new_for_row(other)
        append.add('f', b'q', b'!')
        self.assertEqual(bytes(salted.append(append).get_value('f', b'q')), b'3!')
        rows = salted.get_multiple([HBase.Get.new(b'nobody'), HBase.Get.new(b'ada')])
        self.assertEqual([row.is_empty() for row in rows], [True, False])
        self.assertEqual(salted.exists(HBase.Get.new(b'ada')), True)
        self.assertEqual(salted.exists_multiple([HBase.Get.new(b'nobody'), HBase.Get.new(b'ada')]),
                         [False, True])
        self.assertFalse(salted.check_and_delete('f', b'q', b'4', HBase.Delete.new_for_row(row)))
        self.assert_fails(HBase.Error.UNSUPPORTED, salted.check_and_delete, 'f', b'q', b'3',
                          HBase.Delete.new(b'ada'))
        self.assertTrue(salted.delete(HBase.Delete.new(b'ada')))
        self.assertEqual(salted.exists(HBase.Get.new(b'ada')), False)
        self.assertTrue(salted.is_unsalted() and salted.props.unsalted)
        self.assertFalse(self.table.is_unsalted())
        self.assert_fails(HBase.Error.UNSUPPORTED, salted.get_regions)

    def test_twice(self):
        salted = self.salt('salt:one-of(a,b),name:text')
        self.table.put(put(b'aada', b'1'))
        self.table.put(put(b'bada', b'1'))
        self.assert_fails(HBase.Error.DUPLICATE_KEY, salted.get, HBase.Get.new(b'ada'))
        salted.set_prefer_newest(True)
        self.assertTrue(salted.props.prefer_newest and salted.get_prefer_newest())
        self.assertFalse(salted.get(HBase.Get.new(b'ada')).is_empty())

    def test_async(self):
        salted = self.salt('salt:phoenix(16),name:text')
        self.assertTrue(salted.put_finish(self.wait(salted.put_async, put(b'ada', b'1'))))
        self.assertTrue(salted.put_finish(self.wait(salted.put_async, put(b'ada', b'2'))))
        row = salted.get_finish(self.wait(salted.get_async, HBase.Get.new(b'ada')))
        self.assertEqual(bytes(row.get_value('f', b'q')), b'2')
        result = self.wait(salted.check_and_put_async, 'f', b'q', b'2', put(b'ada', b'3'))
        self.assertEqual(salted.check_and_put_finish(result), True)
        rows = salted.get_multiple_finish(self.wait(salted.get_multiple_async, [HBase.Get.new(b'ada')]))
        self.assertEqual(bytes(rows[0].get_value('f', b'q')), b'3')
        increment = HBase.Increment.new(b'ada')
        increment.add('f', b'n', 7)
        result = self.wait(salted.increment_async, increment)
        self.assertFalse(salted.increment_finish(result).is_empty())
        append = HBase.Append.new(b'ada')
        append.add('f', b'q', b'!')
        result = self.wait(salted.append_async, append)
        self.assertEqual(bytes(salted.append_finish(result).get_value('f', b'q')), b'3!')
        self.assertTrue(salted.delete_finish(self.wait(salted.delete_async, HBase.Delete.new(b'ada'))))
        self.assertIs(salted.exists_finish(self.wait(salted.exists_async, HBase.Get.new(b'ada'))), False)


if __name__ == '__main__':
    unittest.main()
