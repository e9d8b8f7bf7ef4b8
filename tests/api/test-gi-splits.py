# SPDX-License-Identifier: LGPL-2.1-or-later
"""Splits through introspection: all calculators and generators, and implementations in Python."""

import gc
import os
import tempfile
import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import Gio, GLib, GObject, HBase  # noqa: E402


def keys_of(calculator, regions):
    return [split.get_data() for split in calculator.calculate(regions, None)]


class Alphabet(GObject.Object, HBase.SplitCalculator):
    def do_compute_splits(self, n_regions, cancellable):
        return [GLib.Bytes.new(b'%06d' % i) for i in range(1, n_regions)]


class Downwards(GObject.Object, HBase.SplitCalculator):
    def do_compute_splits(self, n_regions, cancellable):
        return [GLib.Bytes.new(b'%06d' % i) for i in range(n_regions - 1, 0, -1)]


class Refusing(GObject.Object, HBase.SplitCalculator):
    def do_compute_splits(self, n_regions, cancellable):
        raise GLib.Error('not today', GLib.quark_to_string(HBase.error_quark()), HBase.Error.FAILED)


class Counting(GObject.Object, HBase.KeyGenerator):
    left = 1000

    def do_next(self, cancellable):
        self.left -= 1
        return GLib.Bytes.new(b'%04d' % self.left) if self.left >= 0 else None


class Splits(unittest.TestCase):
    def assert_fault(self, code, call, *arguments):
        with self.assertRaises(GLib.Error) as caught:
            call(*arguments)
        self.assertTrue(caught.exception.matches(HBase.error_quark(), code), caught.exception)
        return caught.exception.message

    def test_numbers(self):
        self.assertEqual(keys_of(HBase.NumberSplits.new_hex('00', 'ff'), 2), [b'7f'])
        self.assertEqual(keys_of(HBase.NumberSplits.new_hex_string(None, None), 3),
                         [b'55555555', b'aaaaaaaa'])
        self.assertEqual(keys_of(HBase.NumberSplits.new_decimal_string('0', '99'), 4), [b'25', b'50', b'75'])
        self.assertEqual(keys_of(HBase.NumberSplits(), 2), [b'80000000'])

    def test_bytes(self):
        self.assertEqual(keys_of(HBase.BytesSplits.new(b'a', b'c', False), 2), [b'b'])
        self.assertEqual(keys_of(HBase.BytesSplits.new(b'', b'', True), 2), [b'\x80' + bytes(7)])
        self.assertEqual(keys_of(HBase.BytesSplits.new_uniform(), 2), [b'\x80' + bytes(7)])
        self.assertEqual(keys_of(HBase.BytesSplits.new_with_ends(b'a', b'z'), 4), [b'a', b'm', b'z'])

    def test_partitions_and_given_keys(self):
        self.assertEqual(keys_of(HBase.PartitionSplits.new(), 2), [bytes(7) + b'\x01'])
        splits = HBase.FixedSplits.new([GLib.Bytes.new(b'b'), GLib.Bytes.new(b'a')])
        self.assertEqual(splits.get_n_regions(), 3)
        self.assertEqual(keys_of(splits, 3), [b'a', b'b'])
        self.assertEqual(keys_of(splits, 1), [])

    def test_errors(self):
        for n_regions in 0, 1000001, 4294967295:
            self.assert_fault(HBase.Error.INVALID_ARGUMENT, HBase.NumberSplits().calculate, n_regions, None)
        self.assert_fault(HBase.Error.INVALID_ARGUMENT, HBase.NumberSplits.new_hex('x', 'y').calculate, 2,
                          None)
        self.assert_fault(HBase.Error.INVALID_ARGUMENT, HBase.SampledSplits().calculate, 2, None)

    def test_calculators_in_python(self):
        calculator = Alphabet()
        for _ in range(20):
            keys = calculator.calculate(500, None)
            gc.collect()
            self.assertEqual([key.get_data() for key in keys], [b'%06d' % i for i in range(1, 500)])
        self.assertEqual(keys_of(calculator, 1), [])
        self.assertIn('isn\'t greater',
                      self.assert_fault(HBase.Error.INVALID_ARGUMENT, Downwards().calculate, 3, None))
        self.assertIn('not today', self.assert_fault(HBase.Error.FAILED, Refusing().calculate, 3, None))

    def test_lists(self):
        keys = HBase.PartitionSplits.new().compute_splits(3, None)
        self.assertEqual([key.get_data() for key in keys], [bytes(7) + b'\x01', bytes(7) + b'\x02'])
        self.assertEqual(HBase.PartitionSplits.new().compute_splits(1, None), [])

    def test_cancelled_calls(self):
        cancellable = Gio.Cancellable()
        cancellable.cancel()
        with tempfile.NamedTemporaryFile() as file:
            path = Gio.File.new_for_path(file.name)
            for call, *arguments in (
                (Alphabet().calculate, 2, cancellable),
                (Alphabet().compute_splits, 2, cancellable),
                (Counting().next, cancellable),
                (HBase.StreamKeyGenerator.new_for_file, path, cancellable),
            ):
                with self.assertRaises(GLib.Error) as caught:
                    call(*arguments)
                self.assertTrue(caught.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))

    def test_samples(self):
        splits = HBase.SampledSplits.new(Counting(), 1000000)
        self.assertEqual(splits.get_max_memory(), 4 << 20)
        splits.set_max_memory(64 << 20)
        self.assertEqual(splits.props.max_memory, 64 << 20)
        self.assertEqual(keys_of(splits, 4), [b'0250', b'0500', b'0750'])

    def test_generators(self):
        listed = HBase.ListKeyGenerator.new([GLib.Bytes.new(b'k'), GLib.Bytes.new(b'\0')])
        self.assertEqual([listed.next(None).get_data(), listed.next(None).get_data(), listed.next(None)],
                         [b'k', b'\0', None])
        self.assertIsNone(HBase.ListKeyGenerator().next(None))
        self.assertEqual(Counting().next(None).get_data(), b'0999')

    def test_streams(self):
        text = b'a\\x00b\r\n\n\\\\\nbad\\q\nwith\0nul\nlast'
        keys = HBase.StreamKeyGenerator.new(Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(text)))
        self.assertEqual([keys.next(None).get_data(), keys.next(None).get_data()], [b'a\0b', b'\\'])
        self.assertIn('line 4 ', self.assert_fault(HBase.Error.INVALID_ARGUMENT, keys.next, None))
        self.assertIn('line 5 ', self.assert_fault(HBase.Error.INVALID_ARGUMENT, keys.next, None))
        self.assertEqual(keys.next(None).get_data(), b'last')
        self.assertIsNone(keys.next(None))

    def test_files(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, 'keys')
            with self.assertRaises(GLib.Error) as caught:
                HBase.StreamKeyGenerator.new_for_file(Gio.File.new_for_path(path), None)
            self.assertTrue(caught.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.NOT_FOUND))
            with open(path, 'w') as file:
                file.write(''.join('%03d\n' % (i * 37 % 100) for i in range(100)))
            keys = HBase.StreamKeyGenerator.new_for_file(Gio.File.new_for_path(path), None)
            self.assertEqual(keys_of(HBase.SampledSplits.new(keys, 1000), 2), [b'050'])


if __name__ == '__main__':
    unittest.main()
