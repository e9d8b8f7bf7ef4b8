#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every `get_statistics` returns a dictionary of unsigned 64-bit numbers, or lists of dictionaries,
whose keys are those that the documentation lists."""

import os
import re
import sys
import unittest
import xml.etree.ElementTree

import gi

gi.require_version('HBase', '1.0')
from gi.repository import HBase  # noqa: E402

GI = '{http://www.gtk.org/introspection/core/1.0}'
gir = xml.etree.ElementTree.parse(os.path.join(os.environ["top_builddir"], 'HBase-1.0.gir'))


def documented_keys(text):
    """Of a list: `- `key`, `key`: meaning`."""
    return [key for item in re.findall(r'^- ((?:`[a-z0-9-]+`(?:, )?)+): ', text, re.MULTILINE)
            for key in re.findall(r'`([a-z0-9-]+)`', item)]


class Statistics(unittest.TestCase):
    def test_keys_are_documented(self):
        names = []
        for element in gir.getroot().iter(GI + 'class'):
            for method in element.findall(GI + 'method'):
                if method.get('name') == 'get_statistics':
                    names.append(element.get('name'))
                    statistics = getattr(HBase, names[-1])().get_statistics()
                    documented = documented_keys(method.find(GI + 'doc').text)
                    self.assertEqual(list(statistics.keys()), documented, names[-1])
                    values = [statistics[key] for key in documented]
                    self.assertEqual([value for value in values if value not in (0, [])], [], names[-1])
        self.assertEqual(sorted(names), ['Batch', 'Connection', 'Prepender', 'Sequence', 'TableCursor'])


if __name__ == '__main__':
    sys.exit(unittest.main())
