# SPDX-License-Identifier: LGPL-2.1-or-later
"""repr() of the records: their text, or what their getters return."""

import reprlib

from gi._gi import FunctionInfo, StructInfo
from gi.repository import GLib, GObject

_GETTERS = ('get_', 'is_', 'has_', 'ref_')
_text = reprlib.Repr()
_text.maxother = _text.maxstring = 100


def _is_getter(name, method):
    return (name.startswith(_GETTERS) and isinstance(method, FunctionInfo) and method.is_method()
            and not method.can_throw_gerror()
            and all(a.get_name() == 'length' for a in method.get_arguments()))


def _show(value):
    """Returns a value as text, or None if it isn't one that a line can show."""
    if isinstance(value, GLib.Bytes):
        value = value.get_data() or b''
    if isinstance(value, GObject.GEnum):
        return value.value_nick
    return _text.repr(value) if isinstance(value, (bool, int, float, str, bytes)) else None


def _read(record, getters):
    shown = {name: _show(getter(record)) for name, getter in getters.items()}
    return {name: text for name, text in shown.items() if text is not None}


def _describe_settings(cls, getters):
    """For a request: describes the settings that differ from those of a new one."""
    defaults = {}

    def describe(self):
        if not defaults:
            defaults.update(_read(cls.new(*[b''] * hasattr(cls, 'get_row')), getters))
        shown = _read(self, getters).items()
        return ' '.join(f'{name}={text}' for name, text in shown if defaults.get(name) != text)
    return describe


def _describe_values(getters):
    return lambda self: ' '.join(f'{name}={text}' for name, text in _read(self, getters).items())


def _choose(cls):
    functions = vars(cls)
    if 'to_string' in functions:
        return cls.to_string
    getters = {}
    for name, method in functions.items():
        if _is_getter(name, method):
            getters.setdefault(name.partition('_')[2], method)
    is_request = 'new' in functions and 'set_attribute' in functions
    return _describe_settings(cls, getters) if is_request else _describe_values(getters)


def _add_repr(cls, namespace):
    describe = _choose(cls)
    cls.__repr__ = lambda self: f'<{namespace}.{cls.__name__} {describe(self)}'.rstrip() + '>'


def add_all(module, namespace):
    """Adds a __repr__ to the class of each record of a namespace's module.

    The functions mustn't have been wrapped yet.
    """
    for name in dir(module):
        cls = getattr(module, name)
        if isinstance(cls, type) and isinstance(getattr(cls, '__info__', None), StructInfo):
            _add_repr(cls, namespace)
