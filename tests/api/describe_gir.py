# SPDX-License-Identifier: LGPL-2.1-or-later
"""Describes the public interface as text, from the GIR: each type, function, argument, property, signal and
constant in a line of its own, sorted, with what a caller of any language depends on.

After the C type of an argument or result is what its value is: `out`, `inout`, `nullable`, `optional`,
`array length=ARGUMENT`, `elements TYPE`, `full` or `container` (what the receiver owns), `call`, `async` or
`notified` (how long a callback is used). `throws` follows a function with a GError, `C only` one that other
languages don't see.
"""

import re
import xml.etree.ElementTree

GI = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
GLIB = '{http://www.gtk.org/introspection/glib/1.0}'

FUNCTIONS = [GI + tag for tag in ('constructor', 'function', 'method', 'virtual-method', 'callback')]


def type_of(element):
    """Returns the C type, and what is in it."""
    if element.find(GI + 'varargs') is not None:
        return '...', []
    found = element.find(GI + 'array')
    if found is None:
        found = element.find(GI + 'type')
    name = re.sub(r' ?(\*+)', r' \1', found.get(C + 'type') or found.get('name'))
    inner = found.find(GI + 'type')
    return name, [f'elements {inner.get("name")}'] if inner is not None else []


def values_of(element, names):
    """Returns the words after an argument's or a result's type."""
    direction = element.get('direction')
    yield from [direction] if direction in ('out', 'inout') else []
    yield from (word for word in ('nullable', 'optional') if element.get(word) == '1')
    array = element.find(GI + 'array')
    if array is not None and array.get('length') is not None:
        yield f'array length={names[int(array.get("length"))]}'
    yield from type_of(element)[1]
    yield from (element.get(key) for key in ('transfer-ownership', 'scope')
                if element.get(key) not in (None, 'none'))
    yield from ['skip'] if element.get('skip') == '1' else []


def describe_value(element, names):
    words = ', '.join(values_of(element, names))
    return type_of(element)[0] + (f' ({words})' if words else '')


def describe_function(element):
    listed = element.find(GI + 'parameters')
    parameters = [] if listed is None else listed.findall(GI + 'parameter')
    names = [p.get('name') for p in parameters]
    instance = None if listed is None else listed.find(GI + 'instance-parameter')
    line = f'{element.tag.split("}")[1]} {element.get(C + "identifier") or element.get("name")}'
    line += f' -> {describe_value(element.find(GI + "return-value"), names)}'
    line += ' throws' if element.get('throws') == '1' else ''
    line += ' takes itself' if instance is not None and instance.get('transfer-ownership') == 'full' else ''
    line += ' C only' if element.get('introspectable') == '0' else ''
    return '\n'.join([line] + [f'    {p.get("name")}: {describe_value(p, names)}' for p in parameters])


def describe_property(element):
    flags = [flag for flag in ('writable', 'construct-only') if element.get(flag) == '1']
    flags += ['write-only'] if element.get('readable') == '0' else []
    return f'property {element.get("name")}: {describe_value(element, [])}' + ''.join(f' {f}' for f in flags)


def describe_part(element):
    tag, name = element.tag.replace(GI, ''), element.get('name')
    if element.tag in FUNCTIONS:
        return [describe_function(element)] if element.get('moved-to') is None else []
    if tag == 'property':
        return [describe_property(element)]
    if tag == 'member':
        return [f'member {element.get(C + "identifier")} = {element.get("value")}']
    if tag == 'field':
        return describe_field(element)
    if tag in ('implements', 'prerequisite'):
        return [f'{tag} {name}']
    return [describe_function(element)] if tag == GLIB + 'signal' else []


def describe_field(element):
    if element.get('private') == '1' or element.find(GI + 'callback') is not None:
        return []
    return [f'field {element.get("name")}: {describe_value(element, [])}']


def describe_type(element):
    tag = element.tag.replace(GI, '')
    head = f'{tag} {element.get(C + "type") or element.get("name")}'
    head += f' of {element.get("parent")}' if element.get('parent') else ''
    head += f' made by {element.get(GLIB + "get-type")}' if element.get(GLIB + 'get-type') else ''
    head += ' C only' if element.get('introspectable') == '0' else ''
    parts = [line for part in element for line in describe_part(part)]
    if tag not in ('enumeration', 'bitfield'):
        parts.sort()
    return [head] + ['  ' + line.replace('\n', '\n  ') for line in parts]


def describe(path):
    namespace = xml.etree.ElementTree.parse(path).getroot().find(GI + 'namespace')
    kinds = [GI + tag for tag in ('alias', 'bitfield', 'class', 'enumeration', 'interface', 'record')]
    types = [describe_type(e) for e in namespace
             if e.tag in kinds and e.get(GLIB + 'is-gtype-struct-for') is None]
    lines = [line for e in namespace if e.tag in FUNCTIONS for line in describe_part(e)]
    lines += [f'constant {e.get(C + "type")} = {e.get("value")}' for e in namespace
              if e.tag == GI + 'constant' and not e.get('name').endswith('_VERSION')]
    types.sort(key=lambda lines: lines[0].split()[1])
    return '\n'.join(sorted(lines) + [line for t in types for line in ['', *t]]) + '\n'
