namespace Dyno.K6.Tests;

public sealed class CoreConformanceTests
{
    internal static readonly ExpressionGroup Group = new(
        "import { check, group, sleep, fail, randomSeed } from 'k6';",
        [
            new("k6 check", "check(1, { a: (v) => v === 1 })", "true"),
            new("k6 check", "check(1, { a: (v) => v === 2 })", "false"),
            new("k6 check", "check(1, { a: true, b: 0 })", "false"),
            new("k6 check", "check(1, { a: () => true, b: () => 'text' })", "true"),
            new("k6 check", "check(1, { 'async': async () => true })", "throws async"),
            new("k6 check", "check(1, { t: () => { throw new Error('boom') } })", "throws boom"),
            new("k6 check", "check(1)", "throws conditions"),
            new("k6 check", "check(1, { tagged: () => true }, { a: 'b', n: 1, t: true })", "true"),
            new("k6 check", "check(1, { tagged: () => true }, { a: {} })", "throws tag 'a'"),
            new("k6 check", "check(null, {})", "true"),
            new("k6 check", "check(1, { 'a::b': () => true })", "throws group and check names may not contain '::'"),
            new("k6 group", "group('g', () => 42)", "42"),
            new("k6 group", "group('a', () => group('b', () => 'in'))", "\"in\""),
            new("k6 group", "group('a::b', () => 1)", "throws ::"),
            new("k6 group", "group('x', async () => 1)", "throws async"),
            new("k6 group", "group('x')", "throws function"),
            new("k6 group", "group('x', () => { throw new Error('inside') })", "throws inside"),
            new("k6 sleep", "sleep(0)", "undefined"),
            new("k6 sleep", "sleep(0.01)", "undefined"),
            new("k6 sleep", "{ const a = Date.now(); sleep(0.05); return Date.now() - a >= 49 }", "true"),
            new("k6 sleep", "slept >= 9", "true"),
            new("k6 fail", "fail('stop')", "throws stop"),
            new("k6 fail", "fail()", "throws undefined"),
            new("k6 randomSeed", "{ randomSeed(5); const a = Math.random(); randomSeed(5); return a === Math.random() }", "true"),
            new("globals __VU", "__VU", "1"),
            new("globals __ITER", "__ITER", "0"),
            new("globals __ENV", "typeof __ENV.BASE", "\"string\""),
            new("globals __ENV", "__ENV.NOT_THERE", "undefined"),
            new("globals open", "open('x')", "throws init"),
            new("globals require", "require('k6')", "throws init"),
            new("globals setTimeout", "await new Promise((r) => setTimeout(() => r(7), 1))", "7"),
            new("globals setTimeout", "await new Promise((r) => setTimeout((a, b) => r(a + b), 1, 3, 4))", "7"),
            new("globals clearTimeout", "{ let hit = 0; const t = setTimeout(() => hit++, 1); clearTimeout(t); await new Promise((r) => setTimeout(r, 5)); return hit }", "0"),
            new("globals setInterval", "{ let n = 0; await new Promise((r) => { const t = setInterval(() => { if (++n === 3) { clearInterval(t); r() } }, 1) }); return n }", "3"),
            new("globals clearInterval", "{ let n = 0; const t = setInterval(() => n++, 1); clearInterval(t); await new Promise((r) => setTimeout(r, 10)); return n }", "0"),
            new("globals setTimeout", "setTimeout(5)", "throws function"),
            new("globals Promise", "await Promise.resolve(3)", "3"),
            new("globals Promise", "await Promise.reject(new Error('no'))", "throws no"),
            new("globals Promise", "{ const o = []; setTimeout(() => o.push('t'), 0); await Promise.resolve().then(() => o.push('m')); await new Promise((r) => setTimeout(r, 2)); return o }", "[\"m\",\"t\"]"),
            new("globals global", "global === globalThis", "true"),
            new("globals language", "new Error('x').stack.split('\\n')[0]", "\"Error: x\""),
            new("globals language", "new Error('x').stack.split('\\n').slice(1).every((l) => /^\\tat .+ \\(.+:\\d+:\\d+\\)$/.test(l)) && new Error('x').stack.split('\\n').length > 1", "true"),
            new("globals language", "{ class Mine extends Error { name = 'Mine' } const e = new Mine('y'); return [e instanceof Error, e.constructor === Mine, e.stack.split('\\n')[0]] }", "[true,true,\"Mine: y\"]"),
            new("globals language", "{ const e = Error('x', { cause: 1 }); return [e.constructor === Error, e.cause, new TypeError('t') instanceof Error, Object.keys(e).length] }", "[true,1,true,0]"),
            new("globals language", "{ const e = new Error('x'); e.stack = 'mine'; return e.stack }", "\"mine\""),
            new("globals language", "JSON.stringify({ id: JSON.rawJSON('9007199254740993') })", "\"{\\\"id\\\":9007199254740993}\""),
            new("globals language", "[JSON.isRawJSON(JSON.rawJSON('1')), JSON.isRawJSON(1), JSON.isRawJSON({})]", "[true,false,false]"),
            new("globals language", "JSON.rawJSON('{}')", "throws JSON"),
            new("globals language", "[Error.isError(new TypeError('t')), Error.isError({ message: 'm' })]", "[true,false]"),
            new("globals language", "[Uint8Array.fromHex('6b36').toBase64(), Uint8Array.fromBase64('azY=').toHex()]", "[\"azY=\",\"6b36\"]"),
            new("globals language", "Uint8Array.fromHex('6b3')", "throws "),
            new("globals language", "{ const a = new Set([1, 2, 3]), b = new Set([2]); return [[...a.difference(b)], [...a.intersection(b)], [...b.union(a)], b.isSubsetOf(a), a.isSupersetOf(b), a.isDisjointFrom(b), [...a.symmetricDifference(b)]] }",
                "[[1,3],[2],[2,1,3],true,true,false,[1,3]]"),
        ],
        initialize: "const before = Date.now(); sleep(0.01); const slept = Date.now() - before;");

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);
}
