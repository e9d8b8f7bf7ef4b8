# SPDX-License-Identifier: LGPL-2.1-or-later
"""Records which public functions of the libraries a program in Python calls."""

import os
import xml.etree.ElementTree

import gi

gi.require_version('HBase', '1.0')
from gi._gi import FunctionInfo  # noqa: E402
from gi.module import get_introspection_module  # noqa: E402
from gi.repository import HBase  # noqa: E402
from gi.overrides.HBase import _functions  # noqa: E402

GI = '{http://www.gtk.org/introspection/core/1.0}'
called = set()


def _recorded(name, function):
    def call(*arguments, **named):
        called.add(name)
        return function(*arguments, **named)
    return call


def record_calls():
    """Has the calls of the library's functions recorded from now on."""
    wrap = _functions._wrap
    _functions._wrap = lambda owner, name, function: _recorded(f'{owner.__name__}.{name}',
                                                               wrap(owner, name, function))
    for name, item in vars(get_introspection_module('HBase')).items():
        if isinstance(item, FunctionInfo):
            setattr(HBase, name, _recorded(name, getattr(HBase, name)))


def public_functions():
    """Yields the names of the functions that the GIRs describe, as “Class.function” or “function”."""
    girs = [xml.etree.ElementTree.parse(f'{os.environ["top_builddir"]}/{name}-1.0.gir')
            for name in ('HBase', 'HBasePlan')]
    kinds = {GI + kind for kind in ('method', 'constructor', 'function')}
    for element in [element for gir in girs for element in gir.getroot().find(GI + 'namespace')]:
        for function in [element, *element] if element.get('introspectable') != '0' else []:
            if (function.tag in kinds and function.get('introspectable') != '0'
                    and function.get('moved-to') is None):
                owner = '' if function is element else element.get('name') + '.'
                yield owner + function.get('name')
