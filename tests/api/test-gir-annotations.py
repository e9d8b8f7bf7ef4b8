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


def problems_of(callable):
    """A flag that only reports errors is hidden where there is another result; elements of containers have
    types."""
    returned = callable.find(GI + 'return-value')
    if callable.get('throws') and is_flag(returned) and has_answer(callable) and returned.get('skip') != '1':
        yield 'its success flag isn\'t (skip)'
    for container in callable.iter():
        if container.tag == GI + 'array' or (container.get('name') or '') in ('GLib.List', 'GLib.SList'):
            element = container.find(GI + 'type')
            if element.get(C + 'type') is None:
                yield f'elements of type {element.get("name")} have no C type'


gir = xml.etree.ElementTree.parse(os.environ['top_builddir'] + '/HBase-1.0.gir')
namespace = gir.getroot().find(GI + 'namespace')
tags = [GI + tag for tag in ('constructor', 'function', 'method', 'virtual-method')]
callables = [element for element in namespace.iter() if element.tag in tags]
problems = [f'{c.get(C + "identifier") or c.get("name")}: {problem}'
            for c in callables for problem in problems_of(c)]
print(f'{len(callables)} functions, {len(problems)} problems', *problems, sep='\n')
sys.exit(1 if problems or len(callables) < 100 else 0)
