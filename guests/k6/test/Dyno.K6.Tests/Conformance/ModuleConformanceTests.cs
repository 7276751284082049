namespace Dyno.K6.Tests;

public sealed class ModuleConformanceTests
{
    internal static readonly ExpressionGroup Group = new(
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
            // The vectors of the algorithms' own papers: RFC 1320, Dobbertin and others, FIPS 180-4.
            new("k6/crypto md4", "crypto.md4('', 'hex')", "\"31d6cfe0d16ae931b73c59d7e0c089c0\""),
            new("k6/crypto md4", "crypto.md4('abc', 'hex')", "\"a448017aaf21d8525fc10ae87aa6729d\""),
            new("k6/crypto md4", "crypto.md4('12345678901234567890123456789012345678901234567890123456789012345678901234567890', 'hex')", "\"e33b4ddc9c38f2199c3e7b164fcc0536\""),
            new("k6/crypto ripemd160", "crypto.ripemd160('', 'hex')", "\"9c1185a5c5e9fc54612808977ee8f548b2258d31\""),
            new("k6/crypto ripemd160", "crypto.ripemd160('abc', 'hex')", "\"8eb208f7e05d987a9b044a8e98c6b087f15a0bfc\""),
            new("k6/crypto ripemd160", "crypto.ripemd160('message digest', 'hex')", "\"5d0689ef49d2fae572b881b123a85ffa21595f36\""),
            new("k6/crypto sha512_224", "crypto.sha512_224('abc', 'hex')", "\"4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa\""),
            new("k6/crypto sha512_256", "crypto.sha512_256('abc', 'hex')", "\"53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23\""),
            new("k6/crypto sha512_256", "crypto.sha512_256('', 'hex')", "\"c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a\""),
            new("k6/crypto sha384", "crypto.sha384('abc', 'hex').slice(0, 16)", "\"cb00753f45a35e8b\""),
            new("k6/crypto sha512", "crypto.sha512('abc', 'hex').slice(0, 16)", "\"ddaf35a193617aba\""),
            new("k6/crypto hmac", "crypto.hmac('sha512', 'Jefe', 'what do ya want for nothing?', 'hex').slice(0, 16)", "\"164b7a7bfcf819e2\""),
            new("k6/crypto hmac", "crypto.hmac('ripemd160', 'Jefe', 'what do ya want for nothing?', 'hex')", "\"dda6c0213a485a9e24f4742064a7f033b43c4069\""),
            new("k6/crypto hmac", "crypto.hmac('md5', 'Jefe', 'what do ya want for nothing?', 'hex')", "\"750c783e6ab0b503eaa86e310a5db738\""),
            new("k6/crypto hmac", "crypto.hmac('sha1', 'x'.repeat(100), 'd', 'hex').length", "40"),
            new("k6/crypto createHash", "crypto.createHash('whirlpool')", "throws algorithm"),
            new("k6/crypto createHMAC", "{ const h = crypto.createHMAC('sha256', new Uint8Array([107, 101, 121])); h.update('The quick brown fox jumps over the lazy dog'); return h.digest('hex').slice(0, 8) }", "\"f7bc83f4\""),
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
            new("k6/data SharedArray", "{ const e = shared[0]; e.n = 5; return e.n }", "throws read only"),
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
            new("k6/execution vu.tags", "`${exec.vu.tags} ${exec.test.options} ${exec.vu.metrics.tags.none}`", "\"[object Object] [object Object] undefined\""),
            new("k6/execution vu.tags", "exec.vu.tags.hasOwnProperty('scenario')", "true"),
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
            new("globals language", "[3, 1].toSorted()", "[1,3]"),
            new("globals language", "Object.groupBy([1, 2], (n) => n % 2 ? 'odd' : 'even')", "{\"odd\":[1],\"even\":[2]}"),
            new("globals language", "class A { #x = 1; static y = 2; get x() { return this.#x } } return [new A().x, A.y]", "[1,2]"),
            new("globals language", "null ?? (undefined?.x ?? 'd')", "\"d\""),
        ],
        initialize: """
            const shared = new SharedArray('s', () => [{ n: 1 }, { n: 2 }, { n: 3 }]);
            const counter = new Counter('my_counter'), gauge = new Gauge('my_gauge'), rate = new Rate('my_rate'), trend = new Trend('my_trend', true);
            """);

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);
}
