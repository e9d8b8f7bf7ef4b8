// SPDX-License-Identifier: LGPL-2.1-or-later
// What the tests in JavaScript share.

import System from 'system';

import { saveCalls } from './recorder.js';

export function equal(seen, expected) {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  if (left !== right)
    throw new Error(`${left} isn't ${right}`);
}

// Calls the functions, which may be asynchronous, one after the other, and exits.
export async function run(tests) {
  let failures = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      System.gc();
    } catch (error) {
      failures++;
      print(`${name}: ${error.message}\n${error.stack}`);
    }
  }
  saveCalls();
  print(`${Object.keys(tests).length} tests, ${failures} failed`);
  System.exit(failures > 0 ? 1 : 0);
}
