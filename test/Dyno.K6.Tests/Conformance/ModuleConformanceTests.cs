namespace Dyno.K6.Tests.Conformance;

public sealed class ModuleConformanceTests
{
    private static readonly ExpressionGroup Group = new(
        """
        import crypto from 'k6/crypto';
        import encoding from 'k6/encoding';
        import { SharedArray } from 'k6/data';
        import { Counter, Gauge, Rate, Trend } from 'k6/metrics';
        import exec from 'k6/execution';
        import timers from 'k6/timers';
        const bytes = (b) => Array.from(new Uint8Array(b));
        """,
        [
            new("k6/crypto md5", "crypto.md5('hello', 'hex')", "\"5d41402abc4b2a76b9719d911017c592\""),
            new("k6/crypto sha1", "crypto.sha1('hello', 'hex')", "\"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\""),
            new("k6/crypto sha256", "crypto.sha256('hello', 'hex')", "\"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\""),
            new("k6/crypto sha256", "crypto.sha256('hello', 'base64')", "\"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=\""),
            new("k6/crypto sha256", "crypto.sha256('hello', 'base64rawurl')", "\"LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ\""),
            new("k6/crypto sha256", "bytes(crypto.sha256('hello', 'binary')).slice(0, 3)", "[44,242,77]"),
            new("k6/crypto sha384", "crypto.sha384('', 'hex').length", "96"),
            new("k6/crypto sha512", "crypto.sha512('', 'hex').length", "128"),
            new("k6/crypto sha256", "crypto.sha256('a', 'octal')", "throws encoding"),
            new("k6/crypto hmac", "crypto.hmac('sha256', 'key', 'The quick brown fox jumps over the lazy dog', 'hex')", "\"f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8\""),
            new("k6/crypto hmac", "crypto.hmac('sha999', 'k', 'd', 'hex')", "throws algorithm"),
            new("k6/crypto createHash", "{ const h = crypto.createHash('sha1'); h.update('hel'); h.update('lo'); return h.digest('hex') }", "\"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\""),
            new("k6/crypto createHMAC", "{ const h = crypto.createHMAC('md5', 'k'); h.update('d'); return h.digest('hex').length }", "32"),
            new("k6/crypto hexEncode", "crypto.hexEncode(new Uint8Array([1, 255]))", "\"01ff\""),
            new("k6/crypto randomBytes", "crypto.randomBytes(8).byteLength", "8"),
            new("k6/crypto randomBytes", "crypto.randomBytes(0)", "throws size"),
            new("k6/encoding b64encode", "encoding.b64encode('hello, world')", "\"aGVsbG8sIHdvcmxk\""),
            new("k6/encoding b64encode", "encoding.b64encode('a')", "\"YQ==\""),
            new("k6/encoding b64encode", "encoding.b64encode('a', 'rawstd')", "\"YQ\""),
            new("k6/encoding b64encode", "encoding.b64encode(new Uint8Array([251, 255]).buffer, 'url')", "\"-_8=\""),
            new("k6/encoding b64encode", "encoding.b64encode('a', 'wrong')", "throws base 64"),
            new("k6/encoding b64decode", "encoding.b64decode('aGVsbG8=', 'std', 's')", "\"hello\""),
            new("k6/encoding b64decode", "bytes(encoding.b64decode('AQI='))", "[1,2]"),
            new("k6/encoding b64decode", "encoding.b64decode('YQ', 'rawurl', 's')", "\"a\""),
            new("k6/encoding b64decode", "encoding.b64decode('***')", "throws illegal"),
            new("k6/data SharedArray", "shared.length", "3"),
            new("k6/data SharedArray", "shared[1].n", "2"),
            new("k6/data SharedArray", "shared[9]", "undefined"),
            new("k6/data SharedArray", "shared.map((e) => e.n)", "[1,2,3]"),
            new("k6/data SharedArray", "[...shared].length", "3"),
            new("k6/data SharedArray", "shared.find((e) => e.n === 3).n", "3"),
            new("k6/data SharedArray", "'use strict'; shared[0] = 1; return 1", "throws changed"),
            new("k6/data SharedArray", "{ const e = shared[0]; e.n = 5; return e.n }", "throws readonly"),
            new("k6/data SharedArray", "new SharedArray('late', () => [])", "throws init"),
            new("k6/metrics Counter", "counter.add(1)", "true"),
            new("k6/metrics Counter", "counter.name", "\"my_counter\""),
            new("k6/metrics Gauge", "gauge.add(3, { a: 'b' })", "true"),
            new("k6/metrics Rate", "rate.add(true)", "true"),
            new("k6/metrics Trend", "trend.add(1.5)", "true"),
            new("k6/metrics Trend", "trend.add(NaN)", "false"),
            new("k6/metrics Trend", "trend.add(null)", "false"),
            new("k6/metrics Counter", "new Counter('late')", "throws init"),
            new("k6/execution vu.idInTest", "exec.vu.idInTest", "1"),
            new("k6/execution vu.idInInstance", "exec.vu.idInInstance", "1"),
            new("k6/execution vu.iterationInInstance", "exec.vu.iterationInInstance", "0"),
            new("k6/execution vu.iterationInScenario", "exec.vu.iterationInScenario", "0"),
            new("k6/execution vu.tags", "{ exec.vu.tags.mine = 'x'; return exec.vu.tags.mine }", "\"x\""),
            new("k6/execution vu.tags", "exec.vu.tags.scenario", "\"default\""),
            new("k6/execution vu.tags", "exec.vu.tags.bad = {}", "throws tag"),
            new("k6/execution vu.metrics.tags", "{ exec.vu.metrics.tags.other = 1; return exec.vu.metrics.tags.other }", "\"1\""),
            new("k6/execution scenario.name", "exec.scenario.name", "\"default\""),
            new("k6/execution scenario.executor", "exec.scenario.executor", "\"per-vu-iterations\""),
            new("k6/execution scenario.iterationInTest", "exec.scenario.iterationInTest", "0"),
            new("k6/execution scenario.progress", "exec.scenario.progress >= 0 && exec.scenario.progress <= 1", "true"),
            new("k6/execution scenario.startTime", "Math.abs(exec.scenario.startTime - Date.now()) < 600000", "true"),
            new("k6/execution instance.iterationsCompleted", "exec.instance.iterationsCompleted", "0"),
            new("k6/execution instance.iterationsInterrupted", "exec.instance.iterationsInterrupted", "0"),
            new("k6/execution instance.vusActive", "exec.instance.vusActive", "1"),
            new("k6/execution instance.vusInitialized", "exec.instance.vusInitialized", "1"),
            new("k6/execution instance.currentTestRunDuration", "exec.instance.currentTestRunDuration > 0", "true"),
            new("k6/execution test.options", "exec.test.options.scenarios.default.executor", "\"per-vu-iterations\""),
            new("k6/execution test.options", "Object.isFrozen(exec.test.options)", "true"),
            new("k6/timers setTimeout", "timers.setTimeout === setTimeout", "true"),
            new("globals TextEncoder", "Array.from(new TextEncoder().encode('é'))", "[195,169]"),
            new("globals TextEncoder", "new TextEncoder().encoding", "\"utf-8\""),
            new("globals TextDecoder", "new TextDecoder().decode(new Uint8Array([226, 130, 172]))", "\"€\""),
            new("globals TextDecoder", "new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255]))", "throws valid"),
            new("globals TextDecoder", "new TextDecoder('klingon')", "throws klingon"),
            new("globals URL", "new URL('http://u:p@host:81/a/b?x=1#h').host", "\"host:81\""),
            new("globals URL", "new URL('../c', 'http://host/a/b/d').href", "\"http://host/a/c\""),
            new("globals URL", "{ const u = new URL('http://h/'); u.searchParams.set('a', 'b c'); return u.href }", "\"http://h/?a=b+c\""),
            new("globals URL", "new URL('nonsense')", "throws Invalid URL"),
            new("globals URL", "URL.canParse('http://x/')", "true"),
            new("globals URLSearchParams", "new URLSearchParams({ a: 1, b: 'x&y' }).toString()", "\"a=1&b=x%26y\""),
            new("globals URLSearchParams", "new URLSearchParams('?a=1&a=2').getAll('a')", "[\"1\",\"2\"]"),
            new("globals URLSearchParams", "[...new URLSearchParams([['k', 'v']])]", "[[\"k\",\"v\"]]"),
            new("globals structuredClone", "{ const a = { d: new Date(0), m: [1] }; const b = structuredClone(a); return [b.d instanceof Date, b.m !== a.m, b.m] }", "[true,true,[1]]"),
            new("globals structuredClone", "structuredClone(() => 1)", "throws function"),
            new("globals crypto", "crypto2.randomUUID().length", "36"),
            new("globals crypto", "crypto2.getRandomValues(new Uint8Array(4)).length", "4"),
            new("globals crypto", "crypto2.subtle", "throws subtle"),
            new("globals language", "[3, 1].toSorted()", "[1,3]"),
            new("globals language", "Object.groupBy([1, 2], (n) => n % 2 ? 'odd' : 'even')", "{\"odd\":[1],\"even\":[2]}"),
            new("globals language", "class A { #x = 1; static y = 2; get x() { return this.#x } } return [new A().x, A.y]", "[1,2]"),
            new("globals language", "null ?? (undefined?.x ?? 'd')", "\"d\""),
        ],
        initialize: """
            const shared = new SharedArray('s', () => [{ n: 1 }, { n: 2 }, { n: 3 }]);
            const counter = new Counter('my_counter'), gauge = new Gauge('my_gauge'), rate = new Rate('my_rate'), trend = new Trend('my_trend', true);
            const crypto2 = globalThis.crypto;
            """);

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);
}
