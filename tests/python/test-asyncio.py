# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls without a callback are awaited: on asyncio's own loop, on PyGObject's, and on gbulb's.

A call that is never answered must end when its task is cancelled; the tests would hang otherwise.
"""

import asyncio
import socket
import threading
import unittest
import unittest.mock

import gi

gi.require_version('HBase', '1.0')
from gi.repository import Gio, GLib, HBase  # noqa: E402
from gi.overrides.HBase import _asyncio  # noqa: E402

# PyGObject has a loop of its own since 3.50, with which gbulb doesn't work.
try:
    import gi.events as gi_events
    gbulb = None
except ImportError:
    gi_events = None
    try:
        import gbulb
    except ImportError:
        gbulb = None


def is_cancelled(error):
    return error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED)


class Awaiting:
    """The tests, for any event loop."""

    def run_in_loop(self, coroutine):
        raise NotImplementedError

    def setUp(self):
        self.server = HBase.LocalServer.new(None, 'tcp://127.0.0.1:0')
        self.addCleanup(self.server.stop)
        self.connection = HBase.Connection.new(self.server.dup_uri())
        HBase.Admin.new(self.connection).create_table('t', ['c'])
        self.table = HBase.Table.new(self.connection, 't')

    def test_calls(self):
        async def calls():
            await self.table.put_async('r', {'c:a': '1'})
            row = await self.table.get_async('r', columns=['c:a'])
            exists = await self.table.exists_async(HBase.Get('none'))
            last = await self.table.last_row_async(prefix='r')
            counted = await self.table.counter_inc_async('r', 'c:n', 5)
            cells = await self.table.cells_async('r', 'c:n')
            return dict(row), exists, last.key, counted, len(cells)
        self.assertEqual(self.run_in_loop(calls()), ({'c:a': b'1'}, False, b'r', 5, 1))

    def test_many_calls_at_a_time(self):
        async def calls():
            await asyncio.gather(*(self.table.put_async(f'{i:03}', {'c:a': str(i)}) for i in range(200)))
            rows = await asyncio.gather(*(self.table.get_async(f'{i:03}') for i in range(200)))
            return [row['c:a'] for row in rows]
        self.assertEqual(self.run_in_loop(calls()), [str(i).encode() for i in range(200)])

    def test_the_embedded_engine(self):
        """Its threads wake the loop."""
        async def calls():
            connection = HBase.Connection.new('local::memory:')
            await HBase.Admin.new(connection).create_table_async('t', ['c'])
            table = HBase.Table.new(connection, 't')
            await asyncio.gather(*(table.put_async(f'{i}', {'c:a': '1'}) for i in range(50)))
            return len([row async for row in table.scan()])
        self.assertEqual(self.run_in_loop(calls()), 50)

    def test_loops(self):
        self.table.put_multiple({f'{i:03}': {'c:a': '1'} for i in range(250)})

        async def loops():
            async with self.table.scan() as cursor:
                rows = [row.key async for row in cursor]
            pages = [len(page) async for page in self.table.pages(100)]
            return len(rows), rows == sorted(rows), pages
        self.assertEqual(self.run_in_loop(loops()), (250, True, [100, 100, 50]))

    def test_calls_return_the_rows_that_a_loop_left(self):
        self.table.put_multiple({f'{i:03}': {'c:a': '1'} for i in range(250)})

        async def loops():
            async with self.table.scan() as cursor:
                async for row in cursor:
                    break
                keys = [row.key, (await cursor.next_async()).key]
                keys += [row.key for row in await cursor.next_batch_async(2)]
                done = asyncio.get_running_loop().create_future()
                cursor.next_async(None, lambda source, result, data: done.set_result((result, data)), 'data')
                while not done.done():
                    GLib.MainContext.default().iteration(False)
                    await asyncio.sleep(0)
                result, data = done.result()
                keys += [cursor.next_finish(result).key]
                return keys, data, len([row async for row in cursor])
        self.assertEqual(self.run_in_loop(loops()), ([b'000', b'001', b'002', b'003', b'004'], 'data', 245))

    def test_with(self):
        async def changes():
            async with HBase.Connection.new(self.server.dup_uri()) as connection:
                table = HBase.Table.new(connection, 't')
                async with HBase.Batch(table=table) as batch:
                    await batch.put_async('a', {'c:a': '1'})
                try:
                    async with HBase.Batch(table=table) as batch:
                        await batch.put_async('b', {'c:a': '1'})
                        raise KeyError
                except KeyError:
                    pass
            with self.assertRaises(HBase.Closed):
                await table.get_async('a')
        self.run_in_loop(changes())
        self.assertEqual([row.key for row in self.table.scan()], [b'a'])

    def test_errors(self):
        async def fail():
            await HBase.Table.new(self.connection, 'missing').get_async('r')
        with self.assertRaises(HBase.TableNotFound):
            self.run_in_loop(fail())

    def silent_table(self):
        listener = socket.create_server(('127.0.0.1', 0))
        self.addCleanup(listener.close)
        uri = 'thrift://127.0.0.1:%d/' % listener.getsockname()[1]
        return HBase.Table.new(HBase.Connection.new(uri), 't')

    def test_cancelling_the_task_cancels_the_call(self):
        table = self.silent_table()

        async def cancel():
            cursor = table.scan()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(cursor.next_async(), 0.05)
            # If the first call were still under way, this would fail with PENDING.
            task = asyncio.ensure_future(cursor.next_async())
            await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
        self.run_in_loop(cancel())

    def test_the_callers_cancellable_ends_the_call(self):
        table, cancellable = self.silent_table(), Gio.Cancellable()

        async def cancel():
            asyncio.get_running_loop().call_later(0.01, cancellable.cancel)
            with self.assertRaises(GLib.Error) as caught:
                await table.get_async('r', cancellable=cancellable)
            self.assertTrue(is_cancelled(caught.exception))
        self.run_in_loop(cancel())

    def test_timeouts(self):
        """GLib's timeouts end calls, too."""
        table = self.silent_table()
        table.props.timeout = 50

        async def wait():
            with self.assertRaises(HBase.TimedOut):
                await table.get_async('r')
        self.run_in_loop(wait())

    def test_callbacks_are_called_as_without_asyncio(self):
        async def call():
            results = []
            self.table.get_async(HBase.Get('r'), None, lambda table, result: results.append(result))
            while not results:
                GLib.MainContext.default().iteration(False)
                await asyncio.sleep(0)
            return self.table.get_finish(results[0])
        self.assertFalse(self.run_in_loop(call()))


