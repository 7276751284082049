// The ground every virtual user stands on: globals, module loading, timers, the iteration itself. One function; its
// caller is ScriptUser.cs. F is memory shared with .NET (Frame.cs says what lies where); host holds .NET's functions.
(function (host, F, config, machine) {
'use strict';

const isShared = config.isShared === true; // several virtual users in this machine: each has globals of its own
const global = isShared ? Object.create(globalThis) : globalThis;
const state = { isInit: true, hasDefault: false, exec: null, data: undefined, tags: 0, group: '', suspends: false };

// --- texts for people -------------------------------------------------------------------------------------------------

function show(value, seen, top) {
  switch (typeof value) {
    case 'string': return top ? value : JSON.stringify(value);
    case 'function': return '[object Function]';
    case 'symbol': return value.toString();
    case 'bigint': return String(value);
    case 'undefined': return 'undefined';
    case 'object': break;
    default: return String(value);
  }
  if (value === null) return 'null';
  if (value instanceof Error) return String(value.stack && !top ? value : value);
  if (value instanceof Date) return JSON.stringify(value);
  if (value instanceof RegExp) return String(value);
  if (seen.includes(value)) return '[Circular]';
  const inner = seen.concat([value]);
  if (Array.isArray(value)) return value.length ? '[ ' + value.map((v) => show(v, inner, false)).join(', ') + ' ]' : '[]';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
    return bytes.length ? '[ ' + Array.from(bytes).join(', ') + ' ]' : '[]';
  }
  const plain = typeof value.toJSON === 'function' ? value.toJSON() : value;
  if (typeof plain !== 'object' || plain === null) return show(plain, inner, false);
  const keys = Object.keys(plain);
  return keys.length ? '{ ' + keys.map((k) => k + ': ' + show(plain[k], inner, false)).join(', ') + ' }' : '{}';
}

function print(level) {
  return function () {
    const parts = [];
    for (let i = 0; i < arguments.length; i++) parts.push(show(arguments[i], [], true));
    host.log(level, parts.join(' '));
  };
}
const consoleObject = { log: print('info'), info: print('info'), debug: print('debug'), warn: print('warning'), error: print('error') };

// --- what is in force for metrics: tags and group, over waits -------------------------------------------------------------

const follows = config.followsContext === true && !isShared; // k6's feature async-metric-context
const nativeThen = Promise.prototype.then;

function here() { return { group: state.group, tags: F[4] }; }
function putInForce(context) {
  if (state.group !== context.group) state.enterAgain(context.group);
  F[4] = context.tags;
}
// The function as it was registered: run with what was in force then, whatever is when its time comes.
function following(fn) {
  if (!follows || typeof fn !== 'function') return fn;
  const context = here();
  return function (...args) {
    const before = here();
    putInForce(context);
    try { return fn.apply(this, args); } finally { putInForce(before); }
  };
}
if (follows) {
  Object.defineProperty(Promise.prototype, 'then', { value: function then(done, failed) { return nativeThen.call(this, following(done), following(failed)); }, writable: true, configurable: true });
  Object.defineProperty(globalThis, '$$context', { value: {
    here,
    settled: (value) => nativeThen.call(Promise.resolve(value), (result) => ({ result }), (error) => ({ error, failed: true })),
    resume(context, settled) {
      putInForce(context);
      if (settled.failed) throw settled.error;
      return settled.result;
    },
  } });
}

// --- timers and the event loop ----------------------------------------------------------------------------------------

const OPEN = 1, SUSPENDED = 11, FAILED = 12; // in F; OPEN: timers and operations that keep an iteration from ending
let timers = [];
let nextTimer = 1;
const operations = new Map();
let nextOperation = 1;

function pendingChanged() { F[OPEN] = timers.length + operations.size; F[7] = timers.length > 0 ? timers[0].at : -1; }

function addTimer(callback, delay, every, args) {
  if (typeof callback !== 'function') throw new TypeError('the first argument of a timer must be a function');
  if (state.isInit) throw new Error('timers cannot be used in the init stage');
  let wait = Number(delay);
  if (!(wait >= 0)) wait = 0;
  const timer = { id: nextTimer++, at: host.now() + wait, every: every ? Math.max(wait, 1) : -1, callback: following(callback), args };
  insert(timer);
  pendingChanged();
  return timer.id;
}
function insert(timer) {
  let i = timers.length;
  while (i > 0 && timers[i - 1].at > timer.at) i--;
  timers.splice(i, 0, timer);
}
function removeTimer(id) {
  const i = timers.findIndex((t) => t.id === id);
  if (i >= 0) { timers.splice(i, 1); pendingChanged(); }
}
const timerFunctions = {
  setTimeout(callback, delay, ...args) { return addTimer(callback, delay, false, args); },
  setInterval(callback, delay, ...args) { return addTimer(callback, delay, true, args); },
  clearTimeout(id) { removeTimer(id); },
  clearInterval(id) { removeTimer(id); },
};

// An operation of .NET that ends later: its promise is settled by pump.
function operation(start) {
  return new Promise((resolve, reject) => {
    const id = nextOperation++;
    operations.set(id, { resolve, reject, context: follows ? here() : undefined });
    try { start(id); } catch (e) { operations.delete(id); reject(e); }
    pendingChanged();
  });
}

// Runs what is due. When the next timer is due stands in F[7]: promise jobs that run after this may still change it.
function pump() {
  enter();
  for (;;) {
    const ended = host.takeEnded();
    if (ended === 0) break;
    const op = operations.get(ended);
    operations.delete(ended);
    pendingChanged();
    if (!op) continue;
    if (follows) putInForce(op.context);
    try { op.resolve(op.read ? op.read() : ended); } catch (e) { op.reject(e); }
  }
  const now = host.now();
  if (timers.length > 0 && timers[0].at <= now) {
    const timer = timers.shift();
    if (timer.every >= 0) { timer.at = Math.max(now, timer.at + timer.every); insert(timer); }
    pendingChanged();
    timer.callback(...timer.args);
  }
}
function forgetPending() {
  timers = [];
  operations.clear();
  pendingChanged();
}

// --- modules ----------------------------------------------------------------------------------------------------------

const builtin = new Map(); // name → { make, exports }
const loaded = new Map();  // file → module

// As in k6, a module that exports one object is that object under require(): who wraps a function of it wraps it for all.
const OF_ONE_OBJECT = new Set(['k6/http']);

function define(name, make) { builtin.set(name, { make, exports: undefined }); }

function builtinExports(name) {
  const entry = builtin.get(name);
  if (entry.exports === undefined) {
    const named = entry.make(kit);
    if (OF_ONE_OBJECT.has(name)) return entry.exports = named;
    const exports = {};
    Object.defineProperty(exports, '__esModule', { value: true });
    Object.assign(exports, named);
    if (!('default' in named)) exports.default = named;
    entry.exports = exports;
  }
  return entry.exports;
}

let running; // the file whose top level runs: open() looks beside it

const urlOf = (file) => file.startsWith('/') ? 'file://' + encodeURI(file) : file;

function requireFrom(from) {
  require.meta = { // what import.meta means in the file
    url: urlOf(from),
    resolve(specifier) {
      const found = builtin.has(specifier) ? { builtin: specifier } : JSON.parse(host.resolve(from, String(specifier)));
      return found.builtin || urlOf(found.file);
    },
  };
  return require;
  function require(specifier) {
    onlyInit('require()');
    if (typeof specifier !== 'string') throw new TypeError('require() needs the name of a module');
    if (builtin.has(specifier)) return builtinExports(specifier);
    const found = JSON.parse(host.resolve(from, specifier));
    if (found.builtin) return builtinExports(found.builtin);
    const module = load(found.file);
    if (config.vu === 0 && module.isComplete && module.exports && module.exports.__esModule) host.checkNames(from, specifier, found.file, Object.keys(module.exports).join());
    return module.exports;
  }
}

function load(file) {
  let module = loaded.get(file);
  if (module) return module;
  module = { exports: {}, id: file, filename: file };
  loaded.set(file, module);
  const outer = running;
  running = file;
  try {
    let body = host.moduleBody(file);
    if (typeof body === 'string') module.exports = JSON.parse(body);
    else {
      if (isShared) body = body.apply(undefined, ownNames());
      const result = body.call(undefined, module.exports, requireFrom(file), module, file, file.replace(/\/[^/]*$/, ''));
      if (result && typeof result.then === 'function') module.pending = result;
    }
    module.isComplete = module.pending === undefined; // all that it exports is there
  } catch (e) { loaded.delete(file); throw e; }
  finally { if (outer !== undefined) running = outer; } // what is left of the init stage runs for the main module
  return module;
}

// --- what the modules are built from ----------------------------------------------------------------------------------

function inInit(what) { if (state.isInit) throw new Error(what + ' cannot be used in the init stage (outside of the default function, setup and teardown)'); }
function onlyInit(what) { if (!state.isInit) throw new Error(what + ' can only be used in the init stage (the global scope of the script)'); }

const encoder = { // strings to UTF-8 and back, by .NET
  encode(text) { const bytes = new Uint8Array(host.utf8Length(text)); host.utf8Write(text, bytes); return bytes; },
  decode(bytes) { return host.utf8Read(bytes); },
};

function bytesOf(value, what) {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'string') return encoder.encode(value);
  throw new TypeError(what + ' must be a string, an ArrayBuffer or a typed array');
}

