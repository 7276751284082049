// A module or a TypeScript file as the script engine runs it, and what it imports and exports. Sucrase turns it into CommonJS;
// what sucrase leaves undone is edited before, at places that its tokens name. Lines stay where they are. Called by
// SourceCompiler.cs.
(function (sucrase) {
'use strict';
const { transform, parse, TokenType: T, ContextualKeyword: K, IdentifierRole: R } = sucrase;

const OPENING = new Set([T.parenL, T.bracketL, T.braceL, T.dollarBraceL]);
const CLOSING = new Set([T.parenR, T.bracketR, T.braceR]);
const DECLARING = new Set([T._const, T._let, T._var]);
const WITH_VALUES = new Set([T._const, T._let, T._var, T._function, T._class, T._enum]);
const NAMING = new Set([T._function, T._class, T._enum]);
const READING = new Set([R.Access, R.ObjectShorthand]); // what is only exported again may be a type
const OF_COMMONJS = new Set(['module', '__filename', '__dirname']); // what the function around a module has for it, and ES modules have not
const OF_SUCRASE = ['exports', 'require']; // of these, what sucrase writes into a module
const BINDING = new Set([R.Access, R.TopLevelDeclaration, R.FunctionScopedDeclaration, R.BlockScopedDeclaration, R.ExportAccess]);
const SHORTHAND = new Set([R.ObjectShorthand, R.ObjectShorthandTopLevelDeclaration, R.ObjectShorthandFunctionScopedDeclaration, R.ObjectShorthandBlockScopedDeclaration]);
const DEFAULT_NAME = ' $default';

// The token after the bracket that closes the one at i.
function after(tokens, i) {
  for (let depth = 0; i < tokens.length; i++) {
    if (OPENING.has(tokens[i].type)) depth++;
    else if (CLOSING.has(tokens[i].type) && --depth === 0) return i + 1;
  }
  return i;
}

// namespace A { export const b = 1 } becomes var A = (function (A) { … const b = 1 ; return A; })({}), where A has a property for each
// name that it exports. Lines stay where they are.
class Namespaces {
  constructor(text) {
    this.text = text;
    this.edits = [];
    if (/\b(?:namespace|module)\s+[\w$]/.test(text)) this.within(0, text.length);
  }

  textOf(token) { return this.text.slice(token.start, token.end); }
  edit(at, removed, put) { this.edits.push({ at, removed, put }); }

  // What stands between two places, as a module; returns what it exports.
  within(from, to) {
    const blank = (part) => part.replace(/[^\n]/g, ' ');
    const module = new Module(blank(this.text.slice(0, from)) + this.text.slice(from, to) + blank(this.text.slice(to)), true);
    const { tokens } = module;
    const exported = [...module.links.exports], declared = new Set();
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      if (NAMING.has(token.type) && !token.isType) declared.add(this.textOf(tokens[i + (tokens[i + 1].type === T.star ? 2 : 1)]));
      if (OPENING.has(token.type)) i = after(tokens, i) - 1;
      else if (token.isType && (token.contextualKeyword === K._namespace || token.contextualKeyword === K._module)) i = this.namespace(tokens, i, exported, declared);
      else if (token.type === T._export && from > 0) this.edit(token.start, 6, '      ');
    }
    return exported;
  }

  namespace(tokens, i, exported, declared) {
    const open = tokens.findIndex((t, n) => n > i && t.type === T.braceL);
    if (open < 0) return i;
    const end = after(tokens, open), before = tokens[i - 1];
    const isValue = before?.contextualKeyword !== K._declare && tokens[i + 1].type !== T.string && tokens.slice(open, end).some((t) => WITH_VALUES.has(t.type));
    if (!isValue) return end - 1;
    const path = tokens.slice(i + 1, open).filter((t) => t.type !== T.dot).map((t) => this.textOf(t));
    const isExported = before?.type === T._export, isFirst = !declared.has(path[0]);
    declared.add(path[0]);
    if (isExported) exported.push(path[0]);
    if (isExported && !isFirst) this.edit(before.start, 6, '      '); // it is exported where it is declared
    const { start } = tokens[i], body = tokens[open].end, close = tokens[end - 1];
    const inner = this.within(body, close.start);
    let head = '', tail = '';
    path.forEach((name, n) => {
      const isLast = n === path.length - 1, isNew = n > 0 || isFirst;
      const properties = isLast ? inner : [path[n + 1]];
      head += (isNew ? `var ${name} = ` : ';') + `(function (${name}) { ` + (properties.length ? `Object.defineProperties(${name}, { `
        + [...new Set(properties)].map((p) => `${p}: { get() { return ${p}; }, set(v) { ${p} = v; }, enumerable: true, configurable: true }`).join(', ') + ' }); ' : '');
      tail = `; return ${name}; })(${isNew ? '{}' : name});` + tail;
    });
    this.edit(start, body - start, head);
    this.edit(close.start, 1, tail);
    return end - 1;
  }
}

class Module {
  constructor(text, isTypeScript) {
    this.text = text;
    const { tokens, scopes } = parse(text, false, isTypeScript, false);
    this.tokens = tokens;
    this.functions = scopes.filter((s) => s.isFunctionScope && s.endTokenIndex < tokens.length);
    this.edits = []; // { at, removed, put }
    this.links = { imports: [], exports: [], passesOn: false, own: [] };
    this.isModule = this.isAsync = false;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      if (token.isType) i = this.type(i);
      else if (token.type === T._import && tokens[i + 1].type !== T.parenL) this.import(i);
      else if (token.type === T._export) this.export(i);
      else if (token.type === T.name && this.textOf(token) === 'import' && this.isWord(i + 2, 'meta') && !this.isProperty(i)) this.edit(token.start, 6, 'require');
      else if (token.contextualKeyword === K._await && token.identifierRole === null && !this.isProperty(i)) this.await(i);
    }
    this.keepOwnNames();
    if (this.isModule) this.links.own = tokens.filter((t) => this.isDeclared(t) && OF_COMMONJS.has(this.textOf(t))).map((t) => this.textOf(t));
    if (this.isModule) for (const name of OF_SUCRASE) this.makeWay(name);
    this.lookAtReading(isTypeScript);
  }

  // What TypeScript imports and never reads as a value may be a type, and is not imported at all.
  lookAtReading(isTypeScript) {
    const names = this.tokens.filter((t) => t.type === T.name && !t.isType && !t.shadowsGlobal);
    const read = new Set(names.filter((t) => READING.has(t.identifierRole)).map((t) => this.textOf(t)));
    const exported = new Set(names.filter((t) => t.identifierRole === R.ExportAccess).map((t) => this.textOf(t)));
    for (const one of this.links.imports) {
      if (isTypeScript) one.names = one.names.filter(({ local }) => read.has(local));
      for (const name of one.names) name.isRead = one.isPassedOn || read.has(name.local) || exported.has(name.local);
    }
  }

  textOf(token) { return this.text.slice(token.start, token.end); }
  nameOf(token) { return token.type === T.string ? this.text.slice(token.start + 1, token.end - 1) : this.textOf(token); }
  isWord(i, word) { return i < this.tokens.length && this.textOf(this.tokens[i]) === word && this.tokens[i - 1].type === T.dot; }
  isDeclared(token) { return token.identifierRole === R.TopLevelDeclaration || token.identifierRole === R.ObjectShorthandTopLevelDeclaration; }
  isProperty(i) { return i > 0 && (this.tokens[i - 1].type === T.dot || this.tokens[i - 1].type === T.questionDot); }
  edit(at, removed, put) { this.edits.push({ at, removed, put }); }

  // Sucrase leaves namespaces out: those with values are functions by now, the others only hold types.
  type(i) {
    const { contextualKeyword: word } = this.tokens[i];
    if (word !== K._namespace && word !== K._module && word !== K._global) return i;
    const open = this.tokens.findIndex((t, n) => n > i && t.type === T.braceL);
    return open < 0 ? i : after(this.tokens, open) - 1;
  }

  // What a module exports itself goes before what it passes on, though sucrase assigns it later: `export *` leaves out what is there.
  keepOwnNames() {
    const own = this.links.exports.filter((name) => name !== 'default');
    if (this.links.passesOn && own.length > 0) this.edit(this.tokens[0].start, 0, own.map((name) => `exports.${name} = `).join('') + 'void 0; ');
  }

  // A module's own variable of a name that sucrase needs is called otherwise everywhere. (One that is exported under it is not.)
  makeWay(name) {
    const { tokens } = this;
    if (this.links.exports.includes(name) || !tokens.some((t) => this.isDeclared(t) && this.textOf(t) === name)) return;
    for (const token of tokens) {
      if (token.isType || token.type !== T.name || this.textOf(token) !== name) continue;
      if (BINDING.has(token.identifierRole)) this.edit(token.start, name.length, '$$' + name);
      else if (SHORTHAND.has(token.identifierRole)) this.edit(token.end, 0, ': $$' + name);
    }
  }

  await(i) {
    if (!this.functions.some((f) => f.startTokenIndex <= i && i < f.endTokenIndex)) this.isAsync = true;
  }

  import(i) {
    const { tokens } = this;
    this.isModule = true;
    const [first, second] = [tokens[i + 1], tokens[i + 2]];
    if (first.contextualKeyword === K._type && second.contextualKeyword !== K._from && second.type !== T.comma) return; // of types only
    let at = i + 1;
    while (at < tokens.length && ![T.braceL, T.string, T.semi, T.parenL].includes(tokens[at].type)) at++;
    if (tokens[at]?.type === T.braceL) this.named(at, false);
  }

  export(i) {
    const { tokens } = this;
    const next = tokens[i + 1];
    this.isModule = true;
    if (next.type === T.star) this.links.passesOn = true;
    else if (next.type === T._default) this.exportDefault(i + 2, tokens[i].rhsEndIndex);
    else if (next.type === T.braceL) this.links.exports.push(...this.named(i + 1, true));
    else if (DECLARING.has(next.type)) this.exportVariables(i + 1, tokens[i].rhsEndIndex);
    else this.exportDeclared(i + 1);
  }

  // [async] function [*] name, [abstract] class name, enum name.
  exportDeclared(i) {
    const { tokens } = this;
    if (!NAMING.has(tokens[i].type)) i++;
    if (tokens[i].isType || !NAMING.has(tokens[i].type)) return;
    if (tokens[i + 1].type === T.star) i++;
    this.links.exports.push(this.textOf(tokens[i + 1]));
  }

  // Sucrase makes an expression of an anonymous function, which ends with its line and swallows what follows on it; one with a
  // name stays a declaration. Of generators and of anonymous classes it always makes one.
  exportDefault(i, end) {
    const { tokens } = this;
    if (tokens[i].contextualKeyword === K._async && tokens[i + 1].type === T._function) i++;
    const [first, second] = [tokens[i], tokens[i + 1]];
    if (first.type === T._function && second.type !== T.star) { if (second.type !== T.name) this.edit(first.end, 0, DEFAULT_NAME); }
    else if (first.type === T._function || (first.type === T._class && second.type !== T.name)) this.edit(tokens[end - 1].end, 0, ';');
  }

  // Sucrase knows the first variable of an exported declaration only, and leaves the others undeclared; and what it appends would
  // go on in a next line that begins with a bracket.
  exportVariables(from, end) {
    const { tokens, text } = this;
    const keyword = this.textOf(tokens[from]);
    let depth = 0;
    for (let i = from + 1; i < end; i++) {
      const token = tokens[i];
      if (token.isType) continue;
      if (OPENING.has(token.type)) depth++;
      else if (CLOSING.has(token.type)) depth--;
      else if (token.type === T.comma && depth === 0) this.edit(token.start, 1, '; export ' + keyword + (/\s/.test(text[token.end]) ? '' : ' '));
      else if (this.isDeclared(token)) this.links.exports.push(this.textOf(token));
    }
    if (tokens[end - 1].type !== T.semi) this.edit(tokens[end - 1].end, 0, ';');
  }

  // { a, b as c } [from 'module']: the names outside; those inside are imported when they come from a module.
  named(open, isPassedOn) {
    const { tokens } = this;
    const names = [], outside = [];
    let i = open + 1;
    while (i < tokens.length && tokens[i].type !== T.braceR) {
      const first = tokens[i];
      while (i < tokens.length && tokens[i].type !== T.comma && tokens[i].type !== T.braceR) i++;
      if (!first.isType) {
        const local = this.nameOf(tokens[i - 1]);
        names.push({ name: this.nameOf(first), local, at: first.start });
        outside.push(local);
      }
      if (tokens[i].type === T.comma) i++;
    }
    if (tokens[i + 1]?.contextualKeyword === K._from && tokens[i + 2].type === T.string) this.links.imports.push({ module: this.nameOf(tokens[i + 2]), names, isPassedOn });
    return outside;
  }
}

