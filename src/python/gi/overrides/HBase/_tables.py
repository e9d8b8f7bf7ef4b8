# SPDX-License-Identifier: LGPL-2.1-or-later
"""Connections, tables and what reads them, with Python's habits: iteration, `with`, and subscripts."""

from __future__ import annotations

import collections

from gi.repository import Gio

from ...module import get_introspection_module
from . import _values
from ._functions import running_loop
from ._override import override

HBase = get_introspection_module('HBase')

# How many rows a loop takes from a cursor at a time: enough that the call is cheap for each of them.
_ROWS_AT_A_TIME = 100
_ALL_VERSIONS = 0x7fffffff
_AUTO = HBase.LastRowMethod.AUTO


def _timed_values(row, column):
    family, qualifier = _values.full_column(column)
    name = _values.column_name(family.encode(), qualifier)
    return [(cell.value, cell.timestamp) for cell in row.list_cells() if cell.column == name]


def _end_at_once(source, value, cancellable=None, callback=None, *data):
    """Ends an asynchronous call with a value that its finish function finds in the result."""
    loop = running_loop() if callback is None else None
    if loop is not None:
        future = loop.create_future()
        future.set_result(value)
        return future
    task = Gio.Task.new(source, cancellable, callback, *data)
    task.value = value
    task.return_boolean(True)
    return None


def _counter(row, column):
    return int.from_bytes(row[column], 'big', signed=True)


class _Closing:
    """Closes the object at the end of a `with`."""

    def __enter__(self: _T) -> _T:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    async def __aenter__(self: _T) -> _T:
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.close_async()


@override
class Connection(_Closing, HBase.Connection):
    """A connection to HBase or to an embedded database. `with` closes it."""


@override
class Admin(HBase.Admin):
    """Administers tables, column families and namespaces."""

    def delete_table(self, name, flags=HBase.DeleteTableFlags.NONE, cancellable=None) -> bool:
        """Deletes a disabled table; HBase.DeleteTableFlags.DISABLE disables it first."""
        return super().delete_table(name, flags, cancellable)

    def delete_table_async(
            self, name, flags=HBase.DeleteTableFlags.NONE, *arguments, **named) -> Awaitable[bool]:
        """Starts delete_table() without blocking."""
        return super().delete_table_async(name, flags, *arguments, **named)

    def truncate_table(self, name, flags=HBase.TruncateTableFlags.NONE, cancellable=None) -> bool:
        """Deletes all rows of a disabled table; HBase.TruncateTableFlags.DISABLE disables it first."""
        return super().truncate_table(name, flags, cancellable)

    def truncate_table_async(
            self, name, flags=HBase.TruncateTableFlags.NONE, *arguments, **named) -> Awaitable[bool]:
        """Starts truncate_table() without blocking."""
        return super().truncate_table_async(name, flags, *arguments, **named)

    def list_tables(
            self, namespace_name=None, pattern=None, system_tables=False, cancellable=None) -> List[str]:
        """Lists the names of tables: all of them, or those of a namespace or that match a pattern."""
        return super().list_tables(namespace_name, pattern, system_tables, cancellable)

    def list_tables_async(
            self, namespace_name=None, pattern=None, system_tables=False, *arguments,
            **named) -> Awaitable[List[str]]:
        """Starts list_tables() without blocking."""
        return super().list_tables_async(namespace_name, pattern, system_tables, *arguments, **named)

    def describe_tables(
            self, namespace_name=None, pattern=None, system_tables=False,
            cancellable=None) -> List[TableDescriptor]:
        """Reads the descriptors of the tables that list_tables() lists."""
        return super().describe_tables(namespace_name, pattern, system_tables, cancellable)

    def describe_tables_async(
            self, namespace_name=None, pattern=None, system_tables=False, *arguments,
            **named) -> Awaitable[List[TableDescriptor]]:
        """Starts describe_tables() without blocking."""
        return super().describe_tables_async(namespace_name, pattern, system_tables, *arguments, **named)


@override
class LocalServer(HBase.LocalServer):
    """A server of an embedded database. `with` stops it."""

    def __enter__(self: _T) -> _T:
        return self

    def __exit__(self, *error: Any) -> None:
        self.stop()


@override
class Table(HBase.Table):
    """A table's rows: table[b'row'] reads one, and `in` tells whether it exists."""

    __iter__ = None  # neither rows nor keys are expected by everybody: call scan()

    def __getitem__(self, row) -> Row:
        found = self.get(row)
        if not found:
            raise KeyError(row)
        return found

    def __contains__(self, row) -> bool:
        return self.exists(row)

    def last_row(self, scan=None, method=_AUTO, cancellable=None, **settings) -> Row:
        """Reads the last row of a scan, or of the range that the keywords describe."""
        return super().last_row(scan, method, cancellable, **settings)

    def last_row_async(self, scan=None, method=_AUTO, *arguments, **settings) -> Awaitable[Row]:
        """Starts last_row() without blocking."""
        return super().last_row_async(scan, method, *arguments, **settings)

    def pages(self, page_size: int, scan=None, **settings) -> PageIterator:
        """Returns an iterator over pages of rows: HBase.PageIterator.new() of a scan or its settings."""
        return HBase.PageIterator.new(self, scan, page_size, **settings)

    def cells(self, row, column, versions=_ALL_VERSIONS, **settings) -> List[Tuple[bytes, int]]:
        """Returns the stored versions of a value, the newest first, as tuples (value, timestamp)."""
        return _timed_values(self.get(row, [column], max_versions=versions, **settings), column)

    async def cells_async(
            self, row, column, versions=_ALL_VERSIONS, **settings) -> List[Tuple[bytes, int]]:
        """Returns what cells() does, without blocking."""
        return _timed_values(await self.get_async(row, [column], max_versions=versions, **settings), column)

    def counter_inc(self, row, column, amount=1, **settings) -> int:
        """Adds to a counter, which is 0 if it doesn't exist, and returns its new value."""
        return _counter(self.increment(row, {column: amount}, **settings), column)

    async def counter_inc_async(self, row, column, amount=1, **settings) -> int:
        """Returns what counter_inc() does, without blocking."""
        return _counter(await self.increment_async(row, {column: amount}, **settings), column)