function textOf(value) { return typeof value === 'string' ? value : String(value); }

function tagsOf(tags) { // checked, as a plain object of texts; undefined for none
  if (tags === undefined || tags === null) return undefined;
  if (typeof tags !== 'object') throw new TypeError('tags must be an object');
  const result = {};
  for (const key of Object.keys(tags)) {
    const value = tags[key];
    if (value === null || (typeof value !== 'string' && typeof value !== 'boolean' && typeof value !== 'number'))
      throw new TypeError('the value of tag \'' + key + '\' must be a string, a boolean or a number');
    result[key] = String(value);
  }
  return result;
}

// Samples that are only counted: [code, value, tags] triples in F, drained by .NET. Code ≥ 0 a metric, < 0 a check.
const EVENTS = 2, LOG = 64, ROOM = (F.length - LOG) / 3, TAGS = 4;
function event(code, value, tags) {
  let n = F[EVENTS];
  if (n >= ROOM) { host.flush(); n = 0; }
  const at = LOG + n * 3;
  F[at] = code; F[at + 1] = value; F[at + 2] = tags;
  F[EVENTS] = n + 1;
  if (F[3] !== 0) host.flush(); // somebody wants every sample with its time
}

const tagSets = new Map();
function tagSet(tags) { // the id of the present tags with these on top
  const extra = tagsOf(tags);
  if (extra === undefined) return F[TAGS];
  const key = F[TAGS] + JSON.stringify(extra);
  let id = tagSets.get(key);
  if (id === undefined) {
    if (tagSets.size > 2000) tagSets.clear();
    tagSets.set(key, id = host.tagSet(JSON.stringify(extra)));
  }
  return id;
}

