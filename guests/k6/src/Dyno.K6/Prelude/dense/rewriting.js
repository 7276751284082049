// Functions that wait become generators, calls that wait become yields; every line stays where it is.

function rewrite(program) {
  const byModule = new Map(program.modules.map((m) => [m, { functions: [], calls: [] }]));
  for (const fn of program.functions) if (fn.blocks && fn.kind !== 'module') byModule.get(fn.module).functions.push(fn);
  for (const call of program.calls) if (call.waits && call.owner.kind !== 'module') byModule.get(call.module).calls.push(call);
  return program.modules.map((m) => rewriteModule(m, byModule.get(m)));
}

const TO_PARENTHESIS = /^(?:\s|\/\*[^]*?\*\/|\/\/.*)*\(/; // of a call, behind what it calls; of a function, behind its name
const TO_END_OF_PARAMETERS = /^(?:\s|\/\*[^]*?\*\/|\/\/.*)*(,?)(?:\s|\/\*[^]*?\*\/|\/\/.*)*\)/; // behind the last one
const AFTER_ANY_CALL = ['(($t = ', ') === $P ? $take(yield $P) : $t instanceof $G ? yield* $t : $t)'];
const WRAPPER = ['$P', '$G', '$take', '$each', '$iteration', '$count', ...OWN_NAMES];

function rewriteModule(module, { functions, calls }) {
  const code = new acorn.MagicString(module.text);
  for (const node of module.globals) code.overwrite(node.start, node.end, '(() => globalThis)');
  // Inner calls first: what is put before or after the same place then lies around what is there.
  calls.sort((a, b) => b.node.start - a.node.start || a.node.end - b.node.end);
  const starts = new Set();
  for (const call of calls) starts.add(rewriteCall(code, call));
  functions.forEach((fn, i) => rewriteFunction(code, module, fn, i));
  // A statement must not begin with a parenthesis: the line before it may have no semicolon.
  for (const start of starts) if (module.statements.has(start)) code.prependRight(start, 'void 0,');
  for (const id of module.iterations) code.overwrite(id.start, id.end, (id.$isShorthand ? '__ITER: ' : '') + '$iteration()');
  code.prepend('(function (' + WRAPPER.join(', ') + ') { const $c = $count(' + JSON.stringify(functions.map(placeOf)) + '); return ');
  code.append('; })');
  return { file: module.file, text: code.toString(), map: code.generateMap({ hires: 'boundary' }).mappings };
}

function rewriteCall(code, call) {
  const node = call.node.$chain ?? call.node;
  const [before, after] = surroundings(code, call);
  code.prependRight(node.start, before);
  code.appendLeft(node.end, after);
  return node.start;
}

function surroundings(code, call) {
  const callee = call.callee;
  if (call.form === 'builtin') {
    if (call.isComputed || call.isReplaced) { // http[method](…)
      code.prependRight(callee.start, '$take.way(');
      code.appendLeft(callee.end, ')');
      return AFTER_ANY_CALL;
    }
    code.appendLeft(callee.end, '.$');
    return call.name === 'group' || call.name === 'check' || CALLING_BACK.has(call.builtin) ? ['(yield* ', ')'] : ['(($t = ', ') === $P ? $take(yield $P) : $t)'];
  }
  if (call.form === 'named' && call.name && callee.type === 'MemberExpression') {
    if (call.usesWaitingMethod) code.appendLeft(callee.property.start, '$');
    else if (ARRAY_METHODS.has(call.name) && call.callbacks.some((c) => c.index === 0)) {
      const dot = call.module.text.lastIndexOf('.', callee.property.start);
      const end = callee.end + call.module.text.slice(callee.end).match(TO_PARENTHESIS)[0].length;
      code.overwrite(dot, end, ', ' + call.module.text.slice(dot, end).replace(/[^\n]/g, ''));
      return ['(yield* $each.' + call.name + '(', ')'];
    }
  }
  if (call.form === 'known') return ['(yield* ', ')'];
  return AFTER_ANY_CALL;
}

function rewriteFunction(code, module, fn, i) {
  const { node } = fn;
  const begins = ' let $t;' + (countCalls(code, module, node, i) ? ' $c[' + i + ']--;' : '');
  if (node.type === 'ArrowFunctionExpression') { rewriteArrow(code, module, fn, begins); return; }
  if (fn.property && fn.kind === 'method') code.prependRight(keyStart(module, fn.property), '*');
  else code.appendLeft(node.start + 'function'.length, '*');
  let at = node.body.start + 1;
  for (const s of node.body.body) { if (!s.directive) break; at = s.end; }
  code.appendLeft(at, begins);
}

// A call that the analysis does not see makes a generator that nobody runs. So calls are counted and bodies that begin are counted
// off: what is left over was called and never ran. A computed key in a pattern of the parameters is read whenever the function is
// called, the body only when the generator runs. Returns false for the few functions in which there is no room for it.
function countCalls(code, module, node, i) {
  const last = node.params.at(-1);
  if (last && last.type === 'RestElement') return false;
  if (node.body.type === 'BlockStatement' && node.body.body.some((s) => s.directive)) return false; // strict, which only plain parameters allow
  const pattern = '...{ [($c[' + i + ']++, 0)]: $r }';
  if (!last) {
    const start = node.id ? node.id.end : node.type === 'FunctionExpression' && module.text[node.start] !== '(' ? node.start + 'function'.length : node.start;
    code.appendLeft(start + module.text.slice(start).match(TO_PARENTHESIS)[0].length, pattern);
  } else if (isBareArrow(module, node)) code.appendLeft(last.end, ', ' + pattern);
  else {
    const [rest, comma] = module.text.slice(last.end).match(TO_END_OF_PARAMETERS);
    code.appendLeft(last.end + rest.length - 1, (comma ? ' ' : ', ') + pattern);
  }
  return true;
}

function isBareArrow(module, node) { return node.type === 'ArrowFunctionExpression' && node.params.length === 1 && module.text[node.start] !== '('; }

function placeOf(fn) {
  return (fn.variable ?? fn.names[0] ?? 'a function') + ' (' + fn.module.file.slice(fn.module.file.lastIndexOf('/') + 1) + ':' + fn.line + ')';
}

function keyStart(module, property) { return property.computed ? module.text.lastIndexOf('[', property.key.start) : property.key.start; }

function rewriteArrow(code, module, fn, begins) {
  const { node } = fn;
  const arrow = module.arrows.filter((a) => a >= (node.params.length ? node.params.at(-1).end : node.start) && a < node.body.start).at(-1);
  const isBare = isBareArrow(module, node);
  code.prependRight(node.start, '(function* ' + (isBare ? '(' : ''));
  if (isBare) code.appendLeft(node.params[0].end, ')');
  const end = (fn.usesThis ? ').bind(this)' : ')');
  if (node.body.type === 'BlockStatement') {
    code.overwrite(arrow, arrow + 2, '');
    code.appendLeft(node.body.start + 1, begins);
    code.appendLeft(node.end, end);
  } else {
    code.overwrite(arrow, arrow + 2, '{' + begins + ' return (');
    code.appendLeft(node.end, '); }' + end);
  }
}

// What the compiler calls: modules as [{ file, text }], and what gives the file that a specifier in a file means.
function transform(json, resolve) {
  const program = readProgram(JSON.parse(json));
  program.resolve = resolve;
  mark(program);
  if (program.problems.length > 0) return JSON.stringify({ problems: program.problems });
  return JSON.stringify({ modules: rewrite(program), parameters: WRAPPER.join(', '), waiting: program.functions.filter((f) => f.blocks).length, functions: program.functions.length });
}
