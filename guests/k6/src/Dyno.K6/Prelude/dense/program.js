// Reads the modules of a script into one program: its functions, its calls, and what every name stands for. The parts of
// this folder are put together into one function by DenseCompiler.cs; names are shared.

// What belongs to one virtual user even where several share a machine: DenseCompiler hands these in.
const OWN_NAMES = ['console', '__ENV', '__VU', 'open', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'global', 'globalThis', 'Math'];
const RESERVED = new Set(['$P', '$G', '$t', '$c', '$r', '$take', '$each', '$iteration', '$count']); // what rewriting.js puts in
const CHANGEABLE = new Set(['console', '__ENV', 'window', 'self', 'document', 'navigator', 'process']); // the last are not there: nothing is shared
const OF_GLOBALS = /^\s*return this\s*;?\s*$/; // new Function('return this')(), as bundlers write it
const OF_ASYNC = /^\s*return \(async function\s*\(\)\s*\{\s*\}\)\.constructor\s*;?\s*$/; // as ejs asks whether there are async functions

// What reads members, or writes them, whatever their names are.
const READING_ALL = new Set(['Object.values', 'Object.entries', 'Object.getOwnPropertyDescriptor', 'Object.getOwnPropertyDescriptors', 'Reflect.get']);
const WRITING_ANY = new Set(['Object.fromEntries', 'Object.defineProperty', 'Object.defineProperties', 'Object.groupBy', 'Reflect.defineProperty', 'Reflect.set']);

const DEFINING = new Set(['Object.create', 'Object.defineProperty', 'Object.defineProperties', 'Reflect.defineProperty']); // by descriptors, of which some hold accessors

class Scope {
  constructor(parent, isFunction, bindings) { this.parent = parent; this.isFunction = isFunction; this.names = new Map(); this.bindings = parent ? parent.bindings : bindings; }
  declare(name, kind) {
    let found = this.names.get(name);
    if (!found) {
      this.names.set(name, found = { name, kind, writes: 0, init: undefined, fn: undefined, escapes: false });
      this.bindings.push(found);
    }
    return found;
  }
  find(name) { for (let s = this; s; s = s.parent) { const b = s.names.get(name); if (b) return b; } return undefined; }
}

// What a call or an object's member must not hold for nobody to be able to call it.
const NO_CALLABLE = new Set(['Literal', 'TemplateLiteral', 'ObjectExpression', 'ArrayExpression', 'BinaryExpression', 'UnaryExpression', 'UpdateExpression', 'ClassExpression']);
const UNKNOWN_ARGUMENTS = new Set(['CallExpression', 'NewExpression', 'TaggedTemplateExpression', 'AssignmentExpression', 'AwaitExpression', 'ThisExpression']);
const COMPUTED = '[computed]'; // the name of a member that only the run knows
const nameOf = (key) => String(key.name ?? key.value);

const isFunction = (n) => n.type === 'FunctionDeclaration' || n.type === 'FunctionExpression' || n.type === 'ArrowFunctionExpression';

