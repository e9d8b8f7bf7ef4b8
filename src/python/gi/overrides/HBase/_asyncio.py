# SPDX-License-Identifier: LGPL-2.1-or-later
"""Awaitable calls on any event loop of asyncio.

The loops of PyGObject (3.50 and newer) and of gbulb iterate one of GLib's main contexts, in which calls
are started. Any other loop gets a context, and watches its file descriptors and timeouts. PyGObject 3.42
can't query a context for these, so the functions of GLib are called directly.
"""

import asyncio
import ctypes
import select
import threading
import weakref

from gi.repository import Gio, GLib

from ._interrupts import chained_cancellable

_glib = ctypes.CDLL('libglib-2.0.so.0')
_INT = ctypes.POINTER(ctypes.c_int)


class _PollFD(ctypes.Structure):
    _fields_ = [('fd', ctypes.c_int), ('events', ctypes.c_ushort), ('revents', ctypes.c_ushort)]


def _declare(name, result, *arguments):
    function = getattr(_glib, 'g_main_context_' + name)
    function.restype, function.argtypes = result, arguments
    return function


_OWNERLESS_POLLING = 1  # G_MAIN_CONTEXT_FLAGS_OWNERLESS_POLLING
_new = _declare('new_with_flags', ctypes.c_void_p, ctypes.c_int)
_unref = _declare('unref', None, ctypes.c_void_p)
_acquire = _declare('acquire', ctypes.c_int, ctypes.c_void_p)
_release = _declare('release', None, ctypes.c_void_p)
_push = _declare('push_thread_default', None, ctypes.c_void_p)
_pop = _declare('pop_thread_default', None, ctypes.c_void_p)
_iteration = _declare('iteration', ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_prepare = _declare('prepare', ctypes.c_int, ctypes.c_void_p, _INT)
_query = _declare('query', ctypes.c_int, ctypes.c_void_p, ctypes.c_int, _INT, ctypes.POINTER(_PollFD),
                  ctypes.c_int)


def _free(pointer, thread):
    if threading.get_ident() == thread:
        _release(pointer)
    _unref(pointer)


class _Context:
    """A main context that an event loop watches and iterates.

    Invariants: 1. The thread of the loop owns the context. 2. The loop watches one file descriptor: that of
    an epoll instance. GLib's own may be closed and reopened under the same number in one iteration, which
    only this epoll instance has to notice. 3. `watched` has the descriptors that were added to it. 4. Each
    change of the context's sources between two iterations makes a descriptor of GLib's readable, in this
    thread, too: Python's garbage collector frees objects, and thereby closes sockets, at any place of this
    code, also between a query and the use of its results.
    """

    def __init__(self, loop):
        self.thread = threading.get_ident()
        self.pointer = _new(_OWNERLESS_POLLING)
        _acquire(self.pointer)
        self.epoll = select.epoll()
        self.watched = []
        self.fds = (_PollFD * 8)()
        self.timer = None
        # Unlike __del__(), it isn't called any more when the interpreter ends.
        weakref.finalize(self, _free, self.pointer, self.thread).atexit = False
        loop.add_reader(self.epoll.fileno(), self.iterate)

    def start(self, loop, function, arguments, named):
        _push(self.pointer)
        try:
            function(*arguments, **named)
        finally:
            _pop(self.pointer)
        self.schedule(loop, 0)

    def schedule(self, loop, seconds):
        if self.timer:
            self.timer.cancel()
        self.timer = loop.call_later(seconds, self.iterate)

    def iterate(self):
        _iteration(self.pointer, False)
        self.watch(asyncio.get_running_loop())

    def query(self):
        """Returns the file descriptors that the context polls, and its timeout in ms."""
        priority, timeout = ctypes.c_int(), ctypes.c_int()
        is_ready = _prepare(self.pointer, priority)
        while (n := _query(self.pointer, priority, timeout, self.fds, len(self.fds))) > len(self.fds):
            self.fds = (_PollFD * n)()
        return self.fds[:n], 0 if is_ready else timeout.value

    def forget_watched(self):
        while self.watched:
            try:
                self.epoll.unregister(self.watched.pop())
            except OSError:
                pass  # it has been closed

    def add_watched(self, fds):
        """Watches file descriptors. Returns False if one of them has been closed meanwhile."""
        events = {}
        for polled in fds:
            events[polled.fd] = events.get(polled.fd, 0) | polled.events
        for fd, mask in events.items():
            try:
                self.epoll.register(fd, mask)
            except OSError:
                continue
            self.watched.append(fd)
        return len(self.watched) == len(events)

    def watch(self, loop):
        fds, timeout = self.query()
        self.forget_watched()
        if not self.add_watched(fds):
            timeout = 0
        if self.timer:
            self.timer.cancel()
        self.timer = loop.call_later(timeout / 1000, self.iterate) if timeout >= 0 else None


_contexts = weakref.WeakKeyDictionary()


def _context_of(loop):
    context = _contexts.get(loop)
    if context is None or context.thread != threading.get_ident():
        context = _contexts[loop] = _Context(loop)
    return context


class _Call(asyncio.Future):
    """A call under way. Cancelling it cancels the call, and it is done when the call has ended."""

    def __init__(self, loop, finish, cancellable):
        super().__init__(loop=loop)
        self._finish = finish
        self._cancellable, self._unchain = chained_cancellable(cancellable)
        self._is_cancelled = False
        self._message = None

    def cancel(self, msg=None):
        if self.done():
            return False
        self._is_cancelled, self._message = True, msg
        self._cancellable.cancel()
        return True

    def take_result(self, source, result, *data):
        self._unchain()
        try:
            value, failure = self._finish(source, result), None
        except Exception as error:
            value, failure = None, error
        if self.done() or self.get_loop().is_closed():
            return
        if self._is_cancelled:
            super().cancel(self._message)
        elif failure is not None:
            self.set_exception(failure)
        else:
            self.set_result(value)


def start(loop, function, finish, arguments, named):
    """Starts an asynchronous function whose callback is called by an event loop. Returns a future."""
    call = _Call(loop, finish, named.pop('cancellable', None))
    named.update(cancellable=call._cancellable, callback=call.take_result)
    context = getattr(loop, '_context', None)
    if not isinstance(context, GLib.MainContext):
        _context_of(loop).start(loop, function, arguments, named)
        return call
    context.push_thread_default()
    try:
        function(*arguments, **named)
    finally:
        context.pop_thread_default()
    return call
