#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every property that can be set after construction emits `notify` once when its value changes, and not when
it is set to the value that it has."""

import os
import sys
import unittest
import xml.etree.ElementTree

import gi

gi.require_version('HBase', '1.0')
gi.require_version('HBasePlan', '1.0')
from gi.repository import GLib, GObject, HBase, HBasePlan  # noqa: E402

GI = '{http://www.gtk.org/introspection/core/1.0}'
classes = {}
for module, name in (HBase, 'HBase-1.0.gir'), (HBasePlan, 'HBasePlan-1.0.gir'):
    gir = xml.etree.ElementTree.parse(os.path.join(os.environ['top_builddir'], name))
    for element in gir.getroot().iter(GI + 'class'):
        cls = getattr(module, element.get('name'))
        classes[cls.__gtype__] = cls


def is_settable(spec):
    return bool(spec.flags & GObject.ParamFlags.WRITABLE
                and not spec.flags & GObject.ParamFlags.CONSTRUCT_ONLY)


def settable_properties(cls):
    return [spec for spec in cls.list_properties() if is_settable(spec)]


def make(cls):
    """Makes an object with the objects that it requires; nothing is sent."""
    required = {spec.name: make(classes[spec.value_type]) for spec in cls.list_properties()
                if spec.flags & GObject.ParamFlags.CONSTRUCT_ONLY and spec.value_type in classes}
    return cls(**required)


def other_value(spec, value):
    """Returns a value that isn't `value`; a different copy of the same one each time."""
    kind = spec.value_type.fundamental
    if kind == GObject.TYPE_BOOLEAN:
        return not value
    if kind == GObject.TYPE_STRING:
        return ''.join(['oth', 'er'])
    if kind == GObject.TYPE_VARIANT:
        return GLib.Variant('(s)', ('other',))
    if kind == GObject.TYPE_ENUM:
        return next(v for v in spec.value_type.pytype.__enum_values__.values() if v != value)
    if kind == GObject.TYPE_OBJECT:
        return make(classes[spec.value_type])
    if spec.value_type == HBase.KeySchema.__gtype__:
        return HBase.KeySchema.new('id:uint64')
    return value - 1 if value == spec.maximum else value + 1


def is_copied(spec):
    """Whether equal values needn't be the same object."""
    return spec.value_type.fundamental not in (GObject.TYPE_OBJECT, GObject.TYPE_BOXED)


class Notify(unittest.TestCase):
    def check(self, instance, spec, value, expected):
        """`expected`: the values that the handlers of `notify` find."""
        found = []
        handler = instance.connect('notify::' + spec.name,
                                   lambda i, s: found.append(i.get_property(s.name)))
        instance.set_property(spec.name, value)
        instance.disconnect(handler)
        self.assertEqual(found, expected)

    def check_property(self, instance, spec):
        before = instance.get_property(spec.name)
        other = other_value(spec, before)
        self.check(instance, spec, before, [])
        self.check(instance, spec, other, [other])
        self.check(instance, spec, other_value(spec, before) if is_copied(spec) else other, [])
        self.check(instance, spec, before, [before])

    def test_only_changes_notify(self):
        n_properties = 0
        for cls in classes.values():
            for spec in settable_properties(cls):
                n_properties += 1
                with self.subTest(f'{cls.__name__}:{spec.name}'):
                    self.check_property(make(cls), spec)
        self.assertGreater(n_properties, 30)


if __name__ == '__main__':
    sys.exit(unittest.main())
