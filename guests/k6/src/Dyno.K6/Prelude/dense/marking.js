// Which functions wait, and whether each of them can be made to wait without holding its thread. What cannot be known is
// taken to wait; what waits where nothing can wait is a problem, and the script stays as it is.

const WAITING = { 'k6': ['sleep', 'group'], 'k6/http': ['get', 'head', 'post', 'put', 'patch', 'del', 'options', 'request', 'batch'], 'k6/ws': ['connect'], 'k6/x/sse': ['open'] };
const CALLING_BACK = new Set(['k6/ws', 'k6/x/sse']); // their functions that wait are generators, because they call what the script gives them
const WAITING_METHODS = ['submitForm', 'clickLink'];
const WAITING_METHODS_OF_GRPC = ['connect', 'invoke', 'healthCheck']; // of a client of k6/net/grpc; elsewhere such names are common
const ARRAY_METHODS = new Set(['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'reduce', 'reduceRight', 'each']);
const CALLING_METHODS = new Map([ // which of its arguments it calls
  ['sort', 0], ['toSorted', 0], ['then', 0], ['catch', 0], ['finally', 0], ['setTimeout', 0], ['setInterval', 0], ['queueMicrotask', 0], ['Promise', 0],
  ['from', 1], ['groupBy', 1], ['replace', 1], ['replaceAll', 1], ['parse', 1], ['stringify', 1],
]);
// What keeps functions without calling them: whoever reads them later may call them.
const KEEPING_METHODS = new Set(['push', 'unshift', 'splice', 'fill', 'concat', 'add', 'set', 'freeze', 'seal', 'assign', 'create', 'values', 'entries', 'defineProperty']);
// Of every text, list, number and date: a call of one is taken for theirs, not for that of a member whose name only the run knows.
const NATIVE_METHODS = new Set(['push', 'pop', 'shift', 'unshift', 'slice', 'splice', 'concat', 'join', 'indexOf', 'lastIndexOf', 'includes', 'split', 'substring', 'trim',
  'toLowerCase', 'toUpperCase', 'toString', 'toFixed', 'toISOString', 'getTime', 'padStart', 'padEnd', 'startsWith', 'endsWith', 'charAt', 'charCodeAt', 'hasOwnProperty',
  'map', 'forEach', 'flatMap', 'reduce', 'some', 'every', 'findIndex']);
const PROMISING = new Set(['then', 'catch', 'finally', 'queueMicrotask']);
const VARIABLES = new Set(['param', 'let', 'const', 'var']);
const IMPLICIT = new Set(['toJSON', 'valueOf', 'toString', 'then', COMPUTED]);
const ITERATOR_METHODS = new Set(['next', 'return', 'throw']); // called by the language where something is made iterable
const ACCESSORS = new Set(['get', 'set']); // called by the language where a property is defined by a descriptor

function mark(program) {
  const problem = (at, what) => program.problems.push({ file: at.module.file, line: at.line ?? at.node.loc.start.line - 1, what });

  // --- what a name is imported from ------------------------------------------------------------------------------------

  const builtinName = (specifier) => /^(\.|\/|file:|https:)/.test(specifier) ? undefined : specifier; // undefined: of the program
  function importOf(node, scope, depth = 0) {
    if (!node || depth > 20) return undefined;
    switch (node.type) {
      case 'Identifier': {
        const b = scope.find(node.name);
        if (!b || b.writes > 0) return undefined;
        if (b.init) return importOf(b.init, b.initScope, depth + 1);
        if (b.from) { const o = importOf(b.from, b.initScope, depth + 1); return o && member(o, b.fromName); }
        return undefined;
      }
      case 'MemberExpression': {
        const o = importOf(node.object, scope, depth + 1);
        if (!o) return undefined;
        return node.computed ? { ...o, computed: true } : member(o, node.property.name);
      }
      case 'CallExpression':
        if (node.callee.type !== 'Identifier') return undefined;
        if (node.callee.name === 'require' && node.arguments[0] && node.arguments[0].type === 'Literal') return { specifier: String(node.arguments[0].value), path: [] };
        if (node.callee.name === '_interopRequireDefault' || node.callee.name === '_interopRequireWildcard') return importOf(node.arguments[0], scope, depth + 1);
        return undefined;
      default: return undefined;
    }
  }
  const member = (o, name) => name === 'default' ? o : { ...o, path: [...o.path, name] };

  // The module of the program that a specifier means; undefined where it is none of them.
  const files = new Set(program.modules.map((m) => m.file));
  function exporterOf(from, specifier) {
    const file = program.resolve(from, specifier);
    return files.has(file) ? file : undefined;
  }

  // What Dyno's own library has from a part of itself that is left as it is, is known: nothing in there waits.
  for (const { from, scope, file, outside, inside } of program.passedOn) {
    const imported = importOf(from, scope);
    if (imported && file.startsWith('jslib/') && exporterOf(file, imported.specifier) === undefined) continue;
    program.opaque.add(outside);
    program.valueNames.add(inside);
  }

  // A script may replace a function of a module of k6 by its own: http.get = (url) => …
  const replaced = new Map(); // module → names
  for (const { node, scope } of program.memberWrites) {
    const imported = importOf(node.object, scope);
    if (!imported || imported.path.length > 0 || WAITING[imported.specifier] === undefined) continue;
    if (!replaced.has(imported.specifier)) replaced.set(imported.specifier, new Set());
    replaced.get(imported.specifier).add(node.computed ? COMPUTED : node.property.name);
  }
  const mayBeReplaced = (module, name) => { const names = replaced.get(module); return names !== undefined && (names.has(name) || names.has(COMPUTED)); };

  // --- what a call reaches -----------------------------------------------------------------------------------------------

  for (const call of program.calls) {
    let callee = call.node.callee || call.node.tag;
    if (callee.type === 'SequenceExpression') callee = callee.expressions.at(-1);
    if (callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'call') { // a named import, as the compiler calls it
      const imported = importOf(callee.object, call.scope);
      const isDefault = callee.object.type === 'MemberExpression' && callee.object.property.name === 'default';
      if (imported && (isDefault || imported.path.length > 0)) callee = callee.object;
    }
    call.callee = callee;
    const imported = importOf(callee, call.scope);
    if (imported) {
      call.isImported = true;
      const module = builtinName(imported.specifier);
      if (module === undefined) { call.form = 'named'; call.name = imported.path.at(-1) ?? 'default'; if (imported.path.length < 2) call.exporter = exporterOf(call.module.file, imported.specifier); if (imported.computed) { call.form = 'unknown'; call.isNamespace = true; } }
      else { call.form = 'builtin'; call.builtin = module; call.name = imported.path.at(-1); call.isComputed = imported.computed && imported.path.length === 0; call.isReplaced = mayBeReplaced(module, call.name); }
      continue;
    }
    if (callee.type === 'Identifier') {
      const b = call.scope.find(callee.name);
      if (!b) { call.form = 'external'; call.name = callee.name; }
      else {
        const fn = functionOf(b);
        call.form = fn ? 'known' : b.kind === 'class' ? 'class' : callee.name === 'require' && b.kind === 'param' ? 'external' : 'unknown';
        if (fn) call.targets.push(fn);
      }
    } else if (isFunction(callee)) call.form = 'known';
    else if (callee.type === 'MemberExpression' && !callee.computed) {
      call.form = 'named';
      call.name = callee.property.name;
      if ((call.name === 'call' || call.name === 'apply' || call.name === 'bind') && !program.byName.has(call.name)) {
        const fn = callee.object.type === 'Identifier' ? functionOf(call.scope.find(callee.object.name)) : undefined;
        if (fn && call.name === 'bind') fn.escapes = true;
        call.form = call.name === 'bind' ? 'external' : fn ? 'known' : 'unknown';
        const method = callee.object.type === 'MemberExpression' && !callee.object.computed ? callee.object.property.name : undefined;
        if (method !== undefined && (isOfLanguage(callee.object, call.scope) || (ARRAY_METHODS.has(method) && !program.byName.has(method)))) { // Array.prototype.map.call
          call.form = 'external';
          call.name = method + '.' + call.name;
          call.isBorrowed = ARRAY_METHODS.has(method) || CALLING_METHODS.has(method);
        }
        if (fn) call.targets.push(fn);
      }
    } else if (callee.type === 'Super') call.form = 'external';
    else { call.form = 'unknown'; call.isComputed = callee.type === 'MemberExpression'; }
  }
  function isOfLanguage(node, scope) { // Object.prototype.hasOwnProperty
    while (node.type === 'MemberExpression' && !node.computed) node = node.object;
    return node.type === 'Identifier' && !scope.find(node.name) && node.name !== 'globalThis';
  }
  function functionOf(b) {
    for (let depth = 0; b && depth < 20; depth++) {
      if (b.writes > 0) return undefined;
      if (b.fn) return b.fn;
      b = b.alias;
    }
    return undefined;
  }

  // --- which functions can be reached by values ----------------------------------------------------------------------------

  for (const r of program.references) {
    const fn = functionOf(r.binding);
    if (fn) {
      fn.names.push(r.property);
      if (r.isExport) exported(fn, r.property);
      else fn.isProperty = true;
      if (r.object) r.object.push(fn);
      const list = program.byName.get(r.property) ?? [];
      list.push(fn);
      program.byName.set(r.property, list);
    } else if (r.isExport && r.binding.kind === 'class' && r.binding.writes === 0) program.exportedClasses.add(placeOfExport(r.file, r.property));
    else if (!isPlain(r.binding)) {
      program.opaque.add(r.property);
      if (r.object) r.object.isOpen = true;
    }
  }
  const { bindings } = program;
  for (const b of bindings) if (b.escapes || b.writes > 0) { if (b.fn) b.fn.escapes = true; const fn = functionOf(b); if (fn) fn.escapes = true; }
  for (const call of program.calls) {
    const isKept = KEEPING_METHODS.has(call.name);
    for (const c of call.callbacks) {
      const fn = c.target = c.fn ?? functionOf(c.binding);
      if (fn && (isKept || !isExternal(call))) fn.escapes = true;
    }
    if (isKept) for (const o of call.objects) for (const fn of o.fns) fn.escapes = true;
  }

  function isPlain(b) { return b.init !== undefined && NO_CALLABLE.has(b.init.type); }
  // Whether what has this name may be anything. A member that only the run names may have any name, but hardly that of a method of
  // every text and list, not on an object of the language or in a module.
  function isOpaque(call) {
    if (program.opaque.has(call.name)) return true;
    if (!program.opaque.has(COMPUTED)) return false;
    const { object } = call.callee;
    if (call.isImported || NATIVE_METHODS.has(call.name) || (object.type === 'ThisExpression' && program.byName.has(call.name))) return false;
    return !(object.type === 'Literal' || object.type === 'TemplateLiteral' || object.type === 'ArrayExpression' || (object.type === 'Identifier' && !call.scope.find(object.name)));
  }
  function isExternal(call) {
    if (call.form === 'builtin' || call.form === 'external') return true;
    return call.form === 'named' && !program.byName.has(call.name) && !isOpaque(call);
  }

  // --- who waits -------------------------------------------------------------------------------------------------------------

  // Exports are reached by their names, or where a whole module is gone through.
  const readsModules = program.readsAll || program.members.some((m) => m.node.computed && importOf(m.node.object, m.node.$scope));
  const isReachable = (f) => f.escapes || (f.isProperty && program.hasComputedReads) || (readsModules && f.names.length > 0) || f.names.some((n) => program.valueNames.has(n));
  const escapesWaiting = () => program.functions.some((f) => f.blocks && isReachable(f));
  const waitsUnknown = (call) => program.functions.some((f) => f.blocks && (isReachable(f) || call.isNamespace || (f.isProperty && call.isComputed)));
  // The functions of this name; of an import those that its module exports, where it exports any by it.
  function namesakes(name, call) {
    const all = program.byName.get(name) ?? [];
    const own = call === undefined || call.exporter === undefined ? [] : all.filter((f) => f.module.file === call.exporter && f.exports?.has(name));
    return own.length > 0 ? own : all;
  }
  const isNamed = (name, call) => namesakes(name, call).some((f) => f.blocks) || ((program.opaque.has(name) || (call && isOpaque(call))) && escapesWaiting());
  function mayWait(c) {
    if (c.target) return c.target.blocks;
    if (c.isUnknown) return escapesWaiting();
    if (c.name !== undefined) return isNamed(c.name) || (program.opaque.has(COMPUTED) && escapesWaiting());
    return c.binding !== undefined && VARIABLES.has(c.binding.kind) && !isPlain(c.binding) && !importOfBinding(c.binding) && escapesWaiting();
  }
  const importOfBinding = (b) => b.init !== undefined && importOf(b.init, b.initScope) !== undefined;

  function isWaitingMethod(call) { return WAITING_METHODS.includes(call.name) || (program.usesGrpc && WAITING_METHODS_OF_GRPC.includes(call.name)); }
  function waits(call) {
    if (call.form === 'builtin') {
      if (call.isComputed || call.isReplaced) return WAITING[call.builtin] !== undefined;
      if (call.builtin === 'k6' && call.name === 'group') return !(call.callbacks.length === 1 && call.callbacks[0].target && !call.callbacks[0].target.blocks);
      if (call.builtin === 'k6' && call.name === 'check') return checkWaits(call);
      return (WAITING[call.builtin] ?? []).includes(call.name);
    }
    if (call.isNew) return false;
    if (call.form === 'known') return call.targets.some((f) => f.blocks);
    if (call.form === 'unknown') return waitsUnknown(call);
    if (call.form !== 'named') return false;
    if (isWaitingMethod(call) && !program.byName.has(call.name)) return call.usesWaitingMethod = true;
    if (isNamed(call.name, call)) return true;
    return ARRAY_METHODS.has(call.name) && call.callbacks.some((c) => c.index === 0 && mayWait(c));
  }
  // Conditions that stand there are known; others are any function that is a member of something.
  function checkWaits(call) {
    if (call.args.length < 2) return false;
    const conditions = call.objects.find((o) => o.index === 1);
    if (conditions && conditions.fns.some((f) => f.blocks)) return true;
    return (!conditions || conditions.fns.isOpen === true) && program.functions.some((f) => f.blocks && (f.escapes || f.isProperty));
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const call of program.calls) {
      if (call.waits || !waits(call)) continue;
      call.waits = changed = true;
      if (call.owner && !call.owner.blocks) { call.owner.blocks = true; call.owner.because = call; }
    }
  }

  // --- who leaves promises behind: their reactions would run while the user waits, and not afterwards, as where it has a thread ------

  const leavesPromise = (f) => f.node.async || f.promises;
  function promises(call) {
    if (call.targets.some(leavesPromise)) return true;
    if (call.form !== 'named' && call.form !== 'external') return false;
    return program.byName.has(call.name) ? call.form === 'named' && program.byName.get(call.name).some(leavesPromise) : PROMISING.has(call.name);
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const call of program.calls) {
      if (call.promises || !promises(call)) continue;
      call.promises = changed = true;
      for (let fn = call.owner; fn && fn.kind !== 'module'; fn = fn.parent) fn.promises = true;
    }
  }

  // --- where nothing can wait ------------------------------------------------------------------------------------------------

  if (program.hasGenerators) {
    const fn = program.functions.find((f) => f.node.generator);
    problem(fn, 'has a generator function');
  }
  const isImplicit = (name) => IMPLICIT.has(name) || (program.hasIterables && ITERATOR_METHODS.has(name));
  const isAccessor = (fn) => program.hasDescriptors && fn.property?.type !== 'MethodDefinition' && fn.names.some((name) => ACCESSORS.has(name)); // perhaps
  const kinds = { getter: 'a getter', setter: 'a setter', constructor: 'a constructor', field: 'the initializer of a field' };
  for (const fn of program.functions) {
    if (!fn.blocks || fn.kind === 'module') continue;
    const at = { module: fn.module, line: fn.because.node.loc.start.line - 1 };
    if (kinds[fn.kind]) problem(at, 'waits in ' + kinds[fn.kind]);
    else if (fn.node.async) problem(at, 'waits in an async function: a request there belongs into http.asyncRequest()');
    else if (fn.promises) problem(at, 'waits beside promises, whose functions would be called too early');
    else if (fn.names.some(isImplicit)) problem(at, "waits in '" + fn.names.find(isImplicit) + "', which the language calls by itself");
    else if (isAccessor(fn)) problem(at, 'waits in what may be a getter or a setter');
    else if (fn.kind === 'arrow' && (fn.usesArguments || fn.usesSuper)) problem(at, 'waits in an arrow function that uses its surroundings\' arguments or super');
  }
  for (const call of program.calls) {
    const at = { module: call.module, node: call.node };
    if (call.isNew && call.callee.type === 'Identifier' && (functionOf(call.scope.find(call.callee.name)) ?? {}).blocks) problem(at, 'creates an object by a function that waits');
    else if (call.isNew && call.form === 'named' && !program.exportedClasses.has(placeOfExport(call.exporter, call.name))
      && namesakes(call.name, call).some((f) => f.blocks && f.kind === 'function')) problem(at, 'creates an object by a function that waits');
    if (call.waits) {
      if (call.inParameters) problem(at, 'waits in the default value of a parameter');
      if (call.node.type === 'TaggedTemplateExpression') problem(at, 'waits in the tag of a template');
      if (call.owner.kind === 'module' && call.form !== 'builtin') problem(at, 'may wait in the init stage');
    }
    for (const c of call.callbacks)
      if (c.binding && c.binding.init && !String(call.name ?? call.callee.name).startsWith('_interopRequire')) {
        const imported = importOf(c.binding.init, c.binding.initScope);
        if (imported && isWaiting(imported)) problem(at, "passes '" + c.binding.name + "' on as a value");
      }
    if (call.waits && call.form === 'named' && ARRAY_METHODS.has(call.name) && call.callee.optional) problem(at, 'waits in a chain of ?.');
    if (call.waits && inChain(call)) problem(at, 'waits in a chain of ?.');
    const isNative = isExternal(call) || (call.form === 'named' && !program.byName.has(call.name) && !program.opaque.has(call.name));
    if (!isNative) continue;
    const isHome = call.form === 'builtin' && call.builtin === 'k6' && (call.name === 'group' || call.name === 'check');
    if (call.form === 'named' && ARRAY_METHODS.has(call.name)) continue;
    for (const c of call.callbacks) {
      const known = c.target ? c.target.blocks : c.name !== undefined && (program.byName.get(c.name) ?? []).some((f) => f.blocks);
      if (known && !isHome && !KEEPING_METHODS.has(call.name)) problem(at, 'hands a function that waits to ' + nameOf(call));
      else if (!known && !isHome && !c.target && (call.isBorrowed ? c.index > 0 : CALLING_METHODS.get(call.name) === c.index) && mayWait(c)) problem(at, 'may hand a function that waits to ' + nameOf(call));
    }
    if (!isHome && !KEEPING_METHODS.has(call.name)) for (const o of call.objects) if (o.fns.some((f) => f.blocks)) problem(at, 'hands a function that waits to ' + nameOf(call));
  }
  for (const b of bindings) { // http or http.get as a value: nobody knows who calls it
    if (!b.escapes || !b.init) continue;
    const imported = importOf(b.init, b.initScope);
    if (imported && isWaiting(imported)) program.problems.push({ file: b.escapeFile, line: b.escapeLine, what: "passes '" + asWritten(b) + "' on as a value" });
  }
  for (const r of program.references) { // { http }, this.http = http: nobody would know what this.http.get is
    const imported = r.binding.init && importOf(r.binding.init, r.binding.initScope);
    if (imported && isWaiting(imported)) program.problems.push({ file: r.file, line: r.line, what: "passes '" + asWritten(r.binding) + "' on as a value" });
  }
  for (const m of program.members) {
    if (m.use.kind === 'init') continue;
    const imported = importOf(m.node, m.node.$scope);
    if (imported && isWaiting(imported)) problem(m, "passes '" + (imported.path.at(-1) ?? imported.specifier) + "' on as a value");
  }
  function asWritten(b) { return b.name.replace(/^_(\w+?)2?$/, '$1'); } // _k6http2, as the compiler of modules calls it
  function isWaiting(imported) {
    const names = WAITING[builtinName(imported.specifier) ?? ''];
    return names !== undefined && (imported.path.length === 0 || names.includes(imported.path.at(-1)));
  }
  // a?.b(x).c: the call alone could not be put into parentheses
  function inChain(call) {
    if (call.node.$chain) return false;
    for (let n = call.node; n; n = n.object ?? n.callee) if (n.optional) return true;
    return false;
  }
  function nameOf(call) { return call.name ? (call.isNew ? 'new ' : '') + call.name + '()' : 'a function of the language'; }
}
