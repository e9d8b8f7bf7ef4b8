# SPDX-License-Identifier: LGPL-2.1-or-later
"""The records with Python's habits: rows are mappings, requests are made of dicts and keyword arguments."""

from __future__ import annotations

from collections.abc import Mapping

from ...module import get_introspection_module
from . import _values
from ._keys import from_variant
from ._override import override

HBase = get_introspection_module('HBase')


class _Record:
    """What the records that functions take have in common."""

    second_argument = None  # the constructor's second argument, which may be positional in calls, too
    is_optional = False  # whether it is made where it is missing
    settings = None  # the class whose settings are the constructor's keywords; None: its own

    @classmethod
    def list_keywords(cls):
        """Returns the names of the constructor's keywords."""
        owner = cls.settings or cls
        names = {name[4:] for name in dir(owner) if name.startswith('set_')}
        if hasattr(owner, 'add_column'):
            names.add('columns')
        return sorted(names | {owner.second_argument} - {None})

    @classmethod
    def make(cls, value=None, *arguments, **settings):
        """Returns the record itself, or the record that the arguments describe."""
        if not isinstance(value, cls):
            return cls(value, *arguments, **settings)
        if arguments or settings:
            raise TypeError(f'set {", ".join(settings)} in the {cls.__name__} that is passed')
        return value


def _make(cls, row, settings):
    """Returns a request for a row: its key, or a row that was read."""
    request = cls.new_for_row(row) if isinstance(row, HBase.Row) else cls.new(row)
    _values.apply_settings(request, settings)
    return request


def _select(request, columns):
    for column in _values.list_columns(columns):
        family, qualifier = _values.split_column(column)
        if qualifier is None:
            request.add_family(family)
        else:
            request.add_column(family, qualifier)
    return request


def _add(request, cells, convert=lambda value: value):
    """Adds the values of a dict by column, each converted, to a request, which is returned."""
    for column, value in dict(cells or {}).items():
        request.add(*_values.full_column(column), convert(value))
    return request


@override
class Get(_Record, HBase.Get):
    """A request to read a row.

    HBase.Get (row, columns=['family:qualifier', 'family'], SETTING=…): each set_SETTING () is a keyword.
    """

    second_argument = 'columns'

    def __new__(cls, row, columns=None, **settings):
        if isinstance(row, HBase.Row):
            row = row.get_stored_key() or row.get_key()
        return _select(_make(HBase.Get, row, settings), columns)


@override
class Scan(_Record, HBase.Scan):
    """A range of rows, and what to read of them.

    HBase.Scan (prefix=b'r', columns=['family:qualifier', 'family'], reverse=True, SETTING=…): each
    set_SETTING () is a keyword. A setter of several arguments takes them as a tuple: time_range=(0, 10).
    """

    is_optional = True

    def __new__(cls, scan=None, columns=None, **settings):
        if scan is None:
            # None is the default of a setting.
            scan = HBase.Scan.new()
            settings = {name: value for name, value in settings.items() if value is not None}
        elif isinstance(scan, HBase.Scan):
            scan = scan.copy()
        else:
            raise TypeError(f'scan: an HBase.Scan is expected, not {type(scan).__name__}: '
                            'a range is given by names, as in prefix=…, start=… and stop=…')
        _values.apply_settings(scan, settings)
        return _select(scan, columns)

    @classmethod
    def make(cls, scan=None, **settings):
        """Returns the scan itself, or a copy of it that the settings change."""
        return scan if isinstance(scan, cls) and not settings else cls(scan, **settings)


@override
class Put(_Record, HBase.Put):
    """Cells to write to a row.

    HBase.Put (row, {'family:qualifier': value}, SETTING=…): each set_SETTING () is a keyword. A value is
    bytes, a str, which is stored as UTF-8, or an int, which is stored as the eight bytes of a counter.
    """

    second_argument = 'cells'

    def __new__(cls, row=None, cells=None, **settings):
        return _add(_make(HBase.Put, row, settings), cells, _values.to_value)


@override
class Append(_Record, HBase.Append):
    """Bytes to append to values: HBase.Append (row, {'family:qualifier': value}, SETTING=…)."""

    second_argument = 'cells'

    def __new__(cls, row, cells=None, **settings):
        return _add(_make(HBase.Append, row, settings), cells, _values.to_bytes)


@override
class Increment(_Record, HBase.Increment):
    """Amounts to add to counters: HBase.Increment (row, {'family:qualifier': amount}, SETTING=…)."""

    second_argument = 'amounts'

    def __new__(cls, row, amounts=None, **settings):
        return _add(_make(HBase.Increment, row, settings), amounts)


@override
class Delete(_Record, HBase.Delete):
    """A row, or columns of it, to delete.

    HBase.Delete (row, columns=['family:qualifier'], SETTING=…): each set_SETTING () is a keyword.
    Columns may be families instead, but not both in one delete, because HBase has one type for all of them.
    """

    second_argument = 'columns'

    def __new__(cls, row, columns=None, **settings):
        columns = _values.list_columns(columns)
        if columns and all(_values.split_column(column)[1] is None for column in columns):
            settings.setdefault('delete_type', HBase.DeleteType.FAMILY)
        return _select(_make(HBase.Delete, row, settings), columns)


