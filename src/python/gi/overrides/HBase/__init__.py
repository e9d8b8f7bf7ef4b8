# SPDX-License-Identifier: LGPL-2.1-or-later
"""Overrides of PyGObject, which loads this package with gi.repository.HBase. They add Python's habits.

_functions.py has the rules for all functions, _records.py, _keys.py and _tables.py what is particular to
a class.
"""

from ...module import get_introspection_module
from . import _docs, _errors, _functions, _keys, _records, _repr, _tables  # noqa: F401
from ._override import OVERRIDES

_module = get_introspection_module('HBase')
_docs.describe_enumerations(_module, 'HBase')
_repr.add_all(_module, 'HBase')
_functions.RECORDS.update({f'HBase.{name}': cls for name, cls in OVERRIDES.items() if hasattr(cls, 'make')})
_docs.KEYWORDS.update({name: cls.list_keywords for name, cls in OVERRIDES.items() if hasattr(cls, 'make')})

globals().update(OVERRIDES)
globals().update(_functions.wrap_all(_module, 'HBase'))
HBaseError = _errors.HBaseError
globals().update({cls.__name__: cls for cls in _errors.BY_CODE.values()})
__all__ = [name for name in globals() if not name.startswith('_')]
