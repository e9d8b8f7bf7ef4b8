# SPDX-License-Identifier: LGPL-2.1-or-later
"""Conversions between Python's values and HBase's bytes.

A str is stored as its UTF-8 bytes. Names of columns are str, too: bytes that aren't UTF-8 are escaped in
them as Python escapes those of file names (the error handler surrogateescape), so that each name stands
for its own bytes.
"""

import operator

from gi.repository import GLib

INT64_SIZE = 8


def to_bytes(value):
    """Returns the bytes of a row, a qualifier or a value; None stays None."""
    if isinstance(value, str):
        return value.encode('utf-8', 'surrogateescape')
    if isinstance(value, GLib.Bytes):
        return value.get_data() or b''
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if value is None or isinstance(value, bytes):
        return value
    raise TypeError(f'bytes or str expected, not {type(value).__name__}')


def to_gbytes(value):
    return value if value is None or isinstance(value, GLib.Bytes) else GLib.Bytes.new(to_bytes(value))


def check_list(values):
    """Refuses text and bytes where a list of them is expected, since each character would be an item."""
    if isinstance(values, (str, bytes, bytearray, GLib.Bytes)):
        raise TypeError(f'a list is expected, not {type(values).__name__}: [{values!r}]')
    return values


def to_gbytes_list(values):
    return None if values is None else [to_gbytes(value) for value in check_list(values)]


def to_integer(value):
    """Returns a number as an int. Inexact ones are refused, which PyGObject would cut."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f'a whole number is expected, not {value!r}') from None


def to_integers(values):
    return None if values is None else [to_integer(value) for value in check_list(values)]


def to_value(value):
    """Returns the bytes of a cell's value. An int becomes the eight bytes of a counter."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value.to_bytes(INT64_SIZE, 'big', signed=True)
    if value is None:
        raise TypeError('a value is bytes, str or int, not None: call delete() to remove a cell')
    return to_bytes(value)


def column_name(family, qualifier):
    return (family + b':' + qualifier).decode('utf-8', 'surrogateescape')


def split_column(column):
    """Returns the family as str and the qualifier as bytes, or None if the column has no colon."""
    if isinstance(column, tuple):
        family, qualifier = column
        return family, to_bytes(qualifier)
    family, colon, qualifier = to_bytes(column).partition(b':')
    return family.decode(), qualifier if colon else None


def full_column(column):
    family, qualifier = split_column(column)
    if qualifier is None:
        raise ValueError(f'a column is “family:qualifier”, not {column!r}')
    return family, qualifier


def list_columns(columns):
    """Returns what `columns=` names as a list; a single name needs none."""
    return [columns] if isinstance(columns, (str, bytes)) else list(columns or ())


# Other names of settings.
_ALIASES = {'reverse': 'reversed'}


def _unknown_setting(record, name):
    import difflib  # only here, because it is slow to import
    known = [setter[4:] for setter in dir(record) if setter.startswith('set_')] + ['columns']
    similar = difflib.get_close_matches(name, known, 1)
    hint = f': did you mean “{similar[0]}”?' if similar else ''
    return TypeError(f'{type(record).__name__} has no setting “{name}”{hint}')


def apply_settings(record, settings):
    """Calls set_x (value) for x=value, and set_x (key, value) for each item of xs={key: value, …}."""
    for name, value in settings.items():
        setter = getattr(record, 'set_' + _ALIASES.get(name, name), None)
        each = getattr(record, 'set_' + name[:-1], None) if isinstance(value, dict) else None
        if each is not None:
            for key, values in value.items():
                each(key, *(values if isinstance(values, tuple) else (values,)))
        elif setter is None:
            raise _unknown_setting(record, name)
        else:
            setter(*(value if isinstance(value, tuple) else (value,)))
