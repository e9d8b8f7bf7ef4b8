# SPDX-License-Identifier: LGPL-2.1-or-later
"""Bytes are a pointer and a length: NULL with a length above 0 is critical in every function, and the message
names the argument."""

import os
import sys

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import gir  # noqa: E402


def without_bytes(function, parameter):
    instance = gir.make_instance(function.owner) if function.kind == 'method' else None
    length = function.parameters[parameter.length].name
    try:
        gir.call(function, instance, **{parameter.name: None, length: gir.ctypes.c_size_t(5)})
    except gir.Error as error:
        yield f'an error: {error}'
    messages = gir.take_messages()
    if not messages:
        yield 'isn\'t critical'
    elif f'{function}: ' not in messages[0] or parameter.name not in messages[0]:
        yield f'another message: {messages[0]}'
    yield None


report = gir.Report()
for function in gir.functions:
    for parameter in function.bytes:
        report.run(f'{function}, {parameter.name}', lambda: without_bytes(function, parameter))
report.end(least=50)
