# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls whose cancellable is cancelled already, and calls on a closed connection: all of the GIR.

The former fail with CANCELLED, the latter with CLOSED, whether what they return is in memory or must be
requested. Only what closes something succeeds on a closed connection.
"""

import os
import sys

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import gir  # noqa: E402

G_IO_ERROR_CANCELLED = 19
CLOSES = {'hbase_connection_close', 'hbase_table_cursor_close'}


def pointer(symbol, *arguments):
    return gir.library_call(symbol, *arguments)


def method(instance, symbol, **given):
    return gir.call(next(f for f in gir.functions if f.symbol == symbol), instance, **given)


# ---- objects whose calls work ----

class Database:
    """A table with two rows, and its connection."""

    def __init__(self):
        self.table = gir.database()
        pointer('hbase_table_put', self.table, self.make_put('y'), None, None)
        self.connection = pointer('hbase_table_get_connection', self.table)

    def make_put(self, row):
        put = pointer('hbase_put_new_utf8', row.encode())
        pointer('hbase_put_add_utf8', put, b'x', b'x', b'x')
        return put

    def make_iterator(self):
        return pointer('hbase_page_iterator_new', self.table, pointer('hbase_scan_new'), 5)

    def make_sequence(self):
        table = (gir.types['Table'], self.table)
        sequence = gir.bare(gir.types['Sequence'], table=table, name='s', family='x')
        method(sequence, 'hbase_sequence_create')
        return sequence


MAKERS = {
    'Connection': lambda database: database.connection,
    'Table': lambda database: database.table,
    'Admin': lambda database: pointer('hbase_admin_new', database.connection),
    'Batch': lambda database: pointer('hbase_batch_new', database.table),
    'PageIterator': lambda database: database.make_iterator(),
    'Prepender': lambda database: pointer('hbase_prepender_new', database.table),
    'RowModel': lambda database: pointer('hbase_row_model_new', database.make_iterator()),
    'Sequence': lambda database: database.make_sequence(),
    'TableCursor': lambda database: pointer('hbase_table_scan', database.table, pointer('hbase_scan_new')),
}


def load_all(model):
    function = gir.types['RowModel'].find('load_more_async')
    result = gir.await_result(function, model)
    gir.call(function.finish, model, result=gir.POINTER(result))


# What leaves something in memory that a later call could return.
USES = {
    'Batch': lambda batch: method(batch, 'hbase_batch_add'),
    'PageIterator': lambda iterator: method(iterator, 'hbase_page_iterator_next'),
    'RowModel': load_all,
    'Sequence': lambda sequence: method(sequence, 'hbase_sequence_next_n'),
    'TableCursor': lambda cursor: method(cursor, 'hbase_table_cursor_next'),
}


# ---- calls ----

def run(function, instance, **given):
    """Calls the function and its finish function. Returns its error; None: it succeeded."""
    try:
        if not function.is_async:
            gir.call(function, instance, **given)
        else:
            result = gir.await_result(function, instance, **given)
            gir.call(function.finish, instance, result=gir.POINTER(result))
    except gir.Error as error:
        return error
    return None


def is_cancelled(error):
    return error is not None and error.domain == 'g-io-error-quark' and error.code == G_IO_ERROR_CANCELLED


def judge(function, what, error, is_right):
    messages = gir.take_messages()
    if is_right and not messages:
        return None
    return f'{function}, {what}: {messages or error or "it succeeded"}'


def new_cancelled():
    cancellable = gir.declare(gir.gio, 'g_cancellable_new', gir.POINTER)()
    gir.declare(gir.gio, 'g_cancellable_cancel', None, gir.POINTER)(cancellable)
    return gir.POINTER(cancellable)


def takes_cancellable(function):
    return any(p.type == 'Gio.Cancellable' for p in function.parameters)


def call_cancelled(function, instance, what):
    error = run(function, instance, cancellable=new_cancelled())
    return judge(function, what, error, is_cancelled(error))


def call_closed(function, instance, what):
    error = run(function, instance)
    if function.symbol.removesuffix('_async') in CLOSES:
        return judge(function, what, error, error is None)
    return judge(function, what, error, error is not None and error.is_one_of('CLOSED'))


# ---- cases ----

def with_database(type, function, use):
    """The call is cancelled, then made again as it must be possible, then made on the closed connection."""
    state = 'used' if use is not None else 'new'
    for is_closed in (False, True):
        database = Database()
        instance = MAKERS[type.name](database)
        if use is not None:
            use(instance)
        if is_closed:
            method(database.connection, 'hbase_connection_close')
            yield call_closed(function, instance, f'{state}, closed')
        else:
            yield call_cancelled(function, instance, f'{state}, cancelled')
        if type.name == 'Batch':
            method(instance, 'hbase_batch_discard')


def alone(type, function):
    shortest = min(type.constructors, key=lambda f: len(f.parameters), default=None)
    instance = gir.call(shortest) if shortest is not None else gir.make_instance(type)
    yield call_cancelled(function, instance, 'cancelled')


def static(function):
    yield call_cancelled(function, None, 'cancelled')


report = gir.Report()
for cls in gir.classes:
    for function in filter(takes_cancellable, cls.static_functions + cls.constructors):
        report.run(f'{function}', lambda: static(function))
    for function in filter(takes_cancellable, cls.methods):
        if cls.name not in MAKERS:
            report.run(f'{cls}', lambda: alone(cls, function))
            continue
        for use in {None, USES.get(cls.name)}:
            report.run(f'{cls}', lambda: with_database(cls, function, use))
report.end(least=350)