// --- waiting without a thread: where virtual users share a machine ------------------------------------------------------
//
// The script has been rewritten (dense/): a function that waits is a generator, and a call that may wait looks at what it
// got. PENDING: an operation of .NET goes on, yield and take what it gave. A generator: another such function, delegate.

const PENDING = { toString() { return '[an operation goes on]'; } };
function Generator() { /* for instanceof only */ }
Generator.prototype = Object.getPrototypeOf(function* () { /* only its prototype is wanted */ }).prototype;
let reader; // makes the result of the operation that goes on

// Every generator belongs to a function that waits: scripts with others are not fit. One that a script looks at was called where the
// rewriting did not see it, and has not run. So that this is not a value like another, whatever is read from a generator beyond its own
// members throws: they stand on a Proxy.
function notFollowed(name) {
  return new Error(name + " waits, and is called in a way that the dense layout cannot follow: it did not run. Use --vu-layout isolated");
}
function guardGenerators() {
  const generators = Generator.prototype;
  const iterators = Object.getPrototypeOf(generators);
  if (Object.hasOwn(generators, Symbol.iterator)) return; // by another user of the machine
  Object.defineProperty(generators, Symbol.iterator, Object.getOwnPropertyDescriptor(iterators, Symbol.iterator)); // for yield*
  const refuse = () => { throw notFollowed('a function'); };
  Object.setPrototypeOf(generators, new Proxy(iterators, { get: refuse, has: refuse, set: refuse }));
}
if (isShared) guardGenerators();

