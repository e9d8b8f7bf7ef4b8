# SPDX-License-Identifier: LGPL-2.1-or-later
"""Ends a blocking call with KeyboardInterrupt when Ctrl-C is pressed.

Python calls a signal's handler in the main thread, so not before a call of C has returned. But its
interpreter writes the number of a signal to a file descriptor at once. A thread reads it there and
cancels the call. (The asynchronous twin of the call on a context that the signal wakes would need no
thread, but takes half as long again.) During a call the handler only notes the signal: if it raised an
exception while PyGObject converts the call's GError, that would fail with RuntimeError: Converting the
GError failed.
"""

import functools
import os
import threading

# The functions of `signal` convert enumerations, which takes ten times as long; some calls take only 1 µs.
from _signal import SIGINT, default_int_handler, getsignal, set_wakeup_fd, signal

from gi.repository import Gio, GObject

_main_thread = threading.main_thread().ident
_interrupts = []


def _note_interrupt(number, frame):
    _interrupts.append(number)


class _Watch:
    """The thread that waits for signals. It is started by the first blocking call of the main thread."""

    def __init__(self):
        self.receiver, self.sender = os.pipe()
        os.set_blocking(self.sender, False)
        self.cancellables = []  # of the calls of the main thread, the innermost one last
        self.former_fd = -1
        threading.Thread(target=self.run, name='HBase signals', daemon=True).start()

    def run(self):
        while number := os.read(self.receiver, 1):
            cancellables = list(self.cancellables)
            if number[0] == SIGINT and cancellables:
                cancellables[-1].cancel()
            self.forward(number)

    def forward(self, number):
        """Passes a signal on to the event loop that waits for signals otherwise."""
        if self.former_fd >= 0:
            try:
                os.write(self.former_fd, number)
            except OSError:
                pass


_watch = None


def _forget_watch():
    """Forgets the thread in a forked child, which doesn't have it."""
    global _watch
    _watch = None


os.register_at_fork(after_in_child=_forget_watch)


def chained_cancellable(cancellable):
    """Returns a new cancellable that is cancelled with another one, and a function that ends this."""
    own = Gio.Cancellable()
    if cancellable is None:
        return own, lambda: None
    if not isinstance(cancellable, Gio.Cancellable):
        raise TypeError(f'cancellable: a Gio.Cancellable is expected, not {type(cancellable).__name__}')
    # Gio's override of connect() calls g_cancellable_connect(), whose counterpart would wait for the handler.
    handler = GObject.Object.connect(cancellable, 'cancelled', lambda _: own.cancel())
    if cancellable.is_cancelled():
        own.cancel()
    return own, lambda: GObject.Object.disconnect(cancellable, handler)


def _call_watched(function, arguments, named):
    global _watch
    _watch = _watch or _Watch()
    own, unchain = chained_cancellable(named.pop('cancellable', None))
    _watch.cancellables.append(own)
    former_fd = set_wakeup_fd(_watch.sender, warn_on_full_buffer=False)
    if former_fd != _watch.sender:
        _watch.former_fd = former_fd
    signal(SIGINT, _note_interrupt)
    try:
        return function(*arguments, cancellable=own, **named)
    finally:
        set_wakeup_fd(former_fd)
        _watch.cancellables.pop()
        unchain()
        _end_call()


def _end_call():
    signal(SIGINT, default_int_handler)
    if _interrupts:
        _interrupts.clear()
        raise KeyboardInterrupt from None


def interruptible(function, position):
    """Wraps a blocking function whose cancellable is its argument at `position`."""
    @functools.wraps(function, ('__name__', '__doc__'), ())
    def call(*arguments, **named):
        # Handlers other than Python's own are called as usual, and so are those in other threads.
        if threading.get_ident() != _main_thread or getsignal(SIGINT) is not default_int_handler:
            return function(*arguments, **named)
        if len(arguments) > position:
            named['cancellable'] = arguments[position]
            arguments = arguments[:position]
        return _call_watched(function, arguments, named)
    return call
