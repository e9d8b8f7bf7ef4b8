// SPDX-License-Identifier: LGPL-2.1-or-later
// What GJS adds to the library when it is imported. The names stay those of the library, with JavaScript's
// habits:
//
// - an asynchronous call without a callback returns a Promise: await table.get_async('row');
// - the cancellable at the end of a call may be left out;
// - where a call takes a get, a put, a delete or a scan, a row key or an object describes one:
//   table.get('row'), table.put('row', {'family:qualifier': 'value'}), table.scan({prefix: 'r', limit: 10});
// - cursors are iterated by rows, page iterators by pages, pages by rows, and rows by cells:
//   for (const row of cursor), for await (const row of cursor); a loop closes its cursor, however it ends;
// - row.toObject() returns the values by column;
// - row.getBigInt('family:qualifier') and cell.getBigInt() return what get_int64() does, as a BigInt.
//
// While GJS 1.74 frees memory, which it does in steps between which the program goes on, it calls no
// callback: the call under way then never ends. So an asynchronous call that is complete at once returns a
// promise that is fulfilled already, and has no callback: an addition to a batch that isn't full, a row that
// was received.
//
// Text stands for its bytes in UTF-8; other bytes are a Uint8Array or a GLib.Bytes. A whole number beyond
// 2^53 is passed as a BigInt, and returned exactly by getBigInt() and by functions whose names end with
// _text. A number with a fraction is refused where an integer is expected, and so is text that has no bytes
// in UTF-8.

const { GLib } = imports.gi;

const toBytes = data => data instanceof GLib.Bytes ? data.toArray() : data;
const isBytes = data => typeof data === 'string' || data instanceof Uint8Array || data instanceof GLib.Bytes;
const isPlain = data => data !== null && typeof data === 'object' && data.constructor === Object;

// ---- calls ----

// Replaces a method by one of the same name and number of parameters.
function replace(owner, name, call) {
  const { length } = owner[name];
  owner[name] = Object.defineProperties(call, { name: { value: name }, length: { value: length } });
}

// Adds null for each argument that is left out at the end.
const complete = (args, count) => args.concat(Array(Math.max(count - args.length, 0)).fill(null));

// Gio._promisify would take the first answer of exists_multiple() for a success flag, and remove it.
function returnPromise(owner, name) {
  const start = owner[name];
  const finish = name.replace(/_async$/, '_finish');
  replace(owner, name, function (...args) {
    if (typeof args.at(-1) === 'function')
      return start.call(this, ...complete(args.slice(0, -1), start.length - 1), args.at(-1));
    if (args.length >= start.length)
      return start.apply(this, args);
    const { stack } = new Error();
    return new Promise((resolve, reject) => {
      start.call(this, ...complete(args, start.length - 1), (_source, result) => {
        try {
          resolve(this[finish](result));
        } catch (error) {
          error.stack += `### Promise created here: ###\n${stack}`;
          reject(error);
        }
      });
    });
  });
}

function completeArguments(owner, name) {
  const call = owner[name];
  replace(owner, name, function (...args) {
    return call.apply(this, complete(args, call.length));
  });
}

// These never block, and aren't looked at, as each function takes time to resolve.
const isAccessor = name => /^(constructor|(get|set|is|has|add|ref|dup|to|list|unset|remove)_.*)$/.test(name);

// GJS shows the names of a function's parameters as its text.
function endsWithCancellable(owner, name) {
  const call = Object.getOwnPropertyDescriptor(owner, name)?.value;
  return typeof call === 'function' && /\bcancellable\) \{/.test(call.toString());
}

function adaptCalls(owner) {
  const names = new Set(Object.getOwnPropertyNames(owner));
  for (const name of names) {
    if (/_async$/.test(name))
      returnPromise(owner, name);
    else if (names.has(`${name}_finish`) || (!isAccessor(name) && endsWithCancellable(owner, name)))
      completeArguments(owner, name);
  }
}

// Has a method replace its leading arguments by what describe() makes of them, or leave them if that is null.
function describeArguments(type, names, describe) {
  for (const name of names) {
    const call = type.prototype[name];
    replace(type.prototype, name, function (...args) {
      return call.apply(this, describe(...args) ?? args);
    });
  }
}

// ---- records ----

function splitColumn(column) {
  const colon = column.indexOf(':');
  return colon < 0 ? [column, null] : [column.slice(0, colon), column.slice(colon + 1)];
}

