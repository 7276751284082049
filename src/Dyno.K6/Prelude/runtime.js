// The ground every virtual user stands on: globals, module loading, timers, the iteration itself. One function; its
// caller is ScriptUser.cs. F is memory shared with .NET (Frame.cs says what lies where); host holds .NET's functions.
(function (host, F, config) {
'use strict';

const global = globalThis;
const state = { isInit: true, hasDefault: false, exec: null, data: undefined, tags: 0, group: '' };

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
  if (value instanceof Date) return top ? value.toISOString() : JSON.stringify(value);
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

// --- timers and the event loop ----------------------------------------------------------------------------------------

const PENDING = 1; // in F: timers and operations that keep an iteration from ending
let timers = [];
let nextTimer = 1;
const operations = new Map();
let nextOperation = 1;

function pendingChanged() { F[PENDING] = timers.length + operations.size; F[7] = timers.length > 0 ? timers[0].at : -1; }

function addTimer(callback, delay, every, args) {
  if (typeof callback !== 'function') throw new TypeError('the first argument of a timer must be a function');
  if (state.isInit) throw new Error('timers cannot be used in the init stage');
  let wait = Number(delay);
  if (!(wait >= 0)) wait = 0;
  const timer = { id: nextTimer++, at: host.now() + wait, every: every ? Math.max(wait, 1) : -1, callback, args };
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
    operations.set(id, { resolve, reject });
    try { start(id); } catch (e) { operations.delete(id); reject(e); }
    pendingChanged();
  });
}

// Runs what is due. When the next timer is due stands in F[7]: promise jobs that run after this may still change it.
function pump() {
  for (;;) {
    const ended = host.takeEnded();
    if (ended === 0) break;
    const op = operations.get(ended);
    operations.delete(ended);
    pendingChanged();
    if (op) op.resolve(op.read ? op.read() : ended);
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

function define(name, make) { builtin.set(name, { make, exports: undefined }); }

function builtinExports(name) {
  const entry = builtin.get(name);
  if (entry.exports === undefined) {
    const named = entry.make(kit);
    const exports = {};
    Object.defineProperty(exports, '__esModule', { value: true });
    Object.assign(exports, named);
    if (!('default' in named)) exports.default = named;
    entry.exports = exports;
  }
  return entry.exports;
}

function requireFrom(from) {
  return function require(specifier) {
    onlyInit('require()');
    if (typeof specifier !== 'string') throw new TypeError('require() needs the name of a module');
    if (builtin.has(specifier)) return builtinExports(specifier);
    const found = JSON.parse(host.resolve(from, specifier));
    if (found.builtin) return builtinExports(found.builtin);
    return load(found.file).exports;
  };
}

function load(file) {
  let module = loaded.get(file);
  if (module) return module;
  module = { exports: {}, id: file, filename: file };
  loaded.set(file, module);
  try {
    const body = host.moduleBody(file);
    if (typeof body === 'string') module.exports = JSON.parse(body);
    else {
      const result = body.call(undefined, module.exports, requireFrom(file), module, file, file.replace(/\/[^/]*$/, ''));
      if (result && typeof result.then === 'function') module.pending = result;
    }
  } catch (e) { loaded.delete(file); throw e; }
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
const EVENTS = 2, LOG = 64, ROOM = 240, TAGS = 4;
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

const kit = { host, F, state, config, show, inInit, onlyInit, encoder, bytesOf, textOf, tagsOf, event, tagSet, operation, operations,
  pendingChanged, timerFunctions, builtinExports, has: (name) => builtin.has(name) };

// --- globals ----------------------------------------------------------------------------------------------------------

function constant(name, value) { Object.defineProperty(global, name, { value, writable: true, configurable: true, enumerable: false }); }
constant('global', global);
constant('console', consoleObject);
constant('__ENV', config.env);
constant('__VU', config.vu);
for (const name of Object.keys(timerFunctions)) constant(name, timerFunctions[name]);
constant('open', function open(path, mode) {
  onlyInit('open()');
  if (path === undefined || path === null || path === '') throw new TypeError('open() needs the name of a file');
  const id = host.openFile(String(path));
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
const waiting = { rejection: undefined, has: false };

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
  iteration = F[0];
  const result = current(state.data);
  if (result !== undefined && result !== null && typeof result.then === 'function') follow(result);
}

let unsettled = 0;
function follow(promise) {
  unsettled++;
  F[5] = unsettled;
  promise.then(
    () => { unsettled--; F[5] = unsettled; },
    (e) => { unsettled--; F[5] = unsettled; waiting.has = true; waiting.rejection = e; F[6] = 1; });
}
function rethrow() { F[6] = 0; waiting.has = false; const e = waiting.rejection; waiting.rejection = undefined; throw e; }

return {
  define, start, iterate, pump, forgetPending, rethrow, kit,
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
  summaryKeys() { return state.summary && typeof state.summary === 'object' ? JSON.stringify(Object.keys(state.summary)) : ''; },
  summaryText(key) {
    const value = state.summary[key];
    if (typeof value === 'string') return value;
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encoder.decode(bytesOf(value, 'summary'));
    throw new TypeError("handleSummary(): the value of '" + key + "' must be a string or an ArrayBuffer");
  },
};
})
