# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls that are cancelled at random, by their tasks and by timeouts that end while a call starts.

HBASE_TEST_ROUNDS is the number of rounds.
"""

import asyncio
import collections
import os
import random
import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import HBase  # noqa: E402

N_ROUNDS = int(os.environ.get('HBASE_TEST_ROUNDS', 100))
SEED = os.environ.get('HBASE_TEST_SEED', '1')
N_CALLS, N_CANCELLED = 50, 10
LIMITS = 0.0001, 0.001, 5
PAUSES = 0, 0.0005, 0.001
# A round takes 10 ms: one that isn't done in this time hangs.
HANG_SECONDS = 60


class Cancelling(unittest.TestCase):
    def setUp(self):
        self.problems = []
        seed = random.randrange(1 << 32) if SEED == 'random' else int(SEED, 0)
        print(f'{self._testMethodName}: HBASE_TEST_SEED={seed}', flush=True)
        self.random = random.Random(seed)

    def table(self, uri):
        connection = HBase.Connection.new(uri)
        self.addCleanup(connection.close)
        HBase.Admin.new(connection).create_table('t', ['c'])
        table = HBase.Table.new(connection, 't')
        table.put('r', {'c:a': '1'})
        return table

    async def make_calls(self, table):
        """Starts some calls and cancels a few. Returns how each of them ended."""
        tasks = [asyncio.ensure_future(asyncio.wait_for(table.get_async('r'), self.random.choice(LIMITS)))
                 for i in range(N_CALLS)]
        await asyncio.sleep(self.random.choice(PAUSES))
        for task in self.random.sample(tasks, N_CANCELLED):
            task.cancel()
        done = asyncio.gather(*tasks, return_exceptions=True)
        return [type(result) for result in await asyncio.wait_for(done, HANG_SECONDS)]

    async def make_rounds(self, table):
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: self.problems.append(context))
        ends = collections.Counter()
        for i in range(N_ROUNDS):
            ends.update(await self.make_calls(table))
        return ends

    def check(self, uri):
        ends = asyncio.run(self.make_rounds(self.table(uri)))
        self.assertEqual(self.problems, [])
        self.assertLessEqual(set(ends), {HBase.Row, asyncio.TimeoutError, asyncio.CancelledError}, ends)
        self.assertGreater(ends[HBase.Row], 0)

    def test_a_server(self):
        server = HBase.LocalServer.new(None, 'tcp://127.0.0.1:0')
        self.addCleanup(server.stop)
        self.check(server.dup_uri())

    def test_the_embedded_engine(self):
        self.check('local::memory:')


if __name__ == '__main__':
    unittest.main()