// Of every function that waits: how often it was called less how often it ran. See countCalls in dense/rewriting.js.
const callCounts = [];
let wasWhole = true; // the last iteration came to its end: an exception or a cut may leave calls behind
function countOf(places) {
  const counts = new Int32Array(places.length);
  callCounts.push({ counts, places });
  return counts;
}
function forgetCalls() { for (const { counts } of callCounts) counts.fill(0); }
function endWhole() {
  for (let k = 0; k < callCounts.length; k++) {
    const { counts, places } = callCounts[k];
    for (let i = 0; i < counts.length; i++) if (counts[i] !== 0) throw notFollowed(places[i]);
  }
  wasWhole = true;
}

function pending(read) { reader = read; return PENDING; }
function take() {
  const read = reader;
  reader = undefined;
  if (F[FAILED] !== 0) { F[FAILED] = 0; throw new Error(host.takeFailure()); }
  return read === undefined ? undefined : read();
}
take.way = (fn) => (fn && fn.$) || fn;

// Gives a function that blocks a way to be called that does not: fn.$.
function waiting(fn) {
  if (isShared)
    Object.defineProperty(fn, '$', { value() { state.suspends = true; try { return fn.apply(this, arguments); } finally { state.suspends = false; } } });
  return fn;
}
function alsoWaiting(fn, generator) { if (isShared) Object.defineProperty(fn, '$', { value: generator }); return fn; }

function* finish(result) { return result === PENDING ? take(yield PENDING) : result instanceof Generator ? yield* result : result; }
const isList = (target) => Array.isArray(target) || ArrayBuffer.isView(target);
const isIterator = (target) => typeof Iterator === 'function' && target instanceof Iterator; // gone through at once, though map() and filter() are lazy
const isSelection = (target) => target !== null && target !== undefined && typeof target.$each === 'function'; // of k6/html
function* call(fn, self, a, b, c, d) { return yield* finish(fn.call(self, a, b, c, d)); }
const each = { // the methods of arrays, and of selections of k6/html, whose callback waits
  * forEach(target, fn, ...rest) {
    if (isIterator(target)) target = [...target];
    if (target instanceof Map || target instanceof Set) for (const [k, v] of target.entries()) yield* call(fn, rest[0], v, k, target);
    else if (!isList(target)) return yield* finish(target.forEach(fn, ...rest));
    else for (let i = 0, n = target.length; i < n; i++) if (i in target) yield* call(fn, rest[0], target[i], i, target);
  },
  * map(target, fn, ...rest) {
    if (isIterator(target)) return (yield* each.map([...target], fn)).values();
    if (isSelection(target)) return yield* target.$map(call, fn);
    if (!isList(target)) return yield* finish(target.map(fn, ...rest));
    const result = new Array(target.length);
    for (let i = 0, n = target.length; i < n; i++) if (i in target) result[i] = yield* call(fn, rest[0], target[i], i, target);
    return result;
  },
  * flatMap(target, fn, ...rest) {
    if (isIterator(target)) return (yield* each.flatMap([...target], fn)).values();
    if (!isList(target)) return yield* finish(target.flatMap(fn, ...rest));
    return (yield* each.map(target, fn, ...rest)).flat();
  },
  * filter(target, fn, ...rest) {
    if (isIterator(target)) return (yield* each.filter([...target], fn)).values();
    if (!isList(target)) return yield* finish(target.filter(fn, ...rest));
    const result = [];
    for (let i = 0, n = target.length; i < n; i++) if (i in target) { const v = target[i]; if (yield* call(fn, rest[0], v, i, target)) result.push(v); }
    return result;
  },
  * search(target, fn, self, name) { // index of the first, or the last, for which it holds
    const n = target.length, isBack = name.startsWith('findLast');
    for (let k = 0; k < n; k++) { const i = isBack ? n - 1 - k : k; if (yield* call(fn, self, target[i], i, target)) return i; }
    return -1;
  },
  * some(target, fn, ...rest) {
    if (isIterator(target)) target = [...target];
    if (!isList(target)) return yield* finish(target.some(fn, ...rest));
    for (let i = 0, n = target.length; i < n; i++) if (i in target && (yield* call(fn, rest[0], target[i], i, target))) return true;
    return false;
  },
  * every(target, fn, ...rest) {
    if (isIterator(target)) target = [...target];
    if (!isList(target)) return yield* finish(target.every(fn, ...rest));
    for (let i = 0, n = target.length; i < n; i++) if (i in target && !(yield* call(fn, rest[0], target[i], i, target))) return false;
    return true;
  },
  * each(target, fn, ...rest) { return isSelection(target) ? yield* target.$each(call, fn) : yield* finish(target.each(fn, ...rest)); },
  * reduce(target, fn, ...rest) { return yield* fold(target, fn, rest, false); },
  * reduceRight(target, fn, ...rest) { return yield* fold(target, fn, rest, true); },
};
for (const name of ['find', 'findIndex', 'findLast', 'findLastIndex'])
  each[name] = function* (target, fn, ...rest) {
    if (isIterator(target)) target = [...target];
    if (!isList(target)) return yield* finish(target[name](fn, ...rest));
    const i = yield* each.search(target, fn, rest[0], name);
    return name.endsWith('Index') ? i : i < 0 ? undefined : target[i];
  };
