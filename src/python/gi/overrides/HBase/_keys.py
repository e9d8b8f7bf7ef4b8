# SPDX-License-Identifier: LGPL-2.1-or-later
"""Row keys with Python's habits: fields are keyword arguments, a decoded key is a dict."""

from __future__ import annotations

import datetime

from gi.repository import GLib

from ...module import get_introspection_module
from . import _values
from ._override import override

HBase = get_introspection_module('HBase')

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)
# The units of the types of timestamps, in microseconds.
_UNITS = {'seconds': 1000000, 'ms': 1000, 'us': 1, 'reverse-s': 1000000, 'reverse-ms': 1000, 'reverse-us': 1}


def _type_of(schema, name):
    import re  # only here, because it is slow to import
    return re.search(rf'(?:^|,){re.escape(name)}:([\w-]+)', schema.get_text())[1]


def _to_datetime(number, unit):
    try:
        return _EPOCH + datetime.timedelta(microseconds=number * unit)
    except OverflowError:
        return number


def _from_datetime(time, unit):
    if time.tzinfo is None:
        raise ValueError(f'the time {time} needs a time zone: tzinfo=datetime.timezone.utc for instance')
    number, rest = divmod(time - _EPOCH, _MICROSECOND * unit)
    if rest:
        raise ValueError(f'the time {time} is finer than the field\'s unit: round it, as in '
                         'time.replace(microsecond=0)')
    return number


def from_variant(schema, name, variant):
    """Returns the value of a field: a datetime, bytes, a UUID, a str or a number."""
    type_, value = _type_of(schema, name), variant.unpack()
    if type_ in _UNITS:
        return _to_datetime(value, _UNITS[type_])
    if type_ == 'uuid':
        import uuid  # only here, because it is slow to import
        return uuid.UUID(value)
    return bytes(value) if variant.get_type_string() == 'ay' else value


def _to_text(schema, name, value):
    """Returns a field as HBase.KeySchema.encode_escaped() takes it."""
    type_ = _type_of(schema, name)
    if value is None:
        raise TypeError(f'the field “{name}” is None: every field of a key has a value')
    if isinstance(value, datetime.datetime):
        if type_ not in _UNITS:
            raise TypeError(f'the field “{name}” is no timestamp')
        value = _from_datetime(value, _UNITS[type_])
    elif isinstance(value, (str, bytes, bytearray, GLib.Bytes)):
        value = HBase.bytes_to_escaped(_values.to_bytes(value))
    elif type_ == 'hex':
        value = f'{value:x}'
    return f'{name}={value}'


@override
class KeySchema(HBase.KeySchema):
    """How row keys are made of fields: HBase.KeySchema ('id:uint64,at:reverse-ms').

    Timestamps are datetimes with a time zone, or whole numbers of the field's unit; a datetime that is
    finer than the unit raises ValueError. Decoded ones are in UTC, and numbers if they are beyond the
    years of datetime.
    """

    def __new__(cls, text):
        return HBase.KeySchema.new(text)

    @property
    def fields(self) -> List[str]:
        """The names of the fields, without those of salts."""
        return [self.get_field_name(i) for i in range(self.get_n_fields())]

    def _encode(self, function, values, fields, prefix):
        if isinstance(values, GLib.Variant):
            return function(self, values)
        if values is not None:
            if 'values' not in self.fields:
                raise TypeError(f'fields are given by name, as in {self.fields[0]}=…, or as a GLib.Variant')
            fields['values'] = values
        unknown = set(fields) - set(self.fields)
        if unknown:
            raise TypeError(f'the schema “{self.get_text()}” has no field “{unknown.pop()}”')
        key = self.encode_escaped([_to_text(self, *field) for field in fields.items()], prefix)
        return key.get_data() or b''

    def encode(self, values=None, **fields):
        """Encodes a row key: schema.encode (id=1, at=datetime) returns bytes.

        With a GLib.Variant of all values it returns GLib.Bytes, as in C.
        """
        return self._encode(HBase.KeySchema.encode, values, fields, False)

    def encode_prefix(self, values=None, **fields):
        """Encodes the prefix of the keys whose first fields have the given values; as encode() otherwise."""
        return self._encode(HBase.KeySchema.encode_prefix, values, fields, True)

    def decode(self, key) -> Dict[str, Any]:
        """Decodes a row key to a dict from names of fields to their values, without salts."""
        values = super().decode(key)
        return {name: from_variant(self, name, values.get_child_value(i))
                for i, name in enumerate(self.fields)}

    def decode_field(self, key, name):
        """Decodes one field of a row key."""
        return from_variant(self, name, super().decode_field(key, name))
