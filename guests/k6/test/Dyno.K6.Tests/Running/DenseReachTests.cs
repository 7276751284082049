namespace Dyno.K6.Tests;

/// <summary>
/// Ways by which a function that waits is reached: each must be found, or its caller would go on with a generator instead of a value.
/// What is expected is what JavaScript says; <c>wait(x)</c> waits and returns x.
/// </summary>
public sealed class DenseReachTests
{
    private const string Ground = """
        import { sleep, group, check } from 'k6';
        const said = [];
        const log = (...a) => { said.push(a.map((x) => Array.isArray(x) ? `[${x}]` : String(x)).join(' ')) };
        function wait(x) { sleep(0.0001); return x }
        """;

    [Theory]
    [InlineData("const f = []; for (let i = 0; i < wait(3); i++) f.push(() => wait(i)); log(f.map((g) => g()))", "[0,1,2]")]
    [InlineData("let i = 0; const a = []; a[i++] = wait(i++); log(a, i)", "[1] 2")]
    [InlineData("const m = new Map([[1, () => wait('one')]]); m.forEach((f, k) => log(k, f())); new Set([1, 2]).forEach((x) => log(wait(x)))",
        "1 one | 1 | 2")]
    [InlineData("let r = []; for (let [i, x] of [1, 2].entries()) { r.push(() => i + wait(x)) } log(r.map((f) => f()))", "[1,3]")]
    [InlineData("const pager = { n: 0, next() { return wait(++this.n) }, return() { return wait('r') } }; log(pager.next(), pager.next(), pager.return())",
        "1 2 r")]
    [InlineData("const f = [wait, (x) => wait(x + 1)]; log(f[0](1), f[1](1)); for (const g of f) log(g(5))", "1 2 | 5 | 6")]
    [InlineData("log(new Client('u').list().get(1).name)",
        "q", "class Client { constructor(u) { this.u = u; this.items = [] } list() { this.items = wait([{ name: 'p' }, { name: 'q' }]); return this } get(i) { return wait(this.items[i]) } }")]
    [InlineData("log(run('x', { onDone: (v) => log('done', wait(v)) }))",
        "done x | x", "function run(v, { onDone } = {}) { if (onDone) onDone(v); return wait(v) }")]
    [InlineData("log(wrap(() => wait(1)), wrap(() => 2), wrap(function () { return wait(this === undefined ? 'u' : 'o') }))",
        "1 2 u", "const wrap = (fn) => fn();")]
    [InlineData("const d = debounce((x) => wait(x * 2)); log(d(2))", "4", "const debounce = (fn) => (...args) => fn(...args);")]
    [InlineData("const s = steps.map(([n, f]) => `${n}:${f(wait(2))}`); log(s)", "[a:3,b:2]", "const steps = [['a', (x) => wait(x + 1)], ['b', (x) => x]];")]
    [InlineData("let out = []; try { for (const x of [1, 2, 3]) { try { if (x === 2) throw new Error('two'); out.push(wait(x)) } catch (e) { out.push(wait(e.message)); if (x === 2) break } finally { out.push('f') } } } finally { out.push('F') } log(out)",
        "[1,f,two,f,F]")]
    [InlineData("const o = {}; o.fn = (x) => wait(x); o['fn2'] = o.fn; log(o.fn(1), o.fn2(2)); Object.assign(o, { fn3: wait }); log(o.fn3(3))", "1 2 | 3")]
    [InlineData("const q = []; q[0] = wait; q.unshift(wait); log(q.length)", "2")]
    [InlineData("do { var k = wait(1) } while (false) log(k); if (1) wait(1); else wait(2)\nlog('a')\n;[1].forEach((x) => wait(x))\nlog('b')", "1 | a | b")]
    [InlineData("log(wait(1), /* c */ wait /* d */ (2), (wait)(3), ((wait))(4), (0, wait)(5))", "1 2 3 4 5")]
    [InlineData("const f = x => y => z => wait(x + y + z); log(f(1)(2)(3)); const g = x => ({ v: wait(x) }); log(g(1).v); const h = x => [wait(x)]; log(h(2))",
        "6 | 1 | [2]")]
    [InlineData("let a = 1; a = a + wait((a = 5)) + a; log(a); let s = 'x'; s += wait((s = 'y')); log(s); const o = { n: 1 }; o.n += wait((o.n = 7)); log(o.n)",
        "11 | xy | 8")]
    [InlineData("let fns = {}; ['a', 'b'].forEach((k) => { fns[k] = () => wait(k) }); log(fns.a(), fns.b())", "a b")]
    [InlineData("log(((a, b = 2) => wait(a + b))(1), ((...[x, y]) => wait(x * y))(3, 4))", "3 12")]
    [InlineData("log(hoisted()); function hoisted() { return wait('h') }", "h")]
    [InlineData("log(wait(1) ? wait(0) ? 'a' : wait('b') : 'c', wait(0) || wait('') || wait('z'), (wait(1), wait(2)))", "b z 2")]
    [InlineData("const g = (n, f) => group(n, f); log(g('w', () => wait(2)), g('w2', () => 3))", "2 3")]
    [InlineData("const tbl = new Map(Object.entries({ a: (x) => wait(x) })); log(tbl.get('a')(4)); for (const [, f] of tbl) log(f(5))", "4 | 5")]
    [InlineData("const w = new WeakMap(), k = {}; w.set(k, (x) => wait(x)); log(w.get(k)(6))", "6")]
    [InlineData("const lazy = { get v() { return 1 }, _f: null, f(x) { return (this._f ||= (y) => wait(y))(x) } }; log(lazy.v, lazy.f(2), lazy.f(3))",
        "1 2 3")]
    [InlineData("const curry = (fn) => function c(...a) { return a.length >= fn.length ? fn(...a) : (...b) => c(...a, ...b) }; log(curry((a, b, c) => wait(a + b + c))(1)(2)(3))",
        "6")]
    [InlineData("log([wait].values().next().value(4)); const { value } = new Map([[1, wait]]).values().next(); log(value(5))", "4 | 5")]
    [InlineData("log([...[1, 2].values().map(wait)], [...[0, 1].values().filter((x) => wait(x))], [1, 2].values().reduce((a, b) => wait(a + b)))",
        "[1,2] [1] 3")]
    [InlineData("new Set([1]).values().forEach((x) => log(wait(x))); log([1, 2].values().some((x) => wait(x) > 1), [1, 2].values().find((x) => wait(x) > 1))",
        "1 | true 2")]
    [InlineData("log(html.find('i').map((i, e) => e.text() + wait(i)), html.find('i').each((i, e) => log(wait(i), e.textContent())).size())", "0 a | 1 b | [a0,b1] 2",
        "import { parseHTML } from 'k6/html'; const html = parseHTML('<i>a</i><i>b</i>');")]
    [InlineData("log([list, { each: (f) => wait(f(1)) }].map((l) => l.each((x) => wait(x))))", "[3,1]", "const list = { each(f) { return f(1) + f(2) } };")]
    [InlineData("log([0].some(Object.getOwnPropertyDescriptor(o, 'wait').value))", "false", "const o = { wait };")]
    [InlineData("log([1].map(mk()))", "[1]", "const mk = () => (x) => wait(x);")]
    [InlineData("log([1].map(fs[0]), [1].map(fs[wait(0)]))", "[1] [1]", "const fs = [(x) => wait(x)];")]
    [InlineData("let g; log([1].map(g = (x) => wait(x)))", "[1]")]
    [InlineData("log([1].map(o.f = (x) => wait(x + 1)), o.f(3))", "[2] 4", "const o = {};")]
    [InlineData("log([1].map(c ? f : (x) => wait(x)), [1].map(null || f), [1].map((0, f)))", "[1] [1] [1]", "const f = (x) => wait(x), c = true;")]
    [InlineData("const sets = { a: (r) => wait(r) === 2 }; log(check(1, sets))", "false")]
    [InlineData("log(check(1, { ...common, own: (r) => wait(true) }))", "false", "const common = { a: (r) => wait(false) };")]
    [InlineData("log(check(1, mk()))", "false", "const mk = () => ({ a: (r) => wait(false) });")]
    [InlineData("log(check(1, c ? s1 : s2))", "false", "const s1 = { a: () => wait(false) }, s2 = {}, c = 1;")]
    [InlineData("log(verify(1, { a: () => wait(false) }))", "false", "const verify = (r, sets) => check(r, sets);")]
    [InlineData("const o = { get f() { return (x) => wait(x) } }; log(o.f(1))", "1")]
    [InlineData("class A { get f() { return (x) => wait(x) } } log(new A().f(1))", "1")]
    [InlineData("const o = Object.fromEntries([['a', (x) => wait(x)]]); log(o.a(4))", "4")]
    [InlineData("const o = Object.fromEntries(['a'].map((k) => [k, () => wait(k)])); log(o.a())", "a")]
    [InlineData("let o = {}; ({ a: o.f } = { a: wait }); log(o.f(1)); [o.g] = [wait]; log(o.g(2)); for (o.h of [wait]) log(o.h(3))", "1 | 2 | 3")]
    [InlineData("const o = {}; add(o, 'x', (v) => wait(v)); log(o.x(1))", "1", "const add = (o, k, f) => { o[k] = f };")]
    [InlineData("const o = build([['x', (v) => wait(v)]]); log(o.x(1))",
        "1", "const build = (l) => { const o = {}; for (const [k, f] of l) o[k] = f; return o };")]
    [InlineData("const reg = new Reg(); reg.on('a', (v) => log(wait(v))); reg.emit('a', 1)",
        "1", "class Reg { constructor() { this.h = {} } on(n, f) { this.h[n] = f } emit(n, v) { this.h[n](v) } }")]
    [InlineData("log(call({ f: (x) => wait(x) }))", "1", "const call = ({ f }) => f(1);")]
    [InlineData("log(call({ n: { f: (x) => wait(x) } }), call2([{ f: (x) => wait(x) }]))",
        "1 2", "const call = ({ n: { f } }) => f(1), call2 = ([{ f }]) => f(2);")]
    [InlineData("let f; ({ f } = { f: (x) => wait(x) }); log(f(1))", "1")]
    [InlineData("try { throw { f: (x) => wait(x) } } catch ({ f }) { log(f(1)) }", "1")]
    [InlineData("for (const { f } of [{ f: (x) => wait(x) }]) log(f(1))", "1")]
    [InlineData("const o = { f: null }; o.f ??= (x) => wait(x); log(o.f(1)); let g = null; g ||= (x) => wait(x); log(g(2))", "1 | 2")]
    [InlineData("const a = [], add = (f) => a.push(f); add(() => wait(1)); log(a[0](), a.map((f) => f()), a.pop()())", "1 [1] 1")]
    [InlineData("const q = []; q.push(() => wait(1), () => wait(2)); while (q.length) log(q.shift()())", "1 | 2")]
    [InlineData("const s = new Set(); s.add(() => wait(1)); for (const f of s) log(f()); const m = new Map(); m.set('a', () => wait(2)); log(m.get('a')())",
        "1 | 2")]
    [InlineData("const m = new Map([['a', (x) => wait(x)]]); log(m.get('a')(1)); [...m.values()].forEach((f) => log(f(2)))", "1 | 2")]
    [InlineData("const f = ((g) => (x) => g(x))((x) => wait(x)); log(f(1))", "1")]
    [InlineData("X.prototype.n = function () { return wait(this.v) }; log(new X().n())", "1", "function X() { this.v = 1 }")]
    [InlineData("const o = Object.create({ f() { return wait(this.v) } }, { v: { value: 3 } }); log(o.f())", "3")]
    [InlineData("const o = Object.freeze({ f: (x) => wait(x) }); log(o.f(1)); const p = { ...o, g: o.f }; log(p.g(2))", "1 | 2")]
    [InlineData("const fs = { a: () => wait(1), b: () => 2 }; for (const k in fs) log(fs[k]()); log(Object.keys(fs).map((k) => fs[k]())); log(Object.values(fs).map((f) => f()))",
        "1 | 2 | [1,2] | [1,2]")]
    [InlineData("const once = (f) => { let v, d = false; return () => d ? v : (d = true, v = f()) }; const x = once(() => wait(5)); log(x(), x())", "5 5")]
    [InlineData("const { length } = wait([1, 2]); log(length); const { [wait('k')]: v } = { k: 3 }; log(v)", "2 | 3")]
    [InlineData("const fns = [wait, wait]; const [f1, ...rest] = fns; log(f1(1), rest[0](2)); log(fns.map((f, i) => f(i)))", "1 2 | [0,1]")]
    [InlineData("const o = {}; for (const k of ['a']) Object.defineProperty(o, k, { value: () => wait(k) }); log(o.a())", "a")]
    [InlineData("const api = mk('u'); log(api.get('/'), api.nested.del('/'))",
        "GETu/ DELu/", "const mk = (u) => { const req = (m) => (p) => wait(m + u + p); return { get: req('GET'), nested: { del: req('DEL') } } };")]
    [InlineData("const api = mk(); log(api.get('x'), api.post('y'))",
        "getx posty", "const mk = () => { const api = {}; ['get', 'post'].forEach((m) => { api[m] = (p) => wait(m + p) }); return api };")]
    [InlineData("log(Api.users.list(1))", "users1", "const Api = { users: { list: ep('users') } }; function ep(n) { return (x) => wait(n + x) }")]
    [InlineData("flow.forEach(({ name, run }) => log(name, run(1)))",
        "a 1 | b 2", "const flow = [{ name: 'a', run: (x) => wait(x) }, { name: 'b', run(x) { return wait(x + 1) } }];")]
    [InlineData("const acts = [[0.5, a], [0.5, bb]]; let x = 0.7, t = 0; for (const [w, f] of acts) { t += w; if (x < t) { log(f()); break } }",
        "B", "function a() { return wait('A') } function bb() { return wait('B') }")]
    [InlineData("const acts = [{ w: 1, f: a }]; const pick = () => acts[0].f; log(pick()()); const ch = acts.find((x) => x.w); log(ch.f()); const { f: ff } = acts[0]; log(ff())",
        "A | A | A", "function a() { return wait('A') }")]
    [InlineData("const o = { cb: undefined, set(f) { this.cb = f; return this }, run() { return this.cb(1) } }; log(o.set((x) => wait(x)).run())", "1")]
    [InlineData("const p = { q: null }; const s = (k, v) => (p[k] = v); s('q', (x) => wait(x)); log(p.q(1))", "1")]
    [InlineData("log([wait].map((f) => f(1)), [[wait]].map(([f]) => f(2)), [{ wait }].map(({ wait: z }) => z(3)))", "[1] [2] [3]")]
    [InlineData("const lookup = { 'a': { fn: wait, args: [1] } }; const { fn, args } = lookup.a; log(fn(...args))", "1")]
    [InlineData("log(through((x) => wait(x)))", "1", "const through = (f) => Reflect.apply(f, null, [1]);")]
    public async Task What_waits_gives_its_value(string body, string expected, string declarations = "")
    {
        var script = $"{Ground}\n{declarations}\nexport default function () {{\n{body}\nconsole.log(said.join(' | '));\n}}";

        var run = await ScriptRunner.RunAsync(script, change: request => request with { Script = "-", Layout = VuLayout.Dense });

        run.Error.ShouldBe("");
        run.Log.Trim().ShouldBe(expected);
    }

