# SPDX-License-Identifier: LGPL-2.1-or-later
"""Objects without what they need: constructed without properties, with some of them, or with objects that are
bare.

If an object has no properties, each call that can fail fails with INVALID_ARGUMENT, and names a property that
is missing. Other calls do nothing, or fail because of their arguments. No call crashes, or causes a critical
message.
"""

import itertools
import os
import sys

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import gir  # noqa: E402


def needs(type):
    return [name for name, (kind, writable) in type.properties.items()
            if kind in gir.types or (writable and kind == 'utf8')]


def names_a_property(message):
    return any(f'“{name}”' in message for type in gir.classes for name in needs(type))


def judge(function, error, must_fail):
    """Returns None if there is no problem."""
    critical = gir.take_messages()
    if critical:
        return f'{function}: {critical[0]}'
    if error is None:
        return f'{function} succeeded' if must_fail else None
    if not error.is_one_of('INVALID_ARGUMENT') and (must_fail
                                                    or not error.is_one_of('INVALID_URI', 'CLOSED')):
        return f'{function}: {error.domain} {error.code}: {error}'
    if must_fail and not names_a_property(str(error)):
        return f'{function} names no property: {error}'
    return None


def end_async(function, instance):
    result = gir.await_result(function, instance)
    if result is not None:
        gir.call(function.finish, instance, result=gir.POINTER(result))


def try_method(function, instance, must_fail, goes_on):
    error, returned = None, None
    try:
        returned = end_async(function, instance) if function.is_async else gir.call(function, instance)
    except gir.Error as raised:
        error = raised
    throws = function.finish.throws if function.is_async else function.throws
    yield judge(function, error, must_fail and throws)
    returned_type = gir.types.get(function.returns)
    if goes_on and returned and returned_type is not None and returned_type.kind == 'class':
        yield from try_methods(returned_type, returned, False, False)


def try_methods(type, instance, must_fail, goes_on=True):
    for function in type.methods:
        if not function.is_finish:
            yield from try_method(function, instance, must_fail, goes_on)


def value_of(type, name):
    kind = gir.types.get(type.properties[name][0])
    return 'x' if kind is None else (kind, gir.make_instance(kind))


def with_properties(type, names):
    instance = gir.bare(type, **{name: value_of(type, name) for name in names})
    yield from try_methods(type, instance, not names and bool(needs(type)))
    gir.g_object_unref(instance)
    for message in gir.take_messages():
        yield f'disposing: {message}'


def with_constructor(type, function):
    """Its arguments are bare objects, too."""
    instance = gir.call(function)
    for message in gir.take_messages():
        yield f'{function}: {message}'
    yield from try_methods(type, instance, False)
    gir.g_object_unref(instance)


report = gir.Report()
for cls in gir.classes:
    settable = [name for name in needs(cls) if cls.properties[name][1]]
    combinations = (itertools.combinations(settable, n) for n in range(len(settable) + 1))
    for names in itertools.chain.from_iterable(combinations):
        report.run(f'{cls} with {", ".join(names) or "nothing"}', lambda: with_properties(cls, names))
    for constructor in cls.constructors:
        if not constructor.throws:
            report.run(f'{constructor} with bare objects', lambda: with_constructor(cls, constructor))
report.end(least=500)