class Asyncio(Awaiting, unittest.TestCase):
    def run_in_loop(self, coroutine):
        return asyncio.run(coroutine)

    def test_several_loops(self):
        async def get():
            return (await self.table.get_async('r')).key
        for _ in range(3):
            self.assertEqual(asyncio.run(get()), b'r')

    def test_descriptors_that_are_closed_after_a_query(self):
        """Python's garbage collector closes sockets at any place."""
        query, n_queries = _asyncio._Context.query, 0
        closed = _asyncio._PollFD(1 << 20, GLib.IOCondition.IN, 0)

        def query_and_close(context):
            nonlocal n_queries
            n_queries += 1
            fds, timeout = query(context)
            return ([closed, *fds] if n_queries % 2 else fds), timeout

        async def get():
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: problems.append(context))
            keys = [(await self.table.get_async(f'{i}')).key for i in range(5)]
            cursor = self.silent_table().scan()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(cursor.next_async(), 0.05)
            return len(keys)
        problems = []
        with unittest.mock.patch.object(_asyncio._Context, 'query', query_and_close):
            self.assertEqual(asyncio.run(asyncio.wait_for(get(), 30)), 5)
        self.assertEqual(problems, [])

    def test_without_a_loop_nothing_is_awaited(self):
        self.assertIsNone(self.table.get_async('r'))


class OtherThread(Awaiting, unittest.TestCase):
    def run_in_loop(self, coroutine):
        results = []

        def run():
            try:
                results.append((asyncio.run(coroutine), None))
            except Exception as error:
                results.append((None, error))
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        result, error = results[0]
        if error:
            raise error
        return result


@unittest.skipUnless(gi_events, 'PyGObject 3.50 is missing')
class PyGObject(Awaiting, unittest.TestCase):
    def run_in_loop(self, coroutine):
        policy = gi_events.GLibEventLoopPolicy()
        asyncio.set_event_loop_policy(policy)
        self.addCleanup(asyncio.set_event_loop_policy, None)
        loop = policy.get_event_loop()
        # If it isn't closed, PyGObject removes sources that are freed already, with critical messages.
        self.addCleanup(loop.close)
        return loop.run_until_complete(coroutine)


@unittest.skipUnless(gbulb, 'python3-gbulb is missing')
class Gbulb(Awaiting, unittest.TestCase):
    def run_in_loop(self, coroutine):
        loop = gbulb.GLibEventLoop()
        try:
            return loop.run_until_complete(coroutine)
        finally:
            loop.close()


if __name__ == '__main__':
    unittest.main()
