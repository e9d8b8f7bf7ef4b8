// SPDX-License-Identifier: LGPL-2.1-or-later
// Records which functions of the libraries a program in JavaScript calls.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';
import HBasePlan from 'gi://HBasePlan?version=1.0';

export const called = new Set();

function recordCall(owner, name, label) {
  const call = owner[name];
  if (typeof call !== 'function' || name === 'constructor')
    return;
  const { length } = call;
  owner[name] = Object.defineProperty(function (...args) {
    called.add(label);
    return call.apply(this, args);
  }, 'length', { value: length });
}

// Constructors are the class's own functions, methods those of its prototype.
function recordCalls({ namespace, type, name, label }) {
  for (const owner of type === null ? [namespace] : [namespace[type], namespace[type].prototype]) {
    if (owner && Object.hasOwn(owner, name))
      recordCall(owner, name, label);
  }
}

// Returns the functions that the GIR of a namespace describes. The type of functions of the module is null.
function listFunctions(namespace, girName) {
  const file = Gio.File.new_for_path(`${GLib.getenv('top_builddir')}/${girName}-1.0.gir`);
  const gir = new TextDecoder().decode(file.load_contents(null)[1]);
  const found = [];
  let type = null;
  const kinds = '(?:class|record|interface|enumeration)';
  const types = new RegExp(`<(${kinds}) name="(\\w+)"|</${kinds}>`);
  const calls = /<(method|constructor|function) name="(\w+)"([^>]*)>(.*?)<\/\3>/;
  const tags = new RegExp(`${types.source}|${calls.source}`, 'gs');
  for (const [, , opened, kind, name, attributes] of gir.matchAll(tags)) {
    if (kind === undefined) {
      type = opened ?? null;
    } else if (!/introspectable="0"|moved-to=/.test(attributes)) {
      found.push({ namespace, type, name, label: type === null ? name : `${type}.${name}` });
    }
  }
  return found;
}

// Appends what was called to the file that the environment names, if it does.
export function saveCalls() {
  const path = GLib.getenv('HBASE_TEST_CALLS');
  if (path === null)
    return;
  const stream = Gio.File.new_for_path(path).append_to(Gio.FileCreateFlags.NONE, null);
  stream.write_all(`${[...called].join('\n')}\n`, null);
  stream.close(null);
}

// The functions of the libraries.
export const functions = [...listFunctions(HBase, 'HBase'), ...listFunctions(HBasePlan, 'HBasePlan')];
functions.forEach(recordCalls);