function* fold(target, fn, rest, isBack) {
  if (isIterator(target)) target = [...target];
  if (!isList(target)) return yield* finish(target[isBack ? 'reduceRight' : 'reduce'](fn, ...rest));
  let has = rest.length > 0, sum = rest[0];
  for (let k = 0, n = target.length; k < n; k++) {
    const i = isBack ? n - 1 - k : k;
    if (!(i in target)) continue;
    if (has) sum = yield* call(fn, undefined, sum, target[i], i, target);
    else { sum = target[i]; has = true; }
  }
  if (!has) throw new TypeError('reduce of empty array with no initial value');
  return sum;
}

// What every module of a shared machine is called with; the order is that of WRAPPER in dense/rewriting.js.
function ownNames() {
  return [PENDING, Generator, take, each, () => global.__ITER, countOf, consoleObject, env, config.vu, global.open, timerFunctions.setTimeout,
    timerFunctions.setInterval, timerFunctions.clearTimeout, timerFunctions.clearInterval, global, global, global.Math];
}

const kit = { follows, nativeThen, host, F, state, config, global, isShared, Generator, notFollowed, finish, pending, waiting, alsoWaiting, show, inInit, onlyInit, encoder, bytesOf, textOf, tagsOf, event, tagSet, operation, operations,
  pendingChanged, timerFunctions, builtinExports, has: (name) => builtin.has(name) };

// --- globals ----------------------------------------------------------------------------------------------------------

function constant(name, value) { Object.defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false }); }
constant('global', global);
if (isShared) { constant('globalThis', global); constant('Math', Object.create(Math)); }
constant('console', consoleObject);
// k6's feature freeze-env: the variables of a scenario are still written below, by setEnv.
const frozen = { set: () => false, defineProperty: () => false, deleteProperty: () => false, setPrototypeOf: () => false };
const env = config.isFrozen ? new Proxy(config.env, frozen) : config.env;
constant('__ENV', env);
constant('__VU', config.vu);
for (const name of Object.keys(timerFunctions)) constant(name, timerFunctions[name]);
constant('open', function open(path, mode) {
  onlyInit('open()');
  if (path === undefined || path === null || path === '') throw new TypeError('open() needs the name of a file');
  const id = host.openFile(String(path), running === undefined ? '' : running);
  if (mode === 'b') {
    const bytes = new Uint8Array(host.fileSize(id));
    host.fileBytes(id, bytes);
    return bytes.buffer;
  }
  return host.fileText(id);
});

let iteration = -1;
Object.defineProperty(global, '__ITER', { get() { return state.isInit || iteration < 0 ? undefined : iteration; }, configurable: true });

// --- the life of a virtual user ---------------------------------------------------------------------------------------

let main;
const rejected = { rejection: undefined, has: false };

function start(file) {
  const require = requireFrom(file);
  constant('require', function (specifier) { onlyInit('require()'); return require(specifier); });
  main = load(file);
}

function exportsOf() { return main.exports || {}; }

function callOf(name) {
  const called = exportsOf()[name];
  return typeof called === 'function' ? called : undefined;
}