// A text with its edits, and where in it they are: [line, column, removed, put], from 1.
function edited({ text, edits }) {
  let made = '', copied = 0;
  const moves = [];
  for (const { at, removed, put } of edits.sort((a, b) => a.at - b.at)) {
    made += text.slice(copied, at);
    moves.push([made.split('\n').length, made.length - made.lastIndexOf('\n'), removed, put.length]);
    made += put;
    copied = at + removed;
  }
  return [made + text.slice(copied), moves];
}

const plain = (code) => JSON.stringify({ code, map: '', isAsync: false, moves: [], links: { imports: [], exports: [], passesOn: false, own: [] } });

return function (text, typeScript, file) {
  const isTypeScript = typeScript === 1;
  if (!isTypeScript && !/\b(?:import|export|await)\b/.test(text)) return plain(text);
  let module, first = [];
  try {
    if (isTypeScript) [text, first] = edited(new Namespaces(text));
    module = new Module(text, isTypeScript);
  }
  catch (e) {
    if (!isTypeScript && !/(^|[\n;}])\s*(import\b(?!\s*\()|export\b)/.test(text)) return plain(text); // the engine will say what is wrong with it
    throw e;
  }
  const [code, later] = edited(module);
  const moves = [...first, ...later].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const { isAsync, links } = module;
  if (!module.isModule && !isTypeScript) return JSON.stringify({ code, map: '', isAsync, moves: [], links });
  const made = transform(code, { transforms: isTypeScript ? ['imports', 'typescript'] : ['imports'], disableESTransforms: true, production: true,
    filePath: file, preserveDynamicImport: true, sourceMapOptions: { compiledFilename: file } });
  return JSON.stringify({ code: made.code, map: made.sourceMap.mappings, isAsync, moves, links });
};
})
