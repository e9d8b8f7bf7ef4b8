# SPDX-License-Identifier: LGPL-2.1-or-later
"""An exception for each code of HBaseError, made from the enumeration: HBase.TableNotFound and so on."""

import functools

from gi.repository import GLib, GObject

from ...module import get_introspection_module
from ._docs import text_of

HBase = get_introspection_module('HBase')
_DOMAIN = GLib.quark_to_string(HBase.error_quark())
_FREED_ERROR = GObject.type_from_name('HBaseFreedError')
# From now on the library records what it frees.
GObject.new(_FREED_ERROR)


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
    # Of the GError, which PyGObject has just freed; the thread has it until it frees another one.
    freed = GObject.new(_FREED_ERROR)
    if (freed.props.code, freed.props.message) == (error.code, error.message):
        translated.details, translated.java_class = freed.props.details, freed.props.java_class
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


def reading(function):
    """Wraps a function of HBase.Error that returns what an error has beside its message. PyGObject would make
    another error of the exception, without that."""
    @functools.wraps(function, ('__name__', '__doc__'), ())
    def call(error):
        return getattr(error, function.__name__.removeprefix('get_'), None)
    return call