function addValue(put, column, value) {
  const [family, qualifier] = splitColumn(column);
  if (!isBytes(value))
    throw new TypeError(`the value of ${column} must be text or bytes; HBase.Put.add_int64() adds a number`);
  if (qualifier === null)
    throw new TypeError(`a column is 'family:qualifier', not '${column}'`);
  put.add(family, qualifier, toBytes(value));
}

function addColumn(scan, column) {
  const [family, qualifier] = splitColumn(column);
  if (qualifier === null)
    scan.add_family(family);
  else
    scan.add_column(family, qualifier);
}

function setProperty(scan, name, value) {
  if (name === 'columns')
    value.forEach(column => addColumn(scan, column));
  else if (name === 'filter' && typeof value === 'string')
    scan.set_filter_text(value);
  else if (scan[`set_${name}`] === undefined)
    throw new TypeError(`a scan has no ${name}: there is no HBase.Scan.set_${name}()`);
  else
    scan[`set_${name}`](toBytes(value));
}

function addRecords(HBase) {
  // What KeySchema.encode() returns is a key for all of them.
  for (const type of [HBase.Append, HBase.Delete, HBase.Get, HBase.Increment, HBase.Put]) {
    const make = type.new;
    replace(type, 'new', function (row) {
      return make.call(this, toBytes(row));
    });
  }
  HBase.Put.from = (row, cells) => {
    const put = HBase.Put.new(toBytes(row));
    Object.entries(cells).forEach(([column, value]) => addValue(put, column, value));
    return put;
  };
  HBase.Scan.from = properties => {
    const scan = HBase.Scan.new();
    Object.entries(properties).forEach(([name, value]) => setProperty(scan, name, value));
    return scan;
  };
  const describe = make => (row, ...args) => isBytes(row) ? [make(toBytes(row)), ...args] : null;
  const describeEach = make => (rows, ...args) => {
    if (isBytes(rows))
      throw new TypeError(`an array of rows is expected, not ${rows}`);
    return [rows?.map(row => isBytes(row) ? make(toBytes(row)) : row), ...args];
  };
  const describePut = (row, cells, ...args) => {
    if (isBytes(row) && !isPlain(cells))
      throw new TypeError(`the cells of a row are an object, {'family:qualifier': value}, not ${cells}`);
    return isPlain(cells) ? [HBase.Put.from(row, cells), ...args] : null;
  };
  const describeScan = (properties = {}) => isPlain(properties) ? [HBase.Scan.from(properties)] : null;
  const { Table, Batch, Get, Delete } = HBase;
  describeArguments(Table, ['get', 'get_async', 'exists', 'exists_async'], describe(Get.new));
  describeArguments(Table, ['get_multiple', 'get_multiple_async', 'exists_multiple', 'exists_multiple_async'],
    describeEach(Get.new));
  describeArguments(Table, ['delete', 'delete_async'], describe(Delete.new));
  describeArguments(Table, ['delete_multiple', 'delete_multiple_async'], describeEach(Delete.new));
  describeArguments(Table, ['put', 'put_async'], describePut);
  describeArguments(Table, ['scan'], describeScan);
  describeArguments(HBase.KeySchema, ['decode', 'decode_field'], (key, ...args) => [toBytes(key), ...args]);
  describeArguments(Batch, ['delete', 'delete_async'], describe(Delete.new));
  describeArguments(Batch, ['put', 'put_async'], describePut);
}

// ---- calls that are complete at once ----

// Has an asynchronous method call its blocking twin while the object is ready: the twin doesn't block then.
function completeAtOnce(type, name) {
  const call = type.prototype[name];
  const start = type.prototype[`${name}_async`];
  replace(type.prototype, `${name}_async`, function (...args) {
    const isAwaited = typeof args.at(-1) !== 'function' && args.length < start.length;
    if (!isAwaited || !(this instanceof type) || !this.is_ready())
      return start.apply(this, args);
    try {
      return Promise.resolve(call.apply(this, args));
    } catch (error) {
      return Promise.reject(error);
    }
  });
}

function completeAllAtOnce({ Batch, TableCursor }) {
  ['put', 'delete', 'append', 'increment'].forEach(name => completeAtOnce(Batch, name));
  ['next', 'next_batch'].forEach(name => completeAtOnce(TableCursor, name));
}

// ---- arguments ----

const isInexact = value => typeof value === 'number' && !Number.isInteger(value);
const isBroken = value => typeof value === 'string' && /\p{Surrogate}/u.test(value);