function readProgram(modules) {
  const program = { modules: [], functions: [], calls: [], byName: new Map(), opaque: new Set(), problems: [],
    references: [], members: [], bindings: [], valueNames: new Set(), hasComputedReads: false, readsAll: false, exportedClasses: new Set(), passedOn: [], memberWrites: [], hasGenerators: false, hasIterables: false, hasDescriptors: false,
    usesGrpc: modules.some((m) => /(['"])k6\/net\/grpc\1/.test(m.text)) };
  for (const m of modules) {
    const before = program.bindings.length;
    program.modules.push(readModule(program, m.file, m.text));
    const taken = program.bindings.slice(before).find((b) => RESERVED.has(b.name));
    if (taken) program.problems.push({ file: m.file, line: 0, what: "has a variable of the name '" + taken.name + "', which the layout needs" });
  }
  return program;
}

function readModule(program, file, text) {
  const arrows = [];
  const ast = acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'script', locations: true, onToken: (t) => { if (t.type.label === '=>') arrows.push(t.start); } });
  const module = { file, text, ast, arrows, iterations: [], globals: [], statements: new Set() };
  let scope = new Scope(undefined, true, program.bindings);
  let owner; // the function whose body is being read
  let inParameters = false;

  const problem = (node, what) => program.problems.push({ file, line: node.loc.start.line - 1, what });

  // --- declarations, before the statements that use them ---------------------------------------------------------------

  function namesOf(pattern, each) {
    if (!pattern) return;
    switch (pattern.type) {
      case 'Identifier': each(pattern); break;
      case 'ObjectPattern': for (const p of pattern.properties) namesOf(p.type === 'RestElement' ? p.argument : p.value, each); break;
      case 'ArrayPattern': for (const e of pattern.elements) namesOf(e, each); break;
      case 'AssignmentPattern': namesOf(pattern.left, each); break;
      case 'RestElement': namesOf(pattern.argument, each); break;
      default: break;
    }
  }
  function hoistVars(node) { // var, anywhere but in inner functions
    if (!node || typeof node.type !== 'string' || isFunction(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return;
    if (node.type === 'VariableDeclaration' && node.kind === 'var')
      for (const d of node.declarations) namesOf(d.id, (id) => scope.declare(id.name, 'var'));
    for (const child of childrenOf(node)) hoistVars(child);
  }
  function declareBlock(statements) {
    for (const s of statements) {
      if (s.type === 'FunctionDeclaration') scope.declare(s.id.name, 'function');
      else if (s.type === 'ClassDeclaration') scope.declare(s.id.name, 'class');
      else if (s.type === 'VariableDeclaration' && s.kind !== 'var') for (const d of s.declarations) namesOf(d.id, (id) => scope.declare(id.name, s.kind));
    }
  }
  function within(inner, body) { const outer = scope; scope = inner; try { body(); } finally { scope = outer; } }

  // --- functions -------------------------------------------------------------------------------------------------------

  function addFunction(node, kind) {
    const fn = { node, kind, module, parent: owner, names: [], calls: [], escapes: false, blocks: false, usesThis: false, usesArguments: false, line: node.loc.start.line - 1 };
    program.functions.push(fn);
    if (node.generator) program.hasGenerators = true;
    return fn;
  }
  function named(fn, name, isExport) {
    fn.names.push(name);
    if (isExport) exported(fn, name);
    else fn.isProperty = true;
    let list = program.byName.get(name);
    if (!list) program.byName.set(name, list = []);
    list.push(fn);
  }
  function readFunction(node, kind, use) {
    const fn = addFunction(node, kind);
    node.$fn = fn;
    takeUse(fn, use);
    const [outerOwner, outerParameters] = [owner, inParameters];
    owner = fn;
    within(new Scope(scope, true), () => {
      if (node.type === 'FunctionExpression' && node.id) { const b = scope.declare(node.id.name, 'function'); b.fn = fn; }
      if (node.type !== 'ArrowFunctionExpression') scope.declare('arguments', 'arguments');
      for (const p of node.params) namesOf(p, (id) => scope.declare(id.name, 'param'));
      inParameters = true;
      for (const p of node.params) readPattern(p);
      inParameters = false;
      if (node.body.type === 'BlockStatement') { hoistVars(node.body); declareBlock(node.body.body); for (const s of node.body.body) read(s); }
      else read(node.body, { kind: 'value' });
    });
    [owner, inParameters] = [outerOwner, outerParameters];
    return fn;
  }
  function takeUse(fn, use) {
    switch (use.kind) {
      case 'callee': use.call.targets.push(fn); break;
      case 'init': use.binding.fn = fn; fn.variable = use.binding.name; break;
      case 'property': named(fn, use.name, use.isExport); if (use.object) use.object.push(fn); break;
      case 'argument': use.call.callbacks.push({ index: use.index, fn }); break;
      case 'effect': break;
      default: fn.escapes = true;
    }
  }
  function takeReference(binding, use, node) { // a name is used as a value
    switch (use.kind) {
      case 'callee': case 'effect': case 'object': break;
      case 'init': use.binding.alias = binding; break;
      case 'property': program.references.push({ binding, property: use.name, isExport: use.isExport, object: use.object, file, line: node.loc.start.line - 1 }); break;
      case 'argument': use.call.callbacks.push({ index: use.index, binding, node }); break;
      default: binding.escapes = true; binding.escapeLine = node.loc.start.line - 1; binding.escapeFile = file;
    }
  }

  // --- patterns --------------------------------------------------------------------------------------------------------

  function readPattern(pattern, isAssignment) {
    if (!pattern) return;
    switch (pattern.type) {
      case 'Identifier': if (isAssignment) write(pattern); break;
      case 'MemberExpression': writeMember(pattern); nameUnknown(pattern); read(pattern, { kind: 'effect' }); break;
      case 'ObjectPattern':
        for (const p of pattern.properties) {
          if (p.type === 'RestElement') { readPattern(p.argument, isAssignment); continue; }
          if (p.computed) { read(p.key, { kind: 'effect' }); program.hasComputedReads = true; }
          else program.valueNames.add(nameOf(p.key));
          readPattern(p.value, isAssignment);
        }
        break;
      case 'ArrayPattern': for (const e of pattern.elements) readPattern(e, isAssignment); break;
      case 'AssignmentPattern': readPattern(pattern.left, isAssignment); read(pattern.right, { kind: 'value' }); break;
      case 'RestElement': readPattern(pattern.argument, isAssignment); break;
      default: read(pattern, { kind: 'effect' });
    }
  }
  function write(id) {
    const binding = scope.find(id.name);
    if (binding) binding.writes++;
    else if (!OWN_NAMES.includes(id.name) || id.name === 'globalThis') problem(id, "assigns to the global '" + id.name + "', which virtual users of one machine would share");
    else problem(id, "replaces the global '" + id.name + "'");
  }
  // Whether the compiler of modules wrote it: what one passes on is found by its names.
  function isOfModules(node) {
    const target = node.type === 'CallExpression' ? node.arguments[0] : node.left.object;
    return target !== undefined && target.type === 'Identifier' && (target.name === 'exports' || (owner !== undefined && owner.node.id?.name === '_interopRequireWildcard'));
  }
  // Something is put under this name, and nobody knows what.
  function nameUnknown(member) { program.opaque.add(member.computed ? COMPUTED : nameOf(member.property)); }
  function writeMember(node) {
    let base = node.object;
    while (base.type === 'MemberExpression') base = base.object;
    if (base.type === 'Identifier' && !scope.find(base.name) && !CHANGEABLE.has(base.name))
      problem(node, "changes '" + base.name + "', which virtual users of one machine would share");
  }

  // --- expressions and statements ----------------------------------------------------------------------------------------

  function readCall(node, use, isNew) {
    const call = { node, owner, module, isNew, targets: [], callbacks: [], objects: [], inParameters, scope, chain: use.chain, args: node.arguments || [] };
    program.calls.push(call);
    if (owner) owner.calls.push(call);
    node.$call = call;
    read(node.callee || node.tag, { kind: 'callee', call });
    if (node.type === 'TaggedTemplateExpression') { for (const e of node.quasi.expressions) read(e, { kind: 'value' }); return; }
    const callee = node.callee;
    if (callee.type === 'Identifier' && !scope.find(callee.name) && (callee.name === 'eval' || callee.name === 'Function') && !isHarmless(node)) problem(node, 'makes code while it runs (' + callee.name + ')');
    if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && (callee.object.name === 'Object' || callee.object.name === 'Reflect') && node.arguments.length > 0
      && ['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf', 'set', 'deleteProperty'].includes(callee.property.name))
      writeMember({ object: node.arguments[0], loc: node.loc });
    if (callee.type === 'MemberExpression' && !callee.computed && callee.object.type === 'Identifier' && !scope.find(callee.object.name)) {
      const way = callee.object.name + '.' + callee.property.name;
      if (READING_ALL.has(way)) program.readsAll = program.hasComputedReads = true;
      if (way.includes('.getOwnPropertyDescriptor')) for (const part of ['value', 'get', 'set']) program.opaque.add(part);
      if (WRITING_ANY.has(way) && !isOfModules(node)) program.opaque.add(COMPUTED);
      if (DEFINING.has(way) && node.arguments.length > 1 && !isOfModules(node)) program.hasDescriptors = true;
    }
    if (callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'next') program.opaque.add('value');
    if (callee.type === 'Identifier' && callee.name === '_createNamedExportFrom') { // export { inside as outside } from 'module'
      const [from, outside, inside] = node.arguments;
      program.passedOn.push({ from, scope, file, outside: outside.value, inside: inside.value });
    }
    node.arguments.forEach((a, i) => {
      if (a.type === 'SpreadElement') { read(a.argument, { kind: 'value' }); return; }
      if (a.type === 'ObjectExpression') { const fns = []; call.objects.push({ index: i, fns }); readObject(a, fns); return; }
      read(a, { kind: 'argument', call, index: i });
    });
  }
  // Whether the code that it makes is known and does nothing; what gives the globals gives the virtual user's own then.
  function isHarmless(node) {
    const [text, ...others] = node.arguments;
    if (node.callee.name !== 'Function' || others.length > 0 || text?.type !== 'Literal') return false;
    if (OF_ASYNC.test(text.value)) return true;
    if (!OF_GLOBALS.test(text.value) || node.loc.start.line !== node.loc.end.line) return false;
    module.globals.push(node);
    return true;
  }
  function readObject(node, fns) {
    for (const p of node.properties) {
      if (p.type === 'SpreadElement') { if (fns) fns.isOpen = true; read(p.argument, { kind: 'value' }); continue; }
      if (p.computed) read(p.key, { kind: 'effect' });
      const name = p.computed ? COMPUTED : nameOf(p.key);
      if (p.kind === 'get') program.opaque.add(name);
      if (p.shorthand) p.value.$isShorthand = true;
      if (p.value.type === 'FunctionExpression' && (p.method || p.kind !== 'init')) {
        readFunction(p.value, p.kind === 'get' ? 'getter' : p.kind === 'set' ? 'setter' : 'method', { kind: 'property', name, object: fns });
        p.value.$fn.property = p;
      } else readProperty(p.value, name, fns);
    }
  }
  function readProperty(value, name, fns, isExport) {
    if (['CallExpression', 'MemberExpression', 'ConditionalExpression', 'LogicalExpression', 'AwaitExpression', 'NewExpression', 'YieldExpression', 'SequenceExpression', 'ChainExpression'].includes(value.type))
    {
      program.opaque.add(name);
      if (fns) fns.isOpen = true;
    }
    read(value, { kind: 'property', name, object: fns, isExport });
  }
  function readClass(node) {
    if (node.superClass) read(node.superClass, { kind: 'effect' });
    within(new Scope(scope, false), () => {
      if (node.id) scope.declare(node.id.name, 'class');
      for (const member of node.body.body) {
        if (member.computed) read(member.key, { kind: 'effect' });
        const name = member.key && !member.computed ? nameOf(member.key) : COMPUTED;
        if (member.kind === 'get') program.opaque.add(name);
        if (member.type === 'MethodDefinition') {
          const kind = member.kind === 'get' ? 'getter' : member.kind === 'set' ? 'setter' : member.kind;
          readFunction(member.value, kind, { kind: 'property', name });
          member.value.$fn.property = member;
        } else { // a field or a static block: code of its own that nothing can wait in
          const outer = owner;
          owner = addFunction(member, 'field');
          if (member.type === 'StaticBlock') within(new Scope(scope, true), () => { declareBlock(member.body); for (const s of member.body) read(s); });
          else if (member.value) readProperty(member.value, name);
          owner = outer;
        }
      }
    });
  }
  function markThis(kind) {
    for (let fn = owner; fn; fn = fn.parent) {
      if (fn.node.type !== 'ArrowFunctionExpression') break;
      fn[kind] = true;
    }
  }

  function read(node, use = { kind: 'value' }) {
    if (!node) return;
    if (isFunction(node)) {
      if (node.type === 'FunctionDeclaration') { const b = scope.find(node.id.name); readFunction(node, 'function', { kind: 'init', binding: b ?? {} }); return; }
      readFunction(node, node.type === 'ArrowFunctionExpression' ? 'arrow' : 'function', use);
      return;
    }
    if (use.kind === 'argument' && UNKNOWN_ARGUMENTS.has(node.type)) use.call.callbacks.push({ index: use.index, isUnknown: true });
    switch (node.type) {
      case 'Identifier': {
        const binding = scope.find(node.name);
        if (node.name === 'arguments') markThis('usesArguments');
        if (binding) takeReference(binding, use, node);
        else if (node.name === '__ITER') module.iterations.push(node);
        break;
      }
      case 'ThisExpression': markThis('usesThis'); break;
      case 'Super': markThis('usesSuper'); break;
      case 'MetaProperty': markThis('usesArguments'); break;
      case 'CallExpression': readCall(node, use, false); break;
      case 'NewExpression': readCall(node, use, true); break;
      case 'TaggedTemplateExpression': readCall(node, use, false); break;
      case 'ChainExpression': node.expression.$chain = node; read(node.expression, use); break;
      case 'MemberExpression':
        read(node.object, { kind: 'object', member: node });
        if (node.computed) read(node.property, { kind: 'effect' });
        node.$scope = scope;
        if (node.object.type === 'Identifier' && node.object.name === 'Symbol' && node.property.name === 'iterator') program.hasIterables = true;
        if (use.kind !== 'callee' && use.kind !== 'object' && use.kind !== 'effect') {
          program.members.push({ node, use, module });
          if (use.kind === 'argument') use.call.callbacks.push(node.computed ? { index: use.index, isUnknown: true } : { index: use.index, name: node.property.name });
          if (node.computed) program.hasComputedReads = true;
          else program.valueNames.add(node.property.name);
        }
        break;
      case 'ObjectExpression': readObject(node, undefined); break;
      case 'ClassDeclaration': case 'ClassExpression': readClass(node); break;
      case 'VariableDeclaration':
        for (const d of node.declarations) {
          readPattern(d.id);
          if (!d.init) continue;
          if (d.id.type === 'Identifier') {
            const binding = scope.find(d.id.name);
            if (binding.init) binding.writes++;
            binding.init = d.init; binding.initScope = scope;
            read(d.init, { kind: 'init', binding });
          } else {
            if (d.id.type === 'ObjectPattern')
              for (const p of d.id.properties)
                if (p.type === 'Property' && !p.computed && p.value.type === 'Identifier')
                  Object.assign(scope.find(p.value.name), { from: d.init, fromName: String(p.key.name ?? p.key.value), initScope: scope });
            read(d.init, { kind: 'effect' });
          }
        }
        break;
      case 'AssignmentExpression':
        if (node.left.type === 'Identifier') {
          write(node.left);
          read(node.right, { kind: 'value' });
        } else if (node.left.type === 'MemberExpression') {
          writeMember(node.left);
          program.memberWrites.push({ node: node.left, scope });
          read(node.left.object, { kind: 'effect' });
          if (node.left.computed) {
            if (!NO_CALLABLE.has(node.right.type) && !isOfModules(node)) program.opaque.add(COMPUTED);
            read(node.left.property, { kind: 'effect' });
            read(node.right, { kind: 'value' });
          } else {
            const { name } = node.left.property;
            if (use.kind !== 'effect') program.valueNames.add(name); // a = b.c = …
            if (name === 'exports') { program.opaque.add('default'); program.valueNames.add(name); } // module.exports = …
            const isExport = node.left.object.type === 'Identifier' && node.left.object.name === 'exports';
            if (isExport && node.right.type === 'ClassExpression') program.exportedClasses.add(placeOfExport(file, name));
            readProperty(node.right, name, undefined, isExport);
          }
        } else { readPattern(node.left, true); read(node.right, { kind: 'value' }); }
        break;
      case 'UpdateExpression': readPattern(node.argument, true); break;
      case 'UnaryExpression':
        if (node.operator === 'delete' && node.argument.type === 'MemberExpression') writeMember(node.argument);
        read(node.argument, { kind: 'effect' });
        break;
      case 'BinaryExpression': read(node.left, { kind: 'effect' }); read(node.right, { kind: 'effect' }); break;
      case 'ConditionalExpression': read(node.test, { kind: 'effect' }); read(node.consequent, forwarded(use)); read(node.alternate, forwarded(use)); break;
      case 'LogicalExpression': read(node.left, forwarded(use)); read(node.right, forwarded(use)); break;
      case 'SequenceExpression': node.expressions.forEach((e, i) => read(e, i === node.expressions.length - 1 ? use : { kind: 'effect' })); break;
      case 'ExpressionStatement': module.statements.add(node.start); read(node.expression, { kind: 'effect' }); break;
      case 'IfStatement': case 'WhileStatement': case 'DoWhileStatement':
        read(node.test, { kind: 'effect' }); read(node.consequent); read(node.alternate); read(node.body); break;
      case 'BlockStatement': within(new Scope(scope, false), () => { declareBlock(node.body); for (const s of node.body) read(s); }); break;
      case 'ForStatement': case 'ForInStatement': case 'ForOfStatement':
        within(new Scope(scope, false), () => {
          const head = node.init || node.left;
          if (head && head.type === 'VariableDeclaration') { declareBlock([head]); read(head); }
          else if (node.left) readPattern(node.left, true);
          else read(head, { kind: 'effect' });
          read(node.test, { kind: 'effect' }); read(node.update, { kind: 'effect' }); read(node.right, { kind: 'value' });
          read(node.body);
        });
        break;
      case 'SwitchStatement':
        read(node.discriminant, { kind: 'effect' });
        within(new Scope(scope, false), () => {
          declareBlock(node.cases.flatMap((c) => c.consequent));
          for (const c of node.cases) { read(c.test, { kind: 'effect' }); for (const s of c.consequent) read(s); }
        });
        break;
      case 'CatchClause':
        within(new Scope(scope, false), () => { namesOf(node.param, (id) => scope.declare(id.name, 'let')); readPattern(node.param); read(node.body); });
        break;
      case 'LabeledStatement': read(node.body); break;
      case 'BreakStatement': case 'ContinueStatement': break;
      case 'WithStatement': problem(node, 'uses with'); break;
      default: for (const child of childrenOf(node)) read(child, { kind: 'value' });
    }
  }
  const forwarded = (use) => use.kind === 'callee' || use.kind === 'init' ? { kind: 'value' } : use;

  // The file is one function, in parentheses: its own code is the init stage.
  const wrapper = ast.body[0].expression;
  module.wrapper = wrapper;
  module.body = readFunction(wrapper, 'module', { kind: 'effect' });
  return module;
}

const placeOfExport = (file, name) => file + '\n' + name;
const exported = (fn, name) => { (fn.exports ??= new Set()).add(name); };

function childrenOf(node) {
  const children = [];
  for (const key in node) {
    if (key === 'loc' || key[0] === '$') continue;
    const value = node[key];
    if (Array.isArray(value)) { for (const v of value) if (v && typeof v.type === 'string') children.push(v); }
    else if (value && typeof value.type === 'string') children.push(value);
  }
  return children;
}