let current; // the function of the running scenario
let currentName;

// F[0]: the iteration of this user. Returns at once; promises and timers go on in pump.
function iterate() {
  enter();
  iteration = F[0];
  if (state.group !== '') state.resetGroup(); // of an iteration that was cut
  if (isShared) {
    if (!wasWhole) forgetCalls();
    wasWhole = false;
  }
  const result = current(state.data);
  if (isShared && result instanceof Generator) { suspended = result; advance(); return; }
  if (isShared) endWhole();
  if (result !== undefined && result !== null && typeof result.then === 'function') follow(result);
}

// Goes on until the script waits again, which F[SUSPENDED] says, or has ended.
let suspended;
function advance() {
  enter();
  const step = suspended.next();
  if (!step.done) { F[SUSPENDED] = 1; return; }
  F[SUSPENDED] = 0;
  suspended = undefined;
  endWhole();
  const result = step.value;
  if (result !== undefined && result !== null && typeof result.then === 'function') follow(result);
}

let unsettled = 0;
function follow(promise) {
  unsettled++;
  F[5] = unsettled;
  promise.then(
    () => { unsettled--; F[5] = unsettled; },
    (e) => { unsettled--; F[5] = unsettled; rejected.has = true; rejected.rejection = e; F[6] = 1; });
}
// A rejection that nobody handles ends the iteration as an exception does.
const unhandled = (reason) => { if (F[6] === 0) { rejected.has = true; rejected.rejection = reason; F[6] = 1; } };
function enter() { if (machine.unhandled !== unhandled) machine.unhandled = unhandled; } // of the users of the machine this one runs now
enter();
function rethrow() { F[6] = 0; rejected.has = false; const e = rejected.rejection; rejected.rejection = undefined; throw e; }

return {
  define, start, iterate, advance, pump, forgetPending, rethrow, kit,
  begin() { state.isInit = false; },
  select(name) { currentName = name; current = callOf(name); if (!current) throw new Error("the script exports no function '" + name + "'"); },
  setData(json) { state.data = json === undefined || json === '' ? undefined : JSON.parse(json); },
  dataJson() { return state.data === undefined ? '' : JSON.stringify(state.data); },
  has(name) { const e = exportsOf(); return e[name] === undefined || e[name] === null ? 0 : typeof e[name] === 'function' ? 1 : 2; },
  exportNames() { return Object.keys(exportsOf()).filter((n) => typeof exportsOf()[n] === 'function').join(','); },
  optionsJson() { const o = exportsOf().options; return o === undefined || o === null ? '' : JSON.stringify(o, (k, v) => typeof v === 'number' && !isFinite(v) ? String(v) : v); },
  writeOptions(json) { const o = exportsOf().options; if (o && typeof o === 'object' && !Object.isFrozen(o)) { try { Object.assign(o, JSON.parse(json)); } catch { /* a script that froze its options keeps them */ } } },
  setEnv(json) { Object.assign(config.env, JSON.parse(json)); },
  awaitMain() { if (main && main.pending) follow(main.pending); },
  // setup, teardown: the result becomes JSON; a promise is awaited.
  callSetup() {
    const result = callOf('setup')();
    if (result && typeof result.then === 'function') follow(result.then((v) => { state.data = v; }));
    else state.data = result;
  },
  callTeardown() {
    const result = callOf('teardown')(state.data);
    if (result && typeof result.then === 'function') follow(result);
  },
  callSummary(json) {
    const keep = (result) => { state.summary = result; };
    const result = callOf('handleSummary')(JSON.parse(json));
    if (result && typeof result.then === 'function') follow(result.then(keep));
    else keep(result);
  },
  writeSummary() { // returns whether handleSummary() has said what to write
    if (!state.summary || typeof state.summary !== 'object') return 'no';
    for (const [target, value] of Object.entries(state.summary)) {
      if (typeof value !== 'string' && !(value instanceof ArrayBuffer) && !ArrayBuffer.isView(value))
        throw new TypeError("handleSummary(): the value of '" + target + "' must be a string or an ArrayBuffer");
      host.summaryOutput(target, typeof value === 'string' ? value : bytesOf(value, 'summary'));
    }
    return 'yes';
  },
};
})
