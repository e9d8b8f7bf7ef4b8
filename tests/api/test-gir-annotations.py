# SPDX-License-Identifier: LGPL-2.1-or-later
"""Annotations that bindings need for each function."""

import os
import sys
import xml.etree.ElementTree

sys.path.insert(0, os.environ['top_srcdir'] + '/tests/api')
import describe_gir  # noqa: E402

GI = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
GLIB = '{http://www.gtk.org/introspection/glib/1.0}'


def has_answer(callable):
    return any(p.get('direction') == 'out' for p in callable.iter(GI + 'parameter'))


def is_flag(returned):
    plain = returned.find(GI + 'type')
    return plain is not None and plain.get('name') == 'gboolean'


# Functions whose flag is a result, too: %FALSE isn't an error.
FLAGS_THAT_ARE_RESULTS = {
    'hbase_plan_emulation_report_get_growth', 'hbase_query_get_time_range',
    'hbase_scan_get_family_time_range', 'CredentialsFunc'}


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


# Functions of types that have no such argument. The scanner finds them by their names alone.
STATIC_FUNCTIONS = {
    'hbase_error_get_details', 'hbase_error_get_java_class', 'hbase_error_quark', 'hbase_filter_parse',
    'hbase_local_server_check_directory', 'hbase_local_server_compact_directory'}


def misplaced(namespace):
    for type in namespace:
        if type.tag != GI + 'function':
            yield from (f for f in type.findall(GI + 'function') if name_of(f) not in STATIC_FUNCTIONS)


# Types for C that are used on its stack.
C_ONLY = {'CellIter', 'KeyBuilder'}


def is_hidden(element):
    return element.get('introspectable') == '0'


def visible_for_c(namespace):
    for record in namespace.findall(GI + 'record'):
        if record.get('name') in C_ONLY:
            yield from (e for e in [record, *record.findall(GI + 'method')] if not is_hidden(e))


def is_bytes(returned):
    array = returned.find(GI + 'array')
    return array is not None and array.get('name') is None and array.find(GI + 'type').get('name') == 'guint8'


def untwinned(namespace):
    """Languages that don't distinguish an empty array from NULL read the bytes of the twin."""
    for type in namespace:
        names = {f.get('name') for f in type.findall(GI + 'method')}
        yield from (f for f in type.findall(GI + 'method') if is_bytes(f.find(GI + 'return-value'))
                    and f.get('name').replace('get_', 'ref_') not in names)


def dangling(namespace):
    """Bindings copy a record that a function returns without its ownership, and so must know how: a program
    may use it after its owner was freed."""
    plain = {r.get('name') for r in namespace.findall(GI + 'record') if r.get(GLIB + 'get-type') is None}
    for callable in callables_of(namespace):
        returned = callable.find(GI + 'return-value')
        types = {t.get('name') for t in returned.iter(GI + 'type')}
        if returned.get('transfer-ownership') != 'full' and types & plain and not is_hidden(callable):
            yield callable


def signature_of(function):
    """Returns result and arguments, without the function's name."""
    result, *arguments = describe_gir.describe_function(function).split('\n')
    return [result.split(' -> ')[1], *arguments]


def unlike_methods(namespace):
    """A language that calls or overrides a virtual function by its method must pass what C passes: Vala calls
    the virtual function itself where the types differ, without the checks of the method."""
    for type in namespace:
        methods = {m.get('name'): signature_of(m) for m in type.findall(GI + 'method')}
        yield from (v for v in type.findall(GI + 'virtual-method')
                    if methods.get(v.get('name')) != signature_of(v))


def name_of(callable):
    return callable.get(C + 'identifier') or callable.get('name')


def namespace_of(path):
    gir = xml.etree.ElementTree.parse(os.environ['top_builddir'] + path)
    return gir.getroot().find(GI + 'namespace')


def callables_of(namespace):
    tags = [GI + tag for tag in ('constructor', 'function', 'method', 'virtual-method', 'callback')]
    return [element for element in namespace.iter() if element.tag in tags]


def all_problems(name):
    """Yields the problems of a namespace."""
    namespace = namespace_of(f'/{name}-1.0.gir')
    callables, called = callables_of(namespace), callables_of(namespace_of(f'/src/called/{name}-1.0.gir'))
    counted.append(len(callables))
    if not callables or len(called) != len(callables):
        yield f'{name}: other functions are installed'
    yield from (f'{name_of(c)}: {problem}' for c in callables for problem in problems_of(c))
    yield from (f'{name_of(c)}: {problem}' for c in called for problem in flags_of(c))
    yield from (f'{name_of(c)}: has a result that the typelib hasn\'t' for c in called
                if c.find(GI + 'return-value').get('skip'))
    yield from (f'{name_of(f)}: is a function of another type' for f in misplaced(namespace))
    yield from (f'{name_of(m)}: is a constructor' for m in namespace.iter(GI + 'method')
                if m.get('name').startswith('new'))
    yield from (f'{name_of(e)}: is for C only' for e in visible_for_c(namespace))
    yield from (f'{name_of(f)}: has no twin that returns GBytes' for f in untwinned(namespace))
    yield from (f'{name_of(c)}: returns a record that bindings can\'t copy' for c in dangling(namespace))
    yield from (f'{name_of(v)}: has no method of the same types' for v in unlike_methods(namespace))


counted = []
problems = [*all_problems('HBase'), *all_problems('HBasePlan')]
with open(os.environ['top_builddir'] + '/Makefile', encoding='utf-8') as makefile:
    if 'gir_DATA = src/called/HBase-1.0.gir src/called/HBasePlan-1.0.gir\n' not in makefile.read():
        problems.append('the GIRs that are installed describe other functions than the typelibs')
print(f'{sum(counted)} functions, {len(problems)} problems', *problems, sep='\n')
sys.exit(1 if problems or sum(counted) < 100 else 0)