// GJS cuts the fraction of a number where an integer is expected, and replaces half of a pair of UTF-16 code
// units by U+FFFD, so that two keys would become one. A function with one of the names in `fractional` takes
// fractions.
function checkArguments(owner, name, fractional) {
  const call = Object.getOwnPropertyDescriptor(owner, name)?.value;
  if (typeof call !== 'function' || name === 'constructor')
    return;
  replace(owner, name, function (...args) {
    const values = args.flat();
    const inexact = fractional.includes(name) ? undefined : values.find(isInexact);
    if (inexact !== undefined)
      throw new TypeError(`${name}: a whole number is expected, not ${inexact}`);
    if (values.some(isBroken))
      throw new TypeError(`${name}: text with half of a surrogate pair has no bytes in UTF-8: pass bytes`);
    return call.apply(this, args);
  });
}

function checkAllArguments(owner, fractional) {
  Object.getOwnPropertyNames(owner).forEach(name => checkArguments(owner, name, fractional));
}

// ---- iteration ----

// As many rows as were received.
const ALL_RECEIVED = 0;

function* iterateRows() {
  try {
    for (let row; (row = this.next()) !== null;)
      yield row;
  } finally {
    this.close();
  }
}

async function* awaitRows() {
  try {
    for (let rows; (rows = await this.next_batch_async(ALL_RECEIVED)) !== null;)
      yield* rows;
  } finally {
    await this.close_async();
  }
}

function* iteratePages() {
  for (let page; (page = this.next()) !== null;)
    yield page;
}

async function* awaitPages() {
  for (let page; (page = await this.next_async()) !== null;)
    yield page;
}

function* iterateCells() {
  for (let i = 0; i < this.get_n_cells(); i++)
    yield this.get_cell(i);
}

function decodeText(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeValue(value, column) {
  const text = decodeText(value);
  if (text === null)
    throw new TypeError(`the value of ${column} isn't UTF-8: give toObject() a function that decodes it`);
  return text;
}

function columnOf(cell) {
  const names = [cell.get_family(), cell.get_qualifier()].map(decodeText);
  return names.includes(null) ? cell.dup_column_escaped() : names.join(':');
}

// Returns the newest value of each column, as text or what decode (bytes, column) returns. A column that
// isn't UTF-8 is named in printable escapes.
function toObject(decode = decodeValue) {
  const values = {};
  for (const cell of this) {
    const column = columnOf(cell);
    if (!Object.hasOwn(values, column))
      values[column] = decode(cell.get_value(), column);
  }
  return values;
}

// ---- numbers ----

// Returns a value of eight bytes as a BigInt: GJS would round a number beyond 2^53. Other values, and no
// value, are errors of get_int64().
function readBigInt(value, owner, ...args) {
  if (value?.get_size() !== 8)
    return BigInt(owner.get_int64(...args));
  const { buffer, byteOffset } = value.toArray();
  return new DataView(buffer, byteOffset).getBigInt64(0);
}

function getRowBigInt(column) {
  const [family, qualifier] = splitColumn(column);
  return readBigInt(qualifier === null ? null : this.ref_value(family, qualifier), this, column);
}

function getCellBigInt() {
  return readBigInt(this.ref_value(), this);
}

function addNumbers({ Row, Cell }) {
  Row.prototype.getBigInt = getRowBigInt;
  Cell.prototype.getBigInt = getCellBigInt;
}

function addIteration(HBase) {
  const { TableCursor, PageIterator, Page, Row } = HBase;
  TableCursor.prototype[Symbol.iterator] = iterateRows;
  TableCursor.prototype[Symbol.asyncIterator] = awaitRows;
  PageIterator.prototype[Symbol.iterator] = iteratePages;
  PageIterator.prototype[Symbol.asyncIterator] = awaitPages;
  Page.prototype[Symbol.iterator] = function () {
    return this.get_rows()[Symbol.iterator]();
  };
  Row.prototype[Symbol.iterator] = iterateCells;
  Row.prototype.toObject = toObject;
}

// ---- namespaces ----

// The override of another library of ours calls both, too.
function adaptNamespace(namespace) {
  for (const name of Object.getOwnPropertyNames(namespace)) {
    const type = namespace[name];
    if (type?.prototype)
      [type, type.prototype].forEach(adaptCalls);
  }
}

function checkNamespace(namespace, fractional) {
  for (const name of Object.getOwnPropertyNames(namespace)) {
    const type = namespace[name];
    if (type?.prototype)
      [type, type.prototype].forEach(owner => checkAllArguments(owner, fractional));
    else
      checkArguments(namespace, name, fractional);
  }
}

// GJS calls this with the namespace when it is imported.
function _init() {
  adaptNamespace(this);
  addRecords(this);
  completeAllAtOnce(this);
  addIteration(this);
  addNumbers(this);
  checkNamespace(this, ['new_random_row']);
}
