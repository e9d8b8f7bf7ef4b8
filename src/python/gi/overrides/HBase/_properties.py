# SPDX-License-Identifier: LGPL-2.1-or-later
"""Properties of objects: their errors are exceptions of this library, and inexact integers are refused."""

from gi.repository import GObject

from . import _errors, _values

_INTEGERS = {GObject.TYPE_INT, GObject.TYPE_UINT, GObject.TYPE_INT64, GObject.TYPE_UINT64}
_DESCRIPTOR = next(vars(cls)['props'] for cls in GObject.Object.__mro__ if 'props' in vars(cls))


def _convert(instance, name, value):
    specification = type(instance).find_property(name)
    is_integer = specification is not None and specification.value_type in _INTEGERS
    return _values.to_integer(value) if is_integer else value


def initialise(instance, **properties):
    """Constructs an object with properties."""
    values = {name: _convert(instance, name, value) for name, value in properties.items()}
    GObject.Object.__init__(instance, **values)


class _Properties:
    """What `props` of an object returns."""

    def __init__(self, instance):
        vars(self)['_instance'] = instance

    def _get_all(self):
        return _DESCRIPTOR.__get__(self._instance, type(self._instance))

    def __getattr__(self, name):
        return _errors.translate(getattr(self._get_all(), name))

    def __setattr__(self, name, value):
        setattr(self._get_all(), name, _convert(self._instance, name, value))

    def __dir__(self):
        return dir(self._get_all())

    def __iter__(self):
        return iter(self._get_all())

    def __len__(self):
        return len(self._get_all())


class _PropertiesDescriptor:
    """Stands for `props`: of a class these are the specifications of its properties."""

    def __get__(self, instance, cls):
        return _DESCRIPTOR.__get__(None, cls) if instance is None else _Properties(instance)


def _get_property(self, name):
    """Returns the value of a property."""
    return _errors.translate(GObject.Object.get_property(self, name))


def _set_property(self, name, value):
    """Sets the value of a property."""
    GObject.Object.set_property(self, name, _convert(self, name, value))


def wrap(cls):
    """Has a class get and set its properties by this module."""
    cls.props = _PropertiesDescriptor()
    cls.get_property, cls.set_property = _get_property, _set_property
