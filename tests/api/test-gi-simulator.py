#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The simulator from Python: keys of a generator written in Python, and keys of fields in several threads."""
import concurrent.futures
import json

import gi

gi.require_version("HBase", "1.0")
gi.require_version("HBasePlan", "1.0")
from gi.repository import GLib, GObject, HBase, HBasePlan  # noqa: E402


class Countdown(GObject.Object, HBase.KeyGenerator):
    """The keys 9, 8, … 0."""

    def __init__(self):
        super().__init__()
        self.next_key = 9

    def do_next(self, cancellable):
        if self.next_key < 0:
            return None
        self.next_key -= 1
        return GLib.Bytes.new(b"%d" % (self.next_key + 1))


def in_threads(simulator, splits, n_threads):
    simulation = HBasePlan.Simulation.new(splits)
    with concurrent.futures.ThreadPoolExecutor(n_threads) as pool:
        for chunk in pool.map(lambda i: simulator.run_chunk(i, None), range(simulator.get_n_chunks())):
            assert simulation.add_chunk(chunk)
    return simulation.to_json()


splits = [GLib.Bytes.new(b"3"), GLib.Bytes.new(b"7")]
simulator = HBasePlan.Simulator.new(Countdown(), splits, 0)
assert not simulator.is_parallel()
simulation = simulator.run(None)
assert [simulation.get_region_puts(i) for i in range(3)] == [3, 4, 3]
assert simulation.to_text() == ":3:1.0\n3:4:1.3333\n7:3:1.0\ntotal requests:10\n"
assert bytes(simulation.get_region_start(1).get_data()) == b"3"

keys = HBasePlan.FieldKeyGenerator.new(HBase.KeySchema.new("salt:md5-hex(8,id),id:int64"), 7)
assert keys.define("id=zipf(1000)")
assert keys.get_key(5).get_data() == keys.get_key(5).get_data()
simulator = HBasePlan.Simulator.new(keys, splits, 5000)
assert in_threads(simulator, splits, 1) == in_threads(simulator, splits, 4)
try:
    keys.define("id=none")
    assert False, "a wrong definition is accepted"
except GLib.Error as error:
    assert error.matches(HBase.error_quark(), HBase.Error.INVALID_ARGUMENT), error

picture = simulation.to_picture()
assert picture.get_title() == "10 puts in 3 regions", picture.get_title()
assert picture.get_description().startswith("A bar for each region: the largest has 40 % of the puts")
shapes = [picture.get_shape(i) for i in range(picture.get_n_shapes())]
assert (shapes[0].width, shapes[0].height) == (picture.get_width(), picture.get_height())
bars = [shape for shape in shapes if shape.kind == HBasePlan.ShapeKind.RECTANGLE and shape.text]
assert [bar.text for bar in bars] == [
    "region 1 from (first key): 3 puts", "region 2 from 3: 4 puts", "region 3 from 7: 3 puts"], bars
assert picture.to_svg() == simulation.to_svg()

keys = HBasePlan.FieldKeyGenerator.new(HBase.KeySchema.new("id:uint64"), 1)
assert keys.define("id=sequence")
simulation = HBasePlan.Simulator.new(keys, None, 20000).run(None)
advisor = HBasePlan.RegionAdvisor(simulation=simulation, rate=20000, row_size=300, servers=5)
advice = advisor.run()
assert advice.has_changes()
assert (advice.get_n_regions(), advice.get_n_salts(), advice.get_region_size()) == (10, 10, 10 << 30)
assert [bytes(key.get_data()) for key in advice.get_splits()] == [bytes([i]) for i in range(1, 10)]
assert json.loads(advice.to_json())["salts"] == 10
assert advice.to_text().startswith("advice for 20000 rows/s of 300 B on 5 servers:\n")
salts = next(r for r in advice.list() if r.get_topic() == HBasePlan.RegionTopic.SALTS)
assert salts.is_change() and "salt:phoenix(10)" in salts.get_advice() and "5 servers" in salts.get_basis()
assert salts.get_keys() == []
