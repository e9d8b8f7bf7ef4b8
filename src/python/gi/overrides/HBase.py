# SPDX-License-Identifier: LGPL-2.1-or-later
"""Overrides of PyGObject, which loads this module with gi.repository.HBase.

If Ctrl-C is pressed during a blocking call, KeyboardInterrupt is raised when the call returns. Without this
module the signal's handler is called while PyGObject converts the call's GError to an exception, which fails
with RuntimeError: Converting the GError failed.
"""

import functools
import threading

# The functions of `signal` convert enumerations, which takes ten times as long; some calls take only 1 µs.
from _signal import SIGINT, default_int_handler, getsignal, signal

from ..module import get_introspection_module

HBase = get_introspection_module('HBase')
__all__ = []

_main_thread = threading.main_thread().ident
_interrupts = []


def _note_interrupt(number, frame):
    _interrupts.append(number)


def _end_call():
    signal(SIGINT, default_int_handler)
    if _interrupts:
        _interrupts.clear()
        raise KeyboardInterrupt


def _interruptible(function):
    @functools.wraps(function, ('__name__', '__doc__'), ())
    def call(*arguments, **named):
        # Handlers other than Python's own are called as usual, and so are those in other threads.
        if threading.get_ident() != _main_thread or getsignal(SIGINT) is not default_int_handler:
            return function(*arguments, **named)
        signal(SIGINT, _note_interrupt)
        try:
            return function(*arguments, **named)
        finally:
            _end_call()
    return call


def _is_blocking(method):
    try:
        names = [argument.get_name() for argument in method.get_arguments()]
    except AttributeError:
        return False
    return 'cancellable' in names and 'callback' not in names


def _wrap_blocking_calls():
    for cls in [getattr(HBase, name) for name in dir(HBase)]:
        for name, method in list(vars(cls).items()) if isinstance(cls, type) else ():
            if _is_blocking(method):
                call = _interruptible(method)
                # A constructor takes its class as the first argument.
                setattr(cls, name, classmethod(call) if method.is_constructor() else call)


_wrap_blocking_calls()
