# SPDX-License-Identifier: LGPL-2.1-or-later
"""Overrides of PyGObject, which loads this package with gi.repository.HBasePlan: the habits of HBase."""

import os

import gi

gi.require_version('HBase', '1.0')
from gi.repository import HBase  # noqa: E402, F401

from ...module import get_introspection_module  # noqa: E402
from ..HBase import _docs, _functions, _repr  # noqa: E402

_module = get_introspection_module('HBasePlan')
_docs.FOLDERS['HBasePlan'] = os.path.dirname(__file__)
_docs.describe_enumerations(_module, 'HBasePlan')
_repr.add_all(_module, 'HBasePlan')

_wrapped = _functions.wrap_all(_module, 'HBasePlan')
globals().update(_wrapped)
__all__ = list(_wrapped)
