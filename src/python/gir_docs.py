# SPDX-License-Identifier: LGPL-2.1-or-later
"""The docstrings of a GIR as plain text with Python's names, and the parameters that Python passes."""

import re
import xml.etree.ElementTree

GI = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'

_CONSTANTS = {'NULL': 'None', 'TRUE': 'True', 'FALSE': 'False'}


def read_namespace(path):
    return xml.etree.ElementTree.parse(path).getroot().find(GI + 'namespace')


def _member_name(type_name, member):
    """Returns the name of a constant; errors are exceptions in Python."""
    name = member.get('name')
    return name.title().replace('_', '') if type_name == 'Error' else f'{type_name}.{name.upper()}'


def _names_in(namespace):
    """Yields each name of C with Python's."""
    for element in namespace:
        name = element.get('name')
        yield element.get(C + 'type'), name
        yield element.get(C + 'identifier'), name
        for child in element:
            if child.tag == GI + 'member':
                yield child.get(C + 'identifier'), _member_name(name, child)
            else:
                yield child.get(C + 'identifier'), f'{name}.{child.get("name")}'


def visible_parameters(function):
    """Returns the parameters without those that PyGObject derives: lengths of arrays, destroy functions."""
    parameters = function.findall(f'{GI}parameters/{GI}parameter')
    hidden = {int(array.get('length')) for array in function.iter(GI + 'array') if array.get('length')}
    hidden |= {int(p.get('destroy')) for p in parameters if p.get('destroy')}
    return [p for i, p in enumerate(parameters) if i not in hidden]


class Docs:
    """Converts the docstrings of a namespace, which may name what is in those that it includes."""

    def __init__(self, namespace, *included):
        self._names = {c: f'{other.get("name")}.{name}' for other in (*included, namespace)
                       for c, name in _names_in(other) if c}

    def _name(self, match):
        return _CONSTANTS.get(match[1]) or self._names.get(match[1], match[1])

    def plain(self, text):
        """Returns a docstring without marks and programs, and with Python's names of what it mentions."""
        text = re.sub(r'\n*```.*?```', '', text, flags=re.S)
        text = re.sub(r'\[(?:method|ctor|func|vfunc|id)@([^]]+)\]', r'\1()', text)
        text = re.sub(r'\[\w+@([^]]+)\]', r'\1', text)
        text = re.sub(r'\b(HBase[A-Z]\w*|hbase_\w+)\b', self._name, text)
        text = re.sub(r'[%#](\w+)', self._name, text)
        return re.sub(r'@(\w)', r'\1', text)

    def of(self, element):
        """Returns the docstring of an element, or an empty one."""
        doc = element.find(GI + 'doc')
        return self.plain(doc.text) if doc is not None and doc.text else ''

    def first_paragraph_of(self, element):
        return ' '.join(self.of(element).split('\n\n')[0].split())