@override
class TableCursor(_Closing, HBase.TableCursor):
    """The rows of a scan: `for` and `async for` iterate over them, `with` closes the scan.

    Loops fetch some rows at a time. Those that a loop left are returned by the next loop or call.
    """

    @property
    def _fetched(self):
        return self.__dict__.setdefault('_rows', collections.deque())

    def _has_fetched(self, cancellable):
        return bool(self._fetched) and not (cancellable is not None and cancellable.is_cancelled())

    def _take_fetched(self, max_rows):
        rows = self._fetched
        return [rows.popleft() for _ in range(min(max_rows or len(rows), len(rows)))]

    def __iter__(self) -> Iterator[Row]:
        return self

    def __next__(self) -> Row:
        rows = self._fetched
        if not rows:
            rows.extend(super().next_batch(_ROWS_AT_A_TIME) or ())
        if not rows:
            raise StopIteration
        return rows.popleft()

    def __aiter__(self) -> AsyncIterator[Row]:
        return self

    async def __anext__(self) -> Row:
        rows = self._fetched
        if not rows:
            rows.extend(await self.next_batch_async(_ROWS_AT_A_TIME) or ())
        if not rows:
            raise StopAsyncIteration
        return rows.popleft()

    def is_ready(self) -> bool:
        """Returns whether next() returns without waiting."""
        return bool(self._fetched) or super().is_ready()

    def next(self, cancellable=None) -> Optional[Row]:
        """Returns the next row, or None after the last one."""
        return self._fetched.popleft() if self._has_fetched(cancellable) else super().next(cancellable)

    def next_batch(self, max_rows: int, cancellable=None) -> List[Row]:
        """Returns the next rows, at most max_rows unless that is 0, and none after the last one."""
        if not self._has_fetched(cancellable):
            return super().next_batch(max_rows, cancellable)
        return self._take_fetched(max_rows)

    def next_async(self, cancellable=None, callback=None, *data) -> Awaitable[Optional[Row]]:
        """Starts next() without blocking."""
        if not self._has_fetched(cancellable):
            return super().next_async(cancellable, callback, *data)
        return _end_at_once(self, self._fetched.popleft(), cancellable, callback, *data)

    def next_finish(self, result) -> Optional[Row]:
        """Ends a call of next_async() that has a callback."""
        return result.value if hasattr(result, 'value') else super().next_finish(result)

    def next_batch_async(
            self, max_rows: int, cancellable=None, callback=None, *data) -> Awaitable[List[Row]]:
        """Starts next_batch() without blocking."""
        if not self._has_fetched(cancellable):
            return super().next_batch_async(max_rows, cancellable, callback, *data)
        return _end_at_once(self, self._take_fetched(max_rows), cancellable, callback, *data)

    def next_batch_finish(self, result) -> List[Row]:
        """Ends a call of next_batch_async() that has a callback."""
        return result.value if hasattr(result, 'value') else super().next_batch_finish(result)

    def close(self, cancellable=None) -> bool:
        """Ends the scan. Rows that a loop left aren't returned any more."""
        closed = super().close(cancellable)
        self._fetched.clear()
        return closed

    def close_async(self, cancellable=None, callback=None, *data) -> Awaitable[bool]:
        """Starts close() without blocking."""
        self._fetched.clear()
        return super().close_async(cancellable, callback, *data)


@override
class PageIterator(HBase.PageIterator):
    """The pages of a scan: `for` and `async for` iterate over those after the current one."""

    def __iter__(self) -> Iterator[Page]:
        return self

    def __next__(self) -> Page:
        page = self.next()
        if page is None:
            raise StopIteration
        return page

    def __aiter__(self) -> AsyncIterator[Page]:
        return self

    async def __anext__(self) -> Page:
        page = await self.next_async()
        if page is None:
            raise StopAsyncIteration
        return page


@override
class Batch(HBase.Batch):
    """Collects changes and writes them in groups.

    The end of a `with` flushes it. If an exception ends the block, the changes that haven't been written
    are dropped.
    """

    def __enter__(self: _T) -> _T:
        return self

    def __exit__(self, type_: Any, *error: Any) -> None:
        if type_ is None:
            self.flush()
        else:
            self.discard()

    async def __aenter__(self: _T) -> _T:
        return self

    async def __aexit__(self, type_: Any, *error: Any) -> None:
        if type_ is None:
            await self.flush_async()
        else:
            self.discard()
