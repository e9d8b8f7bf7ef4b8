# SPDX-License-Identifier: LGPL-2.1-or-later
"""Registers a class as the one that PyGObject makes of a type of the typelib."""

import gi.overrides

OVERRIDES = {}


def override(cls):
    # PyGObject finds the namespace in the name of the module.
    cls.__module__ = 'gi.overrides.HBase'
    OVERRIDES[cls.__name__] = cls
    return gi.overrides.override(cls)
