# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls every function that the GIRs describe, as a C program does, with arguments made from their types.

So a test of a rule for the whole interface needs no list of functions: new ones are tested without an edit.
Critical messages are collected instead of ending the process.
"""

import ctypes
import os
import re
import signal
import sys
import traceback
import xml.etree.ElementTree

GI = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
GLIB = '{http://www.gtk.org/introspection/glib/1.0}'

# It finds the functions of libhbase-glib, too, which it is linked with.
library = ctypes.CDLL('libhbase-plan-1.0.so.0')
glib = ctypes.CDLL('libglib-2.0.so.0')
gobject = ctypes.CDLL('libgobject-2.0.so.0')
gio = ctypes.CDLL('libgio-2.0.so.0')

POINTER = ctypes.c_void_p
NUMBERS = {'gboolean': ctypes.c_int, 'gint': ctypes.c_int, 'guint': ctypes.c_uint, 'gint64': ctypes.c_int64,
           'guint32': ctypes.c_uint32, 'guint64': ctypes.c_uint64, 'gsize': ctypes.c_size_t,
           'gdouble': ctypes.c_double, 'GType': ctypes.c_size_t}


def declare(where, name, result, *arguments):
    function = getattr(where, name)
    function.restype, function.argtypes = result, arguments
    return function


g_object_new = declare(gobject, 'g_object_new_with_properties', POINTER, ctypes.c_size_t, ctypes.c_uint,
                       POINTER, POINTER)
g_object_unref = declare(gobject, 'g_object_unref', None, POINTER)
g_object_ref = declare(gobject, 'g_object_ref', POINTER, POINTER)
g_bytes_new = declare(glib, 'g_bytes_new', POINTER, ctypes.c_char_p, ctypes.c_size_t)
g_ptr_array_new = declare(glib, 'g_ptr_array_new', POINTER)
g_ptr_array_add = declare(glib, 'g_ptr_array_add', None, POINTER, POINTER)
g_error_free = declare(glib, 'g_error_free', None, POINTER)
g_main_context_iteration = declare(glib, 'g_main_context_iteration', ctypes.c_int, POINTER, ctypes.c_int)
g_quark_to_string = declare(glib, 'g_quark_to_string', ctypes.c_char_p, ctypes.c_uint32)
g_variant_parse = declare(glib, 'g_variant_parse', POINTER, POINTER, ctypes.c_char_p, POINTER, POINTER,
                          POINTER)
g_string_new = declare(glib, 'g_string_new', POINTER, ctypes.c_char_p)
g_file_new_for_path = declare(gio, 'g_file_new_for_path', POINTER, ctypes.c_char_p)
g_memory_input_stream_new = declare(gio, 'g_memory_input_stream_new', POINTER)


class GError(ctypes.Structure):
    _fields_ = [('domain', ctypes.c_uint32), ('code', ctypes.c_int), ('message', ctypes.c_char_p)]


class GValue(ctypes.Structure):
    _fields_ = [('type', ctypes.c_size_t), ('data', ctypes.c_uint64 * 2)]


class Error(Exception):
    def __init__(self, error):
        self.domain = g_quark_to_string(error.domain).decode()
        self.code = error.code
        super().__init__(error.message.decode())

    def is_one_of(self, *names):
        codes = [ERROR_CODES['HBASE_ERROR_' + name] for name in names]
        return self.domain == 'HBaseError' and self.code in codes


# ---- messages ----

LOG_FUNC = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, POINTER)
LEVEL_FATAL_MASK = 1 << 1 | 1 << 2
LEVEL_DEBUG = 1 << 7
messages = []


@LOG_FUNC
def note_message(domain, level, message, data):
    if not level & LEVEL_DEBUG:
        messages.append(message.decode())


glib.g_log_set_always_fatal(LEVEL_FATAL_MASK)
declare(glib, 'g_log_set_default_handler', POINTER, LOG_FUNC, POINTER)(note_message, None)


def take_messages():
    taken = messages[:]
    messages.clear()
    return taken


# ---- the GIRs' contents ----

def local_name(name):
    """Returns the name of a type without that of our namespaces: no two types of them have the same name."""
    return re.sub(r'^HBase(Plan)?\.', '', name)


class Parameter:
    def __init__(self, element):
        self.name = element.get('name')
        self.is_out = element.get('direction') == 'out'
        self.is_nullable = element.get('nullable') == '1'
        array, plain = element.find(GI + 'array'), element.find(GI + 'type')
        self.is_list = array is not None and array.get('name') == 'GLib.PtrArray'
        self.is_strings = array is not None and not self.is_list and array.get('length') is None
        # For bytes: the index of the parameter that is their length.
        self.length = int(array.get('length')) if array is not None and array.get('length') else None
        self.type = local_name((array.find(GI + 'type') if array is not None else plain).get('name'))


class Function:
    def __init__(self, element, owner=None):
        self.kind = element.tag.replace(GI, '')
        self.name, self.symbol = element.get('name'), element.get(C + 'identifier')
        self.throws = element.get('throws') == '1'
        self.owner = owner
        listed = element.find(GI + 'parameters')
        self.parameters = [] if listed is None else [Parameter(p) for p in listed.findall(GI + 'parameter')]
        returned = element.find(GI + 'return-value').find(GI + 'type')
        self.returns = local_name(returned.get('name')) if returned is not None else 'array'
        self.call = getattr(library, self.symbol)
        self.call.restype = (None if self.returns == 'none' else
                             NUMBERS.get(self.returns,
                                         ctypes.c_int if self.returns in enumerations else POINTER))

    def __repr__(self):
        return self.symbol

    @property
    def bytes(self):
        return [p for p in self.parameters if p.length is not None and not p.is_out]

    @property
    def finish(self):
        """For an asynchronous function: its finish function."""
        return self.owner.find(self.name.replace('_async', '_finish'))

    @property
    def is_async(self):
        return any(p.type == 'Gio.AsyncReadyCallback' for p in self.parameters)

    @property
    def is_finish(self):
        return any(p.type == 'Gio.AsyncResult' for p in self.parameters)


def type_name(property):
    """Arrays are properties of a boxed type."""
    found = property.find(GI + 'type')
    return local_name((found if found is not None else property.find(GI + 'array')).get('name'))


class Type:
    """A class, an interface or a record."""

    def __init__(self, element):
        self.kind = element.tag.replace(GI, '')
        self.name = element.get('name')
        self.get_type = element.get(GLIB + 'get-type')
        self.is_class_struct = element.get(GLIB + 'is-gtype-struct-for') is not None
        self.interfaces = [local_name(i.get('name')) for i in element.findall(GI + 'implements')]
        self.own_functions = [Function(f, self) for f in element
                              if f.tag in (GI + 'constructor', GI + 'method')
                              and f.get('moved-to') is None]
        self.static_functions = [Function(f) for f in element
                                 if f.tag == GI + 'function' and f.get('moved-to') is None]
        self.properties = {p.get('name'): (type_name(p), p.get('writable') == '1')
                           for p in element.findall(GI + 'property')}

    def __repr__(self):
        return self.name

    @property
    def gtype(self):
        return declare(library, self.get_type, ctypes.c_size_t)()

    @property
    def functions(self):
        return self.own_functions + [f for i in self.interfaces if i in types for f in types[i].own_functions]

    @property
    def methods(self):
        return [f for f in self.functions if f.kind == 'method']

    @property
    def constructors(self):
        return [f for f in self.functions if f.kind == 'constructor']

    def find(self, name):
        return next((f for f in self.functions if f.name == name), None)


def read_namespace(name):
    gir = xml.etree.ElementTree.parse(f'{os.environ["top_builddir"]}/{name}-1.0.gir')
    return list(gir.getroot().find(GI + 'namespace'))


elements = read_namespace('HBase') + read_namespace('HBasePlan')
enumerations = {e.get('name') for e in elements if e.tag in (GI + 'enumeration', GI + 'bitfield')}
types = {e.get('name'): Type(e) for e in elements
         if e.tag in (GI + 'class', GI + 'interface', GI + 'record')}
types = {name: t for name, t in types.items() if not t.is_class_struct}
classes = [t for t in types.values() if t.kind == 'class']
functions = ([f for t in types.values() for f in t.own_functions]
             + [Function(f) for f in elements if f.tag == GI + 'function' and f.get('moved-to') is None])
ERROR_CODES = {m.get(C + 'identifier'): int(m.get('value'))
               for e in elements for m in e.findall(GI + 'member')}

# ---- calls ----

# Arguments that a type alone doesn't determine; all others are made by make().
TEXTS = {'hbase_key_schema_new': b'id:uint64', 'hbase_connection_new': b'local::memory:',
         'hbase_local_server_new': b'tcp://127.0.0.1:0'}
N_BYTES = 16


def bare(type, **properties):
    names = (ctypes.c_char_p * len(properties))(*(name.replace('_', '-').encode() for name in properties))
    values = (GValue * len(properties))()
    for value, given in zip(values, properties.values()):
        set_value(value, given)
    return g_object_new(type.gtype, len(properties), names, values)


def set_value(value, given):
    """`given`: a string, or (type, pointer) of an object or a record."""
    name = 'gchararray' if isinstance(given, str) else None
    type_from_name = declare(gobject, 'g_type_from_name', ctypes.c_size_t, ctypes.c_char_p)
    gtype = type_from_name(name.encode()) if name else given[0].gtype
    declare(gobject, 'g_value_init', POINTER, POINTER, ctypes.c_size_t)(ctypes.byref(value), gtype)
    if name == 'gchararray':
        set_string = declare(gobject, 'g_value_set_string', None, POINTER, ctypes.c_char_p)
        set_string(ctypes.byref(value), given.encode())
    else:
        setter = 'g_value_set_object' if given[0].kind in ('class', 'interface') else 'g_value_set_boxed'
        declare(gobject, setter, None, POINTER, POINTER)(ctypes.byref(value), given[1])


def database():
    """Returns a table with a row, of an in-memory database."""
    connection = library_call('hbase_connection_new', b'local::memory:')
    admin = library_call('hbase_admin_new', connection)
    library_call('hbase_admin_create_table', admin, table_descriptor(), None, None, None)
    table = library_call('hbase_table_new', connection, b'x')
    library_call('hbase_table_put', table, make_instance(types['Put']), None, None)
    return table


def with_column(kind):
    record = call(types[kind].find('new_utf8'))
    call(types[kind].find('add'), record)
    return record


def library_call(symbol, *arguments):
    function = getattr(library, symbol)
    function.restype = POINTER
    return function(*(POINTER(a) if isinstance(a, int) else a for a in arguments))


def read_row():
    get = library_call('hbase_get_new', b'x', ctypes.c_size_t(1))
    return library_call('hbase_table_get', database(), get, None, None)


def key_builder():
    builder = ctypes.create_string_buffer(4096)
    kept.append(builder)
    library_call('hbase_key_builder_init', ctypes.addressof(builder), make_instance(types['KeySchema']))
    return ctypes.addressof(builder)


def table_descriptor():
    descriptor = library_call('hbase_table_descriptor_new', b'x')
    family = library_call('hbase_family_descriptor_new', b'x')
    library_call('hbase_table_descriptor_add_family', descriptor, family)
    return descriptor


def simulation_chunk():
    keys = g_ptr_array_new()
    g_ptr_array_add(keys, g_bytes_new(b'x', 1))
    generator = library_call('hbase_list_key_generator_new', keys)
    simulator = library_call('hbase_plan_simulator_new', generator, None, 0)
    return library_call('hbase_plan_simulator_run_chunk', simulator, 0, None, None)


# Objects that no constructor makes, or that need more to be useful in a call.
MAKERS = {'Row': read_row, 'KeyBuilder': key_builder, 'SimulationChunk': simulation_chunk,
          'TableDescriptor': table_descriptor,
          'Put': lambda: with_column('Put'), 'Append': lambda: with_column('Append'),
          'Increment': lambda: with_column('Increment'),
          'KeyGenerator': lambda: bare(types['ListKeyGenerator'])}
kept = []


def make_instance(type):
    """Returns a record made by its constructor, or a bare object."""
    if type.name in MAKERS:
        return MAKERS[type.name]()
    if type.kind == 'class':
        return bare(type)
    return call(min(type.constructors, key=lambda f: len(f.parameters)))


def make_bytes():
    # Enough for as many elements of eight bytes.
    data = ctypes.create_string_buffer(b'x' * N_BYTES, 8 * N_BYTES)
    kept.append(data)
    return POINTER(ctypes.addressof(data))


def make_list(parameter):
    array = g_ptr_array_new()
    is_bytes = parameter.type == 'GLib.Bytes'
    g_ptr_array_add(array, g_bytes_new(b'x', 1) if is_bytes else make_instance(types[parameter.type]))
    return POINTER(array)


def make(function, parameter):
    outside = {'Gio.Cancellable': None, 'gpointer': None, 'Gio.AsyncReadyCallback': note_result,
               'GLib.DestroyNotify': None, 'SiteSettingsReader': None, 'CredentialsFunc': None,
               'Gio.File': lambda: g_file_new_for_path(b'/dev/null'),
               'Gio.InputStream': g_memory_input_stream_new,
               'GLib.Bytes': lambda: g_bytes_new(b'x', 1),
               'GLib.String': lambda: g_string_new(b'x'),
               'GLib.Variant': lambda: g_variant_parse(None, b'()', None, None, None)}
    if parameter.is_out:
        out = (ctypes.c_uint64 * 4)()
        kept.append(out)
        return POINTER(ctypes.addressof(out))
    if parameter.length is not None:
        return make_bytes()
    if parameter.is_list:
        return make_list(parameter)
    if parameter.is_strings:
        strings = (ctypes.c_char_p * 2)(b'x', None)
        kept.append(strings)
        return POINTER(ctypes.addressof(strings))
    if parameter.type in ('utf8', 'filename'):
        return POINTER() if parameter.is_nullable else ctypes.c_char_p(TEXTS.get(function.symbol, b'x'))
    if parameter.type in NUMBERS:
        return NUMBERS[parameter.type](1 if parameter.type == 'gboolean' else 2)
    if parameter.type in enumerations:
        return ctypes.c_int(0)
    if parameter.type in types:
        return POINTER(None if parameter.is_nullable else make_instance(types[parameter.type]))
    value = outside[parameter.type]
    return value if isinstance(value, READY) else POINTER(value() if value is not None else None)


def call(function, instance=None, **given):
    """`given`: arguments by name, instead of those that are made. Raises the function's error."""
    arguments = [given[p.name] if p.name in given else make(function, p) for p in function.parameters]
    for p in function.bytes:
        length = function.parameters[p.length]
        if length.name not in given:
            arguments[p.length] = ctypes.c_size_t(N_BYTES)
    if function.kind == 'method':
        arguments.insert(0, POINTER(instance))
    failure = ctypes.POINTER(GError)()
    if function.throws:
        arguments.append(ctypes.byref(failure))
    result = function.call(*arguments)
    if failure:
        raised = Error(failure.contents)
        g_error_free(failure)
        raise raised
    return result


