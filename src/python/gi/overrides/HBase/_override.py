# SPDX-License-Identifier: LGPL-2.1-or-later
"""Registers a class as the one that PyGObject makes of a type of the typelib."""

import gi.overrides

from . import _docs

OVERRIDES = {}


def override(cls):
    # PyGObject finds the namespace in the name of the module.
    cls.__module__ = 'gi.overrides.HBase'
    # Without a docstring of its own, a class has that of _docs.py. The metaclass hides how to set it.
    _docs.OF_OVERRIDES[cls.__name__] = vars(cls)['__doc__']
    vars(type)['__doc__'].__set__(cls, None)
    OVERRIDES[cls.__name__] = cls
    return gi.overrides.override(cls)
