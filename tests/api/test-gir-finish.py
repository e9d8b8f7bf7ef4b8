# SPDX-License-Identifier: LGPL-2.1-or-later
"""A finish function accepts the results of its own asynchronous call, of the same object, and no others: all
pairs of all classes.

Calls of bare objects are sufficient: they have results, which are errors.
"""

import os
import sys

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import gir  # noqa: E402

# Two finish functions of one call.
ALSO_FINISHES = {'hbase_sequence_next_text_finish': 'hbase_sequence_next_async'}


def is_pair(function, finish):
    # Some methods are one function in C: Batch.put() and Batch.delete() are hbase_batch_add().
    return function.finish.symbol == finish.symbol or ALSO_FINISHES.get(finish.symbol) == function.symbol


def refuses(function, finish, instance, result):
    """Returns None if it is a critical message, and nothing else."""
    what = f'{finish} of {function}'
    try:
        returned = gir.call(finish, instance, result=gir.POINTER(result))
    except gir.Error as error:
        return f'{what} took it for its own: {error}'
    if not gir.take_messages():
        return f'{what} isn\'t critical'
    return None if returned in (None, 0) else f'{what} returned {returned}'


def takes(function, finish, instance, result):
    try:
        gir.call(finish, instance, result=gir.POINTER(result))
    except gir.Error:
        return None
    return f'{finish} has no error: {gir.take_messages()}'


def try_call(cls, function, finishes):
    """The result is passed to its own finish function after all others have refused it."""
    instance, another = gir.bare(cls), gir.bare(cls)
    result = gir.await_result(function, instance)
    for finish in finishes:
        if not is_pair(function, finish):
            yield refuses(function, finish, instance, result)
    yield refuses(function, function.finish, another, result)
    yield takes(function, function.finish, instance, result)


report = gir.Report()
for cls in gir.classes:
    finishes = [f for f in cls.methods if f.is_finish]
    for function in cls.methods:
        if function.is_async:
            report.run(cls.name, lambda: try_call(cls, function, finishes))
report.end(least=440)
