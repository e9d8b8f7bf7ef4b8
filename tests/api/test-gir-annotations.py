# SPDX-License-Identifier: LGPL-2.1-or-later
"""Annotations that bindings need for each function."""

import os
import sys
import xml.etree.ElementTree

GI = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'


def has_answer(callable):
    return any(p.get('direction') == 'out' for p in callable.iter(GI + 'parameter'))


def is_flag(returned):
    plain = returned.find(GI + 'type')
    return plain is not None and plain.get('name') == 'gboolean'


# Functions whose flag is a result, too: %FALSE isn't an error.
FLAGS_THAT_ARE_RESULTS = {
    'hbase_emulation_report_get_growth', 'hbase_get_get_time_range', 'hbase_scan_get_family_time_range',
    'hbase_scan_get_time_range', 'CredentialsFunc'}


def problems_of(callable):
    """A flag that only reports errors is hidden where there is another result; elements of containers have
    types."""
    returned = callable.find(GI + 'return-value')
    is_result = name_of(callable) in FLAGS_THAT_ARE_RESULTS
    if is_flag(returned) and has_answer(callable) and (returned.get('skip') == '1') == is_result:
        yield 'its success flag isn\'t (skip)' if not is_result else 'its flag, a result, is (skip)'
    for container in callable.iter():
        if container.tag == GI + 'array' or (container.get('name') or '') in ('GLib.List', 'GLib.SList'):
            element = container.find(GI + 'type')
            if element.get(C + 'type') is None:
                yield f'elements of type {element.get("name")} have no C type'


def flags_of(callable):
    """GJS returns flags that are hidden, so the typelib has none."""
    if callable.find(GI + 'return-value').get('skip') == '1' and is_flag(callable.find(GI + 'return-value')):
        yield 'its flag is in the typelib'


def name_of(callable):
    return callable.get(C + 'identifier') or callable.get('name')


def callables_of(path):
    gir = xml.etree.ElementTree.parse(os.environ['top_builddir'] + path)
    tags = [GI + tag for tag in ('constructor', 'function', 'method', 'virtual-method', 'callback')]
    return [element for element in gir.getroot().iter() if element.tag in tags]


callables, called = callables_of('/HBase-1.0.gir'), callables_of('/src/called/HBase-1.0.gir')
problems = [f'{name_of(c)}: {problem}' for c in callables for problem in problems_of(c)]
problems += [f'{name_of(c)}: {problem}' for c in called for problem in flags_of(c)]
print(f'{len(callables)} functions, {len(problems)} problems', *problems, sep='\n')
sys.exit(1 if problems or len(callables) < 100 or len(called) != len(callables) else 0)
