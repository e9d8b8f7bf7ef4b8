# SPDX-License-Identifier: LGPL-2.1-or-later
"""Wraps the functions of the typelib, as their types tell.

- Rows, qualifiers and values may be str. Arguments of type GLib.Bytes may be bytes or str.
- Where a function takes a record (a get, a put, a scan, a descriptor…), what makes the record can be
  passed instead: table.get (b'r', columns=['c:a']) is table.get (HBase.Get (b'r', columns=['c:a'])).
  Keyword arguments that aren't the function's own are the record's.
- Numbers with a fraction are refused where an integer is expected.
- Errors are raised as the exceptions of _errors.py.
- Blocking calls are ended by Ctrl-C.
- Asynchronous calls without a callback return an awaitable.
"""

import functools
import sys
import types

from gi._gi import FunctionInfo, ObjectInfo
from gi.repository import Gio, GObject

from ...module import get_introspection_module
from . import _errors, _interrupts, _properties, _values

HBase = get_introspection_module('HBase')

# The classes of records, by name, with their constructors; the override registers them.
RECORDS = {}
_MISSING = object()
_OUT = 1


# ---- parameters ----

def _record_from_text(name, constructor):
    def convert(value):
        return getattr(getattr(HBase, name), constructor)(value) if isinstance(value, str) else value
    return convert


_CONVERTERS = {
    'GLib.Bytes': _values.to_gbytes,
    'HBase.Filter': _record_from_text('Filter', 'parse'),
    'HBase.KeySchema': _record_from_text('KeySchema', 'new'),
}


_INTEGERS = {f'g{sign}int{bits}' for sign in ('', 'u') for bits in (8, 16, 32, 64)}


def _interface_name(type_):
    if type_.get_tag_as_string() != 'interface':
        return None
    info = type_.get_interface()
    return f'{info.get_namespace()}.{info.get_name()}'


class _Parameter:
    def __init__(self, argument):
        self.name = argument.get_name()
        self.may_be_null = argument.may_be_null()
        type_ = argument.get_type()
        is_array = type_.get_tag_as_string() == 'array'
        element = type_.get_param_type(0) if is_array else type_
        self.type = _interface_name(element)
        tag = element.get_tag_as_string()
        if is_array:
            self.convert = {'GLib.Bytes': _values.to_gbytes_list}.get(self.type)
            if tag in _INTEGERS:
                self.convert = _values.to_bytes if tag == 'guint8' else _values.to_integers
        else:
            self.convert = _values.to_integer if tag in _INTEGERS else _CONVERTERS.get(self.type)
        self.is_list = is_array

    def take(self, value):
        """Returns what the function is passed for a caller's value."""
        if value is None and not self.may_be_null:
            raise TypeError(f'{self.name}: None isn\'t allowed')
        try:
            return self.convert(value)
        except TypeError as error:
            raise TypeError(f'{self.name}: {error}') from None


def _list_parameters(function):
    """Returns the parameters that a caller in Python passes."""
    arguments = function.get_arguments()
    types_ = [a.get_type() for a in arguments]
    hidden = {a.get_destroy() for a in arguments}
    hidden |= {type_.get_array_length() for type_ in types_ if type_.get_tag_as_string() == 'array'}
    return [_Parameter(a) for i, a in enumerate(arguments) if i not in hidden and a.get_direction() != _OUT]


# ---- records ----

def _make_records(cls, values, settings):
    values = values.items() if isinstance(values, dict) else _values.check_list(values)
    return [cls.make(*value, **settings) if isinstance(value, tuple) else cls.make(value, **settings)
            for value in values]


class _RecordParameter:
    """The place of a record among a function's arguments."""

    def __init__(self, parameter, position, names):
        self.cls = RECORDS[parameter.type]
        self.name, self.is_list = parameter.name, parameter.is_list
        self.position, self.names = position, names

    def take_positional(self, arguments):
        """Returns what is at the record's position, with the record's second argument if that follows."""
        given = arguments[self.position:self.position + 1]
        following = arguments[self.position + 1:self.position + 2]
        if (given and not isinstance(given[0], self.cls) and self.cls.second_argument and not self.is_list
                and following and not isinstance(following[0], (type(None), Gio.Cancellable))):
            del arguments[self.position + 1]
            given += following
        return given

    def make(self, given, settings):
        if self.is_list:
            return _make_records(self.cls, given[0], settings)
        return self.cls.make(*given, **settings)

    def replace(self, arguments, named):
        """Replaces what makes a record by the record, in the list `arguments` or in `named`."""
        settings = {name: named.pop(name) for name in list(named) if name not in self.names}
        given = self.take_positional(arguments)
        if self.name in named:
            given = [named[self.name]]
        if not given and not self.cls.is_optional:
            raise TypeError(f'{self.name}: what makes an HBase.{self.cls.__name__} is missing')
        record = self.make(given, settings)
        if len(arguments) > self.position:
            arguments[self.position] = record
        else:
            named[self.name] = record


def _find_record(parameters, first):
    names = {p.name for p in parameters}
    for position, parameter in enumerate(parameters, first):
        if parameter.type in RECORDS:
            return _RecordParameter(parameter, position, names)
    return None


# ---- wrappers ----