READY = ctypes.CFUNCTYPE(None, POINTER, POINTER, POINTER)
results = []


@READY
def note_result(source, result, data):
    results.append(g_object_ref(result))


def await_result(function, instance, **given):
    """Calls an asynchronous function. Returns its result; None: there was no callback, as it was refused."""
    call(function, instance, **given)
    while not results and not messages:
        g_main_context_iteration(None, True)
    return results.pop() if results else None


# ---- cases ----

class Report:
    """Runs each case in a process of its own, as it may crash, and returns the problems."""

    def __init__(self):
        self.n_cases, self.n_checks, self.failures = 0, 0, []

    def run(self, name, case):
        """`case` yields a line for each problem, and None for what is right."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            os._exit(run_child(writer, case))
        os.close(writer)
        with os.fdopen(reader) as lines:
            output = [line.rstrip('\n') for line in lines]
        status = os.waitpid(child, 0)[1]
        self.n_cases += 1
        self.n_checks += output.count('+')
        self.failures += [f'{name}: {line}' for line in output if not line.startswith('+')]
        if status != 0:
            what = signal.Signals(status & 127).name if status & 127 else f'status {status >> 8}'
            self.failures.append(f'{name}: ended by {what} after {output[-1:] or "nothing"}')

    def end(self, least):
        print(f'{self.n_cases} cases, {self.n_checks} checks passed, {len(self.failures)} failed')
        for failure in self.failures:
            print(failure)
        sys.exit(1 if self.failures or self.n_checks < least else 0)


def run_child(writer, case):
    signal.alarm(60)
    with os.fdopen(writer, 'w', buffering=1) as lines:
        try:
            for problem in case():
                print('+' if problem is None else problem.replace('\n', ' '), file=lines)
        except Exception:
            print(traceback.format_exc().replace('\n', ' '), file=lines)
            return 1
    return 0