@override
class RowMutations(_Record, HBase.RowMutations):
    """Puts and deletes of one row that are applied together: HBase.RowMutations ([put, delete])."""

    def __new__(cls, mutations=()):
        made = HBase.RowMutations.new()
        for mutation in mutations:
            add = made.add_delete if isinstance(mutation, HBase.Delete) else made.add_put
            add(mutation)
        return made


@override
class FamilyDescriptor(_Record, HBase.FamilyDescriptor):
    """A column family's settings: HBase.FamilyDescriptor (name, max_versions=5, SETTING=…)."""

    def __new__(cls, name, **settings):
        family = HBase.FamilyDescriptor.new(name)
        _values.apply_settings(family, settings)
        return family


def _make_family(name, settings):
    if settings is not None and not isinstance(settings, Mapping):
        raise TypeError(f'family “{name}”: a dict of settings is expected, not {type(settings).__name__}')
    return FamilyDescriptor.make(name, **(settings or {}))


@override
class TableDescriptor(_Record, HBase.TableDescriptor):
    """A table's families and settings.

    HBase.TableDescriptor (name, {'family': dict (max_versions=5)}, SETTING=…). A list of names makes
    families with HBase's defaults.
    """

    second_argument = 'families'

    def __new__(cls, name, families=(), **settings):
        table = HBase.TableDescriptor.new(name)
        families = families if isinstance(families, dict) else dict.fromkeys(_values.list_columns(families))
        for family, of_family in families.items():
            table.add_family(_make_family(family, of_family))
        _values.apply_settings(table, settings)
        return table


@override
class NamespaceDescriptor(_Record, HBase.NamespaceDescriptor):
    """A namespace: HBase.NamespaceDescriptor (name, configurations={key: value})."""

    def __new__(cls, name, **settings):
        namespace = HBase.NamespaceDescriptor.new(name)
        _values.apply_settings(namespace, settings)
        return namespace


@override
class PrependRequest(_Record, HBase.PrependRequest):
    """A row to prepend: HBase.PrependRequest ({'family:qualifier': value}, SETTING=…), as for a put."""

    settings = Put  # what has the settings

    def __new__(cls, cells, **settings):
        put = cells if isinstance(cells, HBase.Put) else Put(None, cells, **settings)
        return HBase.PrependRequest.new(put)


@override
class Cell(HBase.Cell):
    """A value of a column, with its timestamp."""

    @property
    def column(self) -> str:
        """The name of the column, as a str “family:qualifier”."""
        return _values.column_name(self.get_family(), self.get_qualifier())

    @property
    def value(self) -> bytes:
        """The bytes of the value."""
        return self.get_value()

    @property
    def timestamp(self) -> int:
        """The timestamp, in milliseconds since 1970 unless the writer chose it."""
        return self.get_timestamp()

    def __repr__(self):
        return f'<HBase.Cell {self.column}={self.value!r} timestamp={self.timestamp}>'


@override
class Row(HBase.Row):
    """A row that was read: a mapping from columns to the bytes of their newest values.

    Columns are named “family:qualifier”. The row is false if it doesn't exist, or has none of the
    requested columns.
    """

    @property
    def key(self) -> bytes:
        """The bytes of the row key."""
        return self.get_key()

    def __bool__(self) -> bool:
        return not self.is_empty()

    def __eq__(self, other) -> bool:
        """Whether the values are the same, and of two rows the keys."""
        if isinstance(other, Row) and other.key != self.key:
            return False
        return Mapping.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(self.key)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(cell.column for cell in self.list_cells()))

    def __len__(self) -> int:
        return sum(1 for column in self)

    def __getitem__(self, column) -> bytes:
        # PyGObject returns empty bytes for NULL from get_value().
        value = self.ref_value(*_values.full_column(column))
        if value is None:
            raise KeyError(column)
        return _values.to_bytes(value)

    def __repr__(self):
        cells = ', '.join(f'{column}={self[column]!r}' for column in self)
        return f'<HBase.Row {self.key!r} {cells or "without cells"}>'

    __contains__, get = Mapping.__contains__, Mapping.get
    keys, items, values = Mapping.keys, Mapping.items, Mapping.values

    def __copy__(self) -> Row:
        return self.copy()

    def __deepcopy__(self, memo) -> Row:
        return self.copy()

    def __reduce__(self):
        raise TypeError('an HBase.Row can\'t be pickled: pickle its key and dict (row)')

    def get_key_field(self, name):
        """Returns the value of a field of the row key, as HBase.KeySchema.decode() does."""
        return from_variant(self.get_key_schema(), name, super().get_key_field(name))


Mapping.register(Row)


@override
class Page(HBase.Page):
    """A page of rows: a sequence of them."""

    def __len__(self) -> int:
        return self.get_n_rows()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.get_rows())

    def __getitem__(self, index: int) -> Row:
        return self.get_rows()[index]

