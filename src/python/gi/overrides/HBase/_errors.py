# SPDX-License-Identifier: LGPL-2.1-or-later
"""An exception for each code of HBaseError, made from the enumeration: HBase.TableNotFound and so on."""

import functools

from gi.repository import GLib

from ...module import get_introspection_module
from ._docs import text_of

HBase = get_introspection_module('HBase')
_DOMAIN = GLib.quark_to_string(HBase.error_quark())
_get_details, _get_java_class = HBase.Error.get_details, HBase.Error.get_java_class


class HBaseError(GLib.Error):
    """The base of the exceptions of this library, each of which is a GLib.Error, too.

    Cancelled calls, and calls on an object that is busy, raise GLib.Error with a code of Gio.IOErrorEnum.

    Attributes:
        details: the whole text that a gateway sent, for an exception of HBase with the stack trace, or None
        java_class: the class of the Java exception, or None
    """

    details = java_class = None

    def __str__(self):
        return self.message

    def __repr__(self):
        return f'HBase.{type(self).__name__}({self.message!r})'


def _make_exceptions():
    for value in HBase.Error.__enum_values__.values():
        name = ''.join(word.capitalize() for word in value.value_nick.split('-'))
        constant = f'Error.{value.value_nick.replace("-", "_").upper()}'
        text = ': '.join(filter(None, (f'HBase.{constant}, as an exception', text_of(constant))))
        yield int(value), type(name, (HBaseError,), {'__doc__': text, '__module__': 'gi.repository.HBase'})


BY_CODE = dict(_make_exceptions())


def translate(error):
    """Returns the exception for a GLib.Error; errors of other domains, and other values, are returned as
    they are."""
    is_ours = isinstance(error, GLib.Error) and error.domain == _DOMAIN
    cls = BY_CODE.get(error.code) if is_ours else None
    if cls is None:
        return error
    translated = cls(error.message, error.domain, error.code)
    # Of the GError, which PyGObject has just freed; the thread has them until it frees another one.
    translated.details = _get_details(error)
    translated.java_class = _get_java_class(error)
    return translated


def raising(function):
    """Wraps a function that sets a GError."""
    @functools.wraps(function, ('__name__', '__doc__'), ())
    def call(*arguments, **named):
        try:
            return function(*arguments, **named)
        except GLib.Error as error:
            failure = translate(error)
            if failure is error:
                raise
            raise failure.with_traceback(error.__traceback__.tb_next) from error.__cause__
    return call


def returning(function):
    """Wraps a function that returns a GError."""
    @functools.wraps(function, ('__name__', '__doc__'), ())
    def call(*arguments):
        return translate(function(*arguments))
    return call