def _converting(function, parameters, first):
    """Wraps a function some of whose arguments are converted; `first` is 1 if it is a method, else 0."""
    converters = [(i, p.name, p.take) for i, p in enumerate(parameters, first) if p.convert]
    record = _find_record(parameters, first)
    if not converters and not record:
        return function

    @functools.wraps(function, ('__name__', '__doc__'), ())
    def call(*arguments, **named):
        arguments = list(arguments)
        if record:
            record.replace(arguments, named)
        for position, name, take in converters:
            if position < len(arguments):
                arguments[position] = take(arguments[position])
            elif name in named:
                named[name] = take(named[name])
        return function(*arguments, **named)
    return call


def running_loop():
    asyncio = sys.modules.get('asyncio')
    return asyncio and asyncio._get_running_loop()


def _awaitable(function, finish, position):
    """Wraps an asynchronous function whose cancellable is its argument at `position`, before the callback."""
    @functools.wraps(function, ('__name__', '__doc__'), ())
    def call(*arguments, **named):
        callback = arguments[position + 1] if len(arguments) > position + 1 else named.get('callback')
        loop = None if callback else running_loop()
        if loop is None:
            return function(*arguments, **named)
        from . import _asyncio
        if len(arguments) > position:
            named['cancellable'] = arguments[position]
        named.pop('callback', None)
        return _asyncio.start(loop, function, finish, arguments[:position], named)
    return call


def _wrap(owner, name, function):
    if owner is HBase.Error and name.startswith('get_'):
        return _errors.reading(function)
    parameters = _list_parameters(function)
    names = [p.name for p in parameters]
    first = 1 if function.is_method() or function.is_constructor() else 0
    call = function
    if 'callback' in names and 'cancellable' in names:
        finish = getattr(owner, name.replace('_async', '_finish'))
        call = _awaitable(call, finish, names.index('cancellable') + first)
    elif 'cancellable' in names:
        call = _interrupts.interruptible(call, names.index('cancellable') + first)
    if function.can_throw_gerror():
        call = _errors.raising(call)
    if function.get_return_type().get_tag_as_string() == 'error':
        call = _errors.returning(call)
    return _converting(call, parameters, first)


def _kind(function):
    """A constructor takes its class as the first argument."""
    if function.is_constructor():
        return classmethod
    return (lambda call: call) if function.is_method() else staticmethod


class _Lazy:
    """Stands for a method until it is first used: most programs use few of a thousand."""

    def __init__(self, owner, name, function):
        self.owner, self.name, self.function = owner, name, function
        self.binds = function.is_method() or function.is_constructor()

    def resolve(self):
        call = _wrap(self.owner, self.name, self.function)
        if call is not self.function:
            call = _kind(self.function)(call)
        setattr(self.owner, self.name, call)
        return call

    def __get__(self, instance, cls):
        call = vars(self.owner)[self.name]
        if call is self:
            call = self.resolve()
        if hasattr(call, '__get__'):
            return call.__get__(instance, cls)
        # FunctionInfo hides its __get__.
        owner = cls if self.function.is_constructor() else instance
        return types.MethodType(call, owner) if owner is not None and self.binds else call


def _wrap_class(cls):
    for name, function in list(vars(cls).items()):
        if isinstance(function, staticmethod):
            function = function.__func__
        if isinstance(function, FunctionInfo):
            setattr(cls, name, _Lazy(cls, name, function))


def _positional_properties(cls):
    """Returns the names of what new() takes, if these are properties of the class."""
    new = vars(cls).get('new')
    names = [p.name for p in _list_parameters(new.function) if p.name != 'cancellable'] if new else []
    properties = {p.get_name().replace('-', '_') for p in cls.__info__.get_properties()}
    return names if properties.issuperset(names) else []


def _take_positional(cls, namespace):
    """Lets a class be called with the arguments of new(): HBase.Table (connection, 'name')."""
    names = _positional_properties(cls)

    def __init__(self, *arguments, **properties):
        if len(arguments) > len(names):
            takes = ''.join(f'{name}, ' for name in names) + 'and properties by their names'
            raise TypeError(f'{namespace}.{cls.__name__}() takes {takes}')
        _properties.initialise(self, **dict(zip(names, arguments)), **properties)
        if arguments and isinstance(self, Gio.Initable):
            self.init(None)
    cls.__init__ = __init__


def _wrap_init(cls):
    """Lets init() raise this library's exceptions: it is a method of Gio.Initable, which isn't wrapped."""
    if not issubclass(cls, Gio.Initable):
        return

    def init(self, cancellable=None):
        """Initialises an object that was made without arguments, once its properties are set."""
        return initialise(self, cancellable)
    initialise = _errors.raising(Gio.Initable.init)
    cls.init = init


def wrap_all(module, namespace):
    """Wraps the methods of all classes of a namespace's module. Returns its wrapped functions by name."""
    functions = {}
    for name in dir(module):
        item = getattr(module, name)
        if isinstance(item, type):
            _wrap_class(item)
            if isinstance(getattr(item, '__info__', None), ObjectInfo):
                _take_positional(item, namespace)
                _properties.wrap(item)
                _wrap_init(item)
        elif isinstance(item, FunctionInfo):
            functions[name] = _wrap(None, name, item)
    return functions
