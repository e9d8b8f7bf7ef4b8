# SPDX-License-Identifier: LGPL-2.1-or-later
"""Lists with an element that is NULL: all functions of the GIR that take a list, each of its lists.

A function that can fail fails with INVALID_ARGUMENT. Another one has a critical message of its own and
returns nothing, or makes an object whose first call fails so. None passes the NULL on to GLib.
"""

import os
import sys

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import gir  # noqa: E402


def make_admin():
    connection = gir.library_call('hbase_table_get_connection', gir.database())
    return gir.library_call('hbase_admin_new', connection)


MAKERS = {'Admin': make_admin, 'Table': gir.database, 'TableDescriptor': gir.table_descriptor,
          'Prepender': lambda: gir.library_call('hbase_prepender_new', gir.database())}


def make_instance(function):
    if function.kind != 'method':
        return None
    if function.owner.name in MAKERS:
        return MAKERS[function.owner.name]()
    if function.owner.constructors:
        return gir.call(min(function.owner.constructors, key=lambda f: len(f.parameters)))
    return gir.make_instance(function.owner)


def list_with_null(parameter):
    array = gir.make_list(parameter)
    gir.g_ptr_array_add(array, None)
    return array


def run(function, instance, given):
    """Returns the result of the call, and of what it made."""
    if function.is_async:
        result = gir.await_result(function, instance, **given)
        return gir.call(function.finish, instance, result=gir.POINTER(result))
    made = gir.call(function, instance, **given)
    if function.symbol == 'hbase_plan_simulator_new':
        return gir.call(gir.types['Simulator'].find('run'), made)
    return made


def try_list(function, null):
    # Lists whose lengths must be the same.
    given = {p.name: list_with_null(p) if p is null else gir.make_list(p)
             for p in function.parameters if p.is_list}
    if any(p is not null and function.symbol.startswith('hbase_filter_new') for p in function.parameters
           if p.is_list):
        for other in given:
            if other != null.name:
                gir.g_ptr_array_add(given[other], gir.g_bytes_new(b'x', 1))
    try:
        returned, error = run(function, make_instance(function), given), None
    except gir.Error as raised:
        returned, error = None, raised
    messages = gir.take_messages()
    if error is not None:
        is_right = error.is_one_of('INVALID_ARGUMENT') and 'null' in str(error) and not messages
    else:
        is_right = len(messages) == 1 and messages[0].startswith(f'{function}: ') and not returned
    yield None if is_right else f'{function}, {null.name}: {messages} {error}'


report = gir.Report()
for function in gir.functions:
    for parameter in function.parameters:
        if parameter.is_list and not parameter.is_out and not function.is_finish:
            report.run(f'{function}', lambda: try_list(function, parameter))
report.end(least=25)