    [Theory]
    [InlineData("import go from './one.js';", "go(1), [2].map(go), go.call(null, 3)", "1,2,3")]
    [InlineData("import * as all from './parts.js';", "all.go(1), all.default.run(2), all.flows.a(3)", "1,2,3")]
    [InlineData("import * as all from './parts.js';", "['go', 'later'].map((name) => { const f = all[name]; return f(1) })", "1,1")]
    [InlineData("import * as one from './one.js';", "Object.values(one).map((f) => f(1))", "1")]
    [InlineData("import { x } from './passed.js';", "x(1)", "1")]
    [InlineData("import { gone, whole, own } from './passed.js';", "gone(1), whole.go(2), own(3)", "1,2,3")]
    [InlineData("import { went, first, all, go } from './starred.js';", "went(1), first(2), all.go(3), go(4)", "1,2,3,4")]
    [InlineData("import arrow from './arrow.js';", "arrow(1)", "1")]
    [InlineData("import common, { extra } from './common.js';", "common(1), common.extra(2), extra(3)", "1,2,3")]
    [InlineData("import { sleep } from 'k6'; import Client from './client.js'; import greet from './greet.js'; const c = new Client(1), hello = greet();",
        "sleep(0), c.n, new Client(2).n, hello, greet()", ",1,2,hi,hi")]
    [InlineData("import { sleep } from 'k6'; import { again } from './back.js'; let n = 0;", "sleep(0), n++ === 0 ? again() : 'in'", ",in\n,out")]
    [InlineData("import Shop from './shop.js'; const shop = new Shop();", "shop.go(1)", "1")]
    [InlineData("import Shop, { Stall } from './stall.js'; const shop = new Shop(), stall = new Stall();", "shop.go(1), stall.go(2)", "1,2")]
    [InlineData("import settings from './settings.js'; import go from './one.js'; const { a } = settings();", "go(1), a", "1,2")]
    [InlineData("import { Httpx } from 'https://jslib.k6.io/httpx/0.1.0/index.js'; import go from './one.js'; const s = new Httpx(); s.addHeader('a', 1); s.addTags({ b: 2 });",
        "go(1), s.headers.a, s.tags.b", "1,1,2")]
    [InlineData("import { describe, expect } from 'https://jslib.k6.io/k6chaijs/4.3.4.3/index.js'; import go from './one.js';",
        "describe('d', () => { expect(go(1)).to.equal(1) }), describe('e', () => { describe('f', () => expect(go(1)).to.equal(2)) })", "true,true")]
    [InlineData("const { extra } = require('./common.js'), common = require('./common.js');", "common(1), extra(2)", "1,2")]
    public async Task What_waits_is_found_in_other_modules(string imports, string values, string expected)
    {
        const string wait = "import { sleep } from 'k6';\nconst wait = (x) => { sleep(0.0001); return x };\n";
        using var files = new ScriptFolder(
            ("one.js", wait + "export default function go(x) { return wait(x) }"),
            ("arrow.js", "import go from './one.js'; export default (x) => go(x);"),
            ("parts.js", wait + "export function go(x) { return wait(x) } export const later = go, flows = { a: (x) => go(x) }; export default { run(x) { return go(x) } };"),
            ("passed.js", "import x from './one.js'; import * as whole from './parts.js'; import { go } from './parts.js'; export { x, whole, go as gone }; export const own = go;"),
            ("starred.js", "export * from './parts.js'; export { go as went } from './parts.js'; export { default as first } from './one.js'; export * as all from './parts.js';"),
            ("common.js", "const { sleep } = require('k6'); module.exports = (x) => { sleep(0.0001); return x }; module.exports.extra = (x) => { sleep(0.0001); return x };"),
            ("client.js", "export default class { constructor(n) { this.n = n } }"),
            ("greet.js", "export default function () { return 'hi' }"),
            ("back.js", "import main from './main.js'; export const again = () => { main(); return 'out' };"),
            ("shop.js", wait + "export default class Shop { go(x) { return wait(x) } }"),
            ("stall.js", wait + "class Own { go(x) { return wait(x) } } export default class extends Own { } export { Own as Stall };"),
            ("settings.js", "export default () => ({ a: 2 });"),
            ("main.js", $"{imports}\nexport default function () {{ console.log([{values}].join()) }}"));

        var run = await ScriptRunner.RunAsync("", change: request => request with { Text = null, Script = files["main.js"], Layout = VuLayout.Dense });

        run.Error.ShouldBe("");
        run.Log.Trim().ShouldBe(expected);
    }

    /// <summary>A folder of modules, gone after the test.</summary>
    private sealed class ScriptFolder : IDisposable
    {
        private readonly string _root = Directory.CreateTempSubdirectory("dyno-test-").FullName;

        public ScriptFolder(params ReadOnlySpan<(string Name, string Text)> files)
        {
            foreach (var (name, text) in files) File.WriteAllText(this[name], text);
        }

        public string this[string name] => Path.Combine(_root, name);

        public void Dispose() => Directory.Delete(_root, recursive: true);
    }
}
