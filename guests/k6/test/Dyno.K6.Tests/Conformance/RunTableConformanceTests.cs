namespace Dyno.K6.Tests;

/// <summary>One whole run: a script, and what it must leave behind.</summary>
/// <param name="Api">What it shows.</param>
/// <param name="Script">JavaScript; <c>BASE</c> is the server's URL.</param>
/// <param name="Expected">
/// One condition a line: <c>exit N</c>; <c>log TEXT</c> (a line of the log); <c>error TEXT</c> (in messages and log); <c>METRIC
/// FIGURE VALUE</c>; <c>has METRIC</c>; <c>no METRIC</c>; <c>requests N</c> (that the server saw); <c>summary TEXT</c>.
/// </param>
public sealed record RunCase(string Api, string Script, string Expected)
{
    /// <summary>Flags: option:VALUE, apart by blanks.</summary>
    public string Flags { get; init; } = "";

    /// <summary>Whether the script can be dense too.</summary>
    public bool IsBoth { get; init; } = true;

    /// <summary>Summary mode.</summary>
    public string Mode { get; init; } = "compact";
}

/// <summary>The cases, of which many wait: a class for each layout, so that two run at a time.</summary>
internal static class RunTable
{
    private const string Http = "import http from 'k6/http'; ";
    private const string Empty = "export default function () {}";

    // Where a run has a length of time, its users begin in it even when the machine stands still for a while.
    private static readonly RunCase[] Cases =
    [
        new("life setup", "export function setup() { return { n: 1 } } export default function (d) { console.log(d.n) }", "log 1"),
        new("life setup", "export function setup() {} export default function (d) { console.log(typeof d) }", "log undefined"),
        new("life setup", "export async function setup() { return await Promise.resolve(5) } export default function (d) { console.log(d) }", "log 5"),
        new("life setup", "export const options = { noSetup: true }; export function setup() { return 1 } export default function (d) { console.log(typeof d) }", "log undefined"),
        new("life setup", "export const setup = 5; " + Empty, "exit 107\nerror functions"),
        new("life teardown", Empty + " export function teardown(d) { console.log('down ' + typeof d) }", "log down undefined"),
        new("life teardown", Empty + " export function teardown() { throw new Error('late') }", "exit 107\nerror late"),
        new("life teardown", "export const options = { noTeardown: true }; " + Empty + " export function teardown() { console.log('down') }", "exit 0\nnolog down"),
        new("life teardown", "export function setup() { throw new Error('x') } " + Empty + " export function teardown() { console.log('down') }", "exit 107\nnolog down"),
        new("life teardown", "import exec from 'k6/execution'; export default function () { exec.test.abort() } export function teardown() { console.log('down') }", "exit 108\nlog down"),
        new("life init", "import exec from 'k6/execution'; exec.test.abort('not today'); " + Empty, "exit 108\nerror not today"),
        new("summary", Empty + " export function handleSummary(d) { return { stdout: [d.metrics.data_sent.values.count, d.metrics.data_received.values.count].join() } }", "summary 0,0"),
        new("metrics http_reqs", Http + "export default function () { for (const url of ['', '/path', 'localhost:1/x', 'ftp://a/b', 'http:///x']) http.get(url) }", "http_reqs count 5\nhttp_req_failed rate 1"),
        new("metrics http_reqs", Http + "export default function () { for (const url of ['http://a b/', 'http://[', '127.0.0.1:1/x', ':x']) http.get(url) }", "no http_reqs"),
        new("errors", Http + "export default function () { http.post(__ENV.BASE + '/get', null).none.more() }", "error (reading 'more')"),
        new("errors", "export default function () { __ENV.NONE.length }", "error (reading 'length')"),
        new("life default", "export default async function () { await Promise.resolve(); console.log('awaited') }", "log awaited"),
        new("life default", "export default function () { throw { code: 7, why: 'full' } }", "exit 0\nerror {\"code\":7,\"why\":\"full\"}\niterations count 1"),
        new("life default", "export default async function () { throw new Error('rejected') }", "exit 0\nerror rejected\niterations count 1"),
        new("life default", "module.exports.default = function () { console.log('commonjs') }", "log commonjs"),
        new("life default", "exports.default = () => console.log(typeof require); ", "log function"),
        new("life default", "export default function () { setTimeout(() => console.log('later'), 5); console.log('now') }", "log now\nlog later"),
        new("life default", "let n = 0; export const options = { iterations: 3 }; export default function () { console.log('n' + n++) }", "log n0\nlog n1\nlog n2"),
        new("life default", "export const options = { iterations: 2 }; export default function () { console.log(__ITER) }", "log 0\nlog 1"),
        new("life default", "console.log('init ' + __VU + ' ' + typeof __ITER); " + Empty, "log init 0 undefined\nlog init 1 undefined"),
        new("life handleSummary", Empty + " export function handleSummary(d) { return { stdout: Object.keys(d).sort().join() } }", "summary metrics,options,root_group,state"),
        new("life handleSummary", "export function setup() { return 7 } " + Empty + " export function handleSummary(d) { return { stdout: 's' + d.setup_data } }", "summary s7"),
        new("life handleSummary", Empty + " export function handleSummary() { throw new Error('broken') }", "exit 0\nerror broken\nsummary TOTAL RESULTS"),
        new("life handleSummary", Empty + " export function handleSummary() { return null }", "summary TOTAL RESULTS"),
        new("life handleSummary", Empty + " export async function handleSummary() { return { stdout: await Promise.resolve('later') } }", "summary later"),
        new("life handleSummary", "import { textSummary } from 'https://jslib.k6.io/k6-summary/0.0.1/index.js'; " + Empty
            + " export function handleSummary(d) { return { stdout: textSummary(d, { indent: ' ', enableColors: false }) } }", "summary iterations"),
        new("life handleSummary", "import { check } from 'k6'; export default () => { check(1, { yes: true, no: false }) }; export function handleSummary(d) { "
            + "const c = d.root_group.checks; return { stdout: c.map((x) => x.name + x.passes + x.fails + x.path).join(' ') } }", "summary yes10::yes no01::no"),
        new("modules", "export const options = { vus: 1 }; const m = __VU === 0 ? null : require('./x.js'); " + Empty, "exit 107\nerror first init stage"),
        new("modules", "import './data.json'; " + Empty, "exit 107\nerror data.json"),
        new("modules", "import 'http://example.com/x.js'; " + Empty, "exit 107\nerror https only"),
        new("modules", "import 'https://modules.invalid/x.js'; " + Empty, "exit 107\nerror not in the cache"),
        new("modules", "import { browser } from 'k6/experimental/browser'; " + Empty, "exit 107\nerror k6 has removed the module k6/experimental/browser for k6/browser, which is not part of Dyno yet"),
        new("modules", "import x from 'k6/x/sql'; " + Empty, "exit 107\nerror extension of k6"),
        new("modules", "import x from 'k6/experimental/redis'; " + Empty, "exit 107\nerror removed"),
        new("modules", "import x from 'k6/browser'; " + Empty, "exit 107\nerror not part of Dyno yet"),
        new("modules", "import { browser } from 'k6/browser'; " + Empty, "exit 107\nerror not part of Dyno yet"),
        new("modules", "import { ReadableStream } from 'k6/experimental/streams'; " + Empty, "exit 107\nerror not part of Dyno yet"),
        new("modules", "import x from 'k6/crypto/x509'; " + Empty, "exit 107\nerror not part of Dyno yet"),
        new("modules", "import { parse } from 'k6/crypto/x509'; " + Empty, "exit 107\nerror not part of Dyno yet"),
        new("modules", "import { parseHtml } from 'k6/html'; parseHtml; " + Empty, "exit 107\nerror did you mean parseHTML?"),
        new("modules", "import { Treand } from 'k6/metrics'; const t = new Treand('t'); " + Empty, "exit 107\nerror did you mean Trend?"),
        new("modules", "import { randomItm } from 'https://jslib.k6.io/k6-utils/1.4.0/index.js'; " + Empty, "exit 107\nerror did you mean randomItem? (file://\nerror /-:1:10)"),
        new("modules", "import * as http from 'k6/http'; import def, { get } from 'k6/http'; export default () => console.log(http.get === get && def.get === get)", "log true"),
        new("k6 check", "import { check } from 'k6'; export default () => { check(1, { a: true, b: false }) }", "checks rate 0.5\nchecks passes 1\nchecks fails 1"),
        new("k6 check", "import { check } from 'k6'; export default () => { check(1, { t: () => { throw new Error('in check') } , u: true }) }", "checks fails 1\nchecks passes 0\nerror in check"),
        new("k6 group", "import { group } from 'k6'; export default () => { group('g', () => {}) }", "iterations count 1\nhas group_duration"),
        new("k6 sleep", "import { sleep } from 'k6'; export default () => { sleep(0.1) }", "iterations count 1"),
        new("jslib k6chaijs.config", "import chai, { describe, expect } from 'https://jslib.k6.io/k6chaijs/4.3.4.3/index.js'; chai.config.logFailures = true; export default () => { describe('d', () => expect(1, 'it').to.equal(2)) }", "log expected it to equal 2: found 1"),
        new("jslib k6-testing.expect", "import { expect } from 'https://jslib.k6.io/k6-testing/0.5.0/index.js'; export const options = { iterations: 3 }; export default () => { expect(__ITER).toBe(0); console.log('goes on') }", "exit 108\nerror expect(1).toBe(0) does not hold\nlog goes on"),
        new("jslib k6-testing.expect.soft", "import { expect } from 'https://jslib.k6.io/k6-testing/0.5.0/index.js'; export const options = { iterations: 2 }; export default () => { expect.soft(__ITER).toBe(0); console.log('goes on ' + __ITER) }", "exit 110\nlog goes on 1"),
        new("k6/execution test.abort", "import exec from 'k6/execution'; export default () => { exec.test.abort('enough'); console.log('never') }", "exit 108\nerror enough\nnolog never"),
        new("k6/execution test.abort", "import exec from 'k6/execution'; export function setup() { exec.test.abort('early') } " + Empty, "exit 108\nerror early"),
        new("k6/execution test.fail", "import exec from 'k6/execution'; export default () => { exec.test.fail('bad'); console.log('goes on') }", "exit 110\nerror bad\nlog goes on"),
        new("k6/execution vu.metrics.metadata", "import exec from 'k6/execution'; export default () => { exec.vu.metrics.metadata.x = 'y'; console.log(exec.vu.metrics.metadata.x) }", "log y"),
        new("k6/execution scenario.iterationInInstance", "import exec from 'k6/execution'; export const options = { iterations: 2 }; export default () => { console.log(exec.scenario.iterationInInstance) }", "log 0\nlog 1"),
        new("k6/execution vu.tags", "import exec from 'k6/execution'; export const options = { iterations: 2 }; export default () => { console.log('before', exec.vu.tags.kept); exec.vu.tags.kept = 'k' + __ITER; exec.vu.tags.gone = 1; delete exec.vu.tags.gone; console.log('gone', exec.vu.tags.gone) }", "log before undefined\nlog before k0\nlog gone undefined"),
        new("k6/execution vu.tags", "import { group } from 'k6'; import exec from 'k6/execution'; export default () => { const tags = exec.vu.tags; tags.outer = 1; group('g', () => { console.log('in', tags.outer, tags.group); tags.inner = 2 }); console.log('out', tags.inner, '[' + tags.group + ']') }", "log in 1 ::g\nlog out 2 []"),
        new("k6/metrics Counter", "import { Counter } from 'k6/metrics'; const c = new Counter('c'); export default () => { c.add(2); c.add(3) }", "c count 5"),
        new("k6/metrics Gauge", "import { Gauge } from 'k6/metrics'; const g = new Gauge('g'); export default () => { g.add(2); g.add(9); g.add(3) }", "g value 3\ng min 2\ng max 9"),
        new("k6/metrics Rate", "import { Rate } from 'k6/metrics'; const r = new Rate('r'); export default () => { r.add(1); r.add(0); r.add(true); r.add(false) }", "r rate 0.5\nr passes 2\nr fails 2"),
        new("k6/metrics Trend", "import { Trend } from 'k6/metrics'; const t = new Trend('t'); export default () => { for (const v of [1, 2, 3, 4]) t.add(v) }", "t avg 2.5\nt min 1\nt max 4"),
        new("k6/metrics Trend", "import { Trend } from 'k6/metrics'; new Trend('x y'); " + Empty, "exit 107\nerror x y"),
        new("k6/metrics Counter", "import { Counter, Trend } from 'k6/metrics'; new Counter('a'); new Trend('a'); " + Empty, "exit 107\nerror a"),
        new("k6/metrics Counter", "import { Counter } from 'k6/metrics'; const c = new Counter('c'); export const options = { throw: true }; export default () => { c.add('x') }", "error must be a number\nno c"),
        new("metrics http_reqs", Http + "export default () => { http.get(__ENV.BASE + '/redirect/2') }", "http_reqs count 3\nrequests 3"),
        new("metrics http_req_failed", Http + "export default () => { http.get(__ENV.BASE + '/status/500'); http.get(__ENV.BASE) }", "http_req_failed rate 0.5"),
        new("metrics http_req_failed", Http + "http.setResponseCallback(http.expectedStatuses(500)); export default () => { http.get(__ENV.BASE + '/status/500') }", "http_req_failed rate 0"),
        new("metrics http_req_failed", Http + "export default () => { http.get(__ENV.BASE, { responseCallback: null }) }", "no http_req_failed"),
        new("metrics http_reqs", Http + "export default () => { http.batch(Array.from({ length: 8 }, () => __ENV.BASE + '/get')) }", "http_reqs count 8\nrequests 8"),
        new("metrics http_reqs", Http + "export default () => { http.get('nonsense') }", "http_reqs count 1\nrequests 0"),
        new("metrics http_reqs", Http + "export default () => { http.get(__ENV.BASE.replace('//', '//user:pass@') + '/digest', { auth: 'digest' }) }", "http_reqs count 2\nhttp_req_failed rate 0"),
        new("metrics dropped_iterations", "import { sleep } from 'k6'; export const options = { scenarios: { a: { executor: 'shared-iterations', vus: 1, iterations: 50, maxDuration: '1s', gracefulStop: '0s' } } }; export default () => sleep(0.6)", "summary dropped_iterations"),
        new("metrics iterations", "export const options = { vus: 2, iterations: 5 }; " + Empty, "iterations count 5"),
        new("executors per-vu-iterations", "export const options = { scenarios: { a: { executor: 'per-vu-iterations', vus: 3, iterations: 4 } } }; " + Empty, "iterations count 12"),
        new("executors constant-vus", "import { sleep } from 'k6'; export const options = { vus: 2, duration: '3s' }; export default () => sleep(3.1)", "iterations count 2"),
        new("executors ramping-vus", "import { sleep } from 'k6'; export const options = { stages: [{ duration: '3s', target: 1 }] }; export default () => sleep(3.1)", "iterations count 1"),
        new("executors externally-controlled", "import { sleep } from 'k6'; export const options = { scenarios: { a: { executor: 'externally-controlled', vus: 1, maxVUs: 2, duration: '3s' } } }; export default () => sleep(3.1)", "iterations count 1"),
        new("executors constant-arrival-rate", "export const options = { scenarios: { a: { executor: 'constant-arrival-rate', rate: 10, duration: '1s', preAllocatedVUs: 2 } } }; " + Empty, "summary 10 planned"),
        new("executors ramping-arrival-rate", "export const options = { scenarios: { a: { executor: 'ramping-arrival-rate', startRate: 10, stages: [{ duration: '1s', target: 10 }], preAllocatedVUs: 2 } } }; " + Empty, "summary 10 planned"),
        new("options executionSegment", "export const options = { scenarios: { a: { executor: 'shared-iterations', vus: 4, iterations: 10 } }, executionSegment: '0:1/2' }; " + Empty, "iterations count 5"),
        new("options rps", Http + "export const options = { rps: 1000, iterations: 3 }; export default () => { http.get(__ENV.BASE) }", "http_reqs count 3"),
        new("options minIterationDuration", "import exec from 'k6/execution'; export const options = { iterations: 2, minIterationDuration: '300ms' }; export default () => { if (__ITER === 1) console.log(exec.instance.currentTestRunDuration >= 300) }", "log true"),
        new("options blockHostnames", Http + "export const options = { blockHostnames: ['*.blocked.test'] }; export default () => { const r = http.get('http://a.blocked.test/'); console.log(r.error_code, r.error) }", "log 1111 hostname (a.blocked.test) is in a blocked pattern (*.blocked.test)"),
        new("options blacklistIPs", Http + "export const options = { blacklistIPs: ['127.0.0.0/8'] }; export default () => { console.log(http.get(__ENV.BASE).error_code) }", "log 1110\nrequests 0"),
        new("options blacklistIPs", Http + "export const options = { blacklistIPs: ['127.0.0.0/8', '::1/128'] }; export default () => { console.log(http.get(__ENV.BASE.replace('127.0.0.1', 'localhost')).error_code) }", "log 1110\nrequests 0"),
        new("options hosts", Http + "export const options = { hosts: { 'api.test': '127.0.0.1' } }; export default () => { console.log(http.get(__ENV.BASE.replace('127.0.0.1', 'api.test') + '/get').status) }", "log 200\nrequests 1"),
        new("options hosts", Http + "export const options = { hosts: { '*.wild.test': '127.0.0.1' } }; export default () => { console.log(http.get(__ENV.BASE.replace('127.0.0.1', 'a.b.wild.test') + '/get').json('headers.Host').split(':')[0]) }", "log a.b.wild.test"),
        new("options dns", Http + "export const options = { dns: { policy: 'onlyIPv6' } }; export default () => { console.log(http.get(__ENV.BASE + '/get').status) }", "log 200"),
        new("options maxRedirects", Http + "export const options = { maxRedirects: 1 }; export default () => { console.log(http.get(__ENV.BASE + '/redirect/3').status) }", "log 302\nnolog Stopped after\nrequests 2"),
        new("options maxRedirects", Http + "export default () => { console.log(http.get(__ENV.BASE + '/redirect/12').status) }", "log 302\nerror Stopped after 10 redirects\nrequests 11"),
        new("options blockHostnames", Http + "export const options = { blockHostnames: ['a.blocked.test'] }; export default () => { http.get('http://a.blocked.test/'); http.get(__ENV.BASE) }", "http_reqs count 2\nhttp_req_failed rate 0.5\nrequests 1"),
        new("options throw", Http + "export const options = { throw: true }; export default () => { try { http.get('http://127.0.0.1:1/') } catch (e) { console.log('caught') } }", "log caught\nnolog Request Failed"),
        new("options throw", Http + "export const options = { throw: true }; export default () => { try { http.get('nonsense') } catch (e) { console.log('caught') } }", "log caught\nnolog Request Failed"),
        new("options throw", Http + "export default () => { http.get(__ENV.BASE, { timeout: 'soon' }); console.log('goes on') }", "error Request Failed error=\"'soon' is not a timeout\nlog goes on\nrequests 0"),
        new("options throw", Http + "export default () => { http.get('http://127.0.0.1:1/') }", "error Request Failed error=\"Get \\\"http://127.0.0.1:1/\\\": dial tcp 127.0.0.1:1: connect: connection refused\""),
        new("options userAgent", Http + "export const options = { userAgent: 'mine' }; export default () => { console.log(http.get(__ENV.BASE + '/get').json('headers.User-Agent')) }", "log mine"),
        new("options throw", Http + "export const options = { throw: true }; export default () => { http.get('http://127.0.0.1:1/'); console.log('never') }", "error refused\nnolog never\niterations count 1"),
        new("options discardResponseBodies", Http + "export const options = { discardResponseBodies: true }; export default () => { console.log(http.get(__ENV.BASE + '/get').body, http.get(__ENV.BASE + '/text', { responseType: 'text' }).body.length) }", "log null 10"),
        new("options noCookiesReset", Http + "export const options = { iterations: 2, noCookiesReset: true }; export default () => { console.log(http.get(__ENV.BASE + (__ITER ? '/get' : '/set-cookie?a=b')).request.cookies.a !== undefined) }", "log false\nlog true"),
        new("options noCookiesReset", Http + "export const options = { iterations: 2 }; export default () => { console.log(http.get(__ENV.BASE + (__ITER ? '/get' : '/set-cookie?a=b')).request.cookies.a !== undefined) }", "log false\nlog false"),
        new("options noConnectionReuse", Http + "export const options = { noConnectionReuse: true }; export default () => { http.get(__ENV.BASE); console.log(http.get(__ENV.BASE).timings.connecting > 0) }", "log true"),
        new("options noVUConnectionReuse", Http + "export const options = { iterations: 2, noVUConnectionReuse: true }; export default () => { console.log(http.get(__ENV.BASE).timings.connecting > 0, http.get(__ENV.BASE).timings.connecting > 0) }", "log true false\nlog true false"),
        new("options httpDebug", Http + "export const options = { httpDebug: 'full' }; export default () => { http.post(__ENV.BASE + '/post', 'shown') }", "error POST /post HTTP/1.1\nerror shown"),
        new("options httpDebug", Http + "export const options = { httpDebug: 'headers' }; export default () => { http.get('http://127.0.0.1:1/seen') }", "error GET /seen HTTP/1.1\nnolog Response:"),
        new("options setupTimeout", "import { sleep } from 'k6'; export const options = { setupTimeout: 100 }; export function setup() { sleep(5) } " + Empty, "exit 100\nerror did not end within 100ms"),
        new("options thresholds", "import { Counter } from 'k6/metrics'; const c = new Counter('c'); export const options = { thresholds: { c: ['count<3'] } }; export default () => c.add(5)", "exit 99\nsummary ✗ 'count<3' count=5"),
        new("options thresholds", "export const options = { thresholds: { iterations: [{ threshold: 'count>5', abortOnFail: false }] } }; " + Empty, "exit 99"),
        new("options thresholds", "export const options = { thresholds: { checks: ['rate>0.9'] } }; " + Empty, "exit 0"),
        new("options thresholds", "export const options = { thresholds: { http_req_duration: ['p(99)<0.0001', 'avg<60000'] } }; " + Http + "export default () => { http.get(__ENV.BASE) }", "exit 99\nsummary ✓ 'avg<60000'"),
        new("options thresholds", "export const options = { thresholds: { iterations: ['cuont>1'] } }; " + Empty, "exit 104\nerror cuont"),
        new("options thresholds", "import { sleep } from 'k6'; import { Rate } from 'k6/metrics'; const r = new Rate('r'); export const options = { duration: '40s', thresholds: { r: [{ threshold: 'rate>0.5', abortOnFail: true }] } }; export default () => { r.add(false); sleep(0.2) }", "exit 99"),
        new("options tags", "import { Counter } from 'k6/metrics'; const c = new Counter('c'); export const options = { tags: { env: 'test' }, thresholds: { 'c{env:test}': ['count==1'] } }; export default () => c.add(1)", "exit 0"),
        new("options features", "import { Counter } from 'k6/metrics'; const c = new Counter('c'); export const options = { tags: { team: 'a', env: 'x' }, thresholds: { 'c{team:a,env:y}': ['count==1'] } }; export default () => c.add(1)", "exit 0")
            { Flags = "features:merge-run-tags tags:env=y" },
        new("options features", Empty, "exit 104\nerror 'freeze-evn' is not a feature of k6") { Flags = "features:freeze-evn" },
        new("summary compact", Http + "import { check } from 'k6'; export default () => { check(http.get(__ENV.BASE), { ok: (r) => r.status === 200 }) }", "summary █ TOTAL RESULTS\nsummary checks_total\nsummary ✓ ok\nsummary http_req_duration\nsummary NETWORK"),
        new("summary full", Http + "import { group, check } from 'k6'; export default () => { group('g', () => check(http.get(__ENV.BASE), { ok: true })) }", "summary http_req_blocked\nsummary GROUP: g") { Mode = "full" },
        new("summary legacy", Http + "import { group, check } from 'k6'; export default () => { group('g', () => check(1, { ok: true })) }", "summary █ g\nsummary ✓ ok\nsummary iteration_duration") { Mode = "legacy" },
        new("summary disabled", Empty, "nosummary") { Mode = "disabled" },
        new("summary summaryTimeUnit", "export const options = { summaryTimeUnit: 'us' }; " + Empty, "summary µs"),
        new("summary summaryTrendStats", "export const options = { summaryTrendStats: ['count', 'p(99)'] }; " + Empty, "summary count=1\nsummary p(99)="),
        new("summary dyno", Http + "export default () => { http.get(__ENV.BASE + '/redirect/1') }", "summary █ DYNO\nsummary response_time\nsummary redirects\nsummary 1 of 2 requests were redirects: http_reqs also counts the requests that follow\nsummary health"),
        new("summary dyno", Http + "export function setup() { http.get(__ENV.BASE + '/redirect/1') } export default () => { http.get(__ENV.BASE + '/redirect/1') }", "summary 2 of 4 requests were redirects: http_reqs also counts the requests that follow"),
        new("summary dyno", Http + "export const options = { scenarios: { a: { executor: 'constant-arrival-rate', rate: 20, duration: '1s', preAllocatedVUs: 5 } } }; export default () => { http.get(__ENV.BASE) }", "summary starts\nsummary 20 planned\nsummary dropped\nsummary from the intended start"),
        new("console log", "export default () => console.log('%s', 1, { a: [1, { b: 2 }] })", "log %s 1 { a: [ 1, { b: 2 } ] }"),
        new("console log", "export default () => console.log(new Date(0))", "log \"1970-01-01T00:00:00.000Z\""),
        new("globals __ENV", "export default () => { __ENV.NEW = 1; console.log(__ENV.NEW) }", "error TypeError") { Flags = "features:freeze-env" },
        new("console error", "export default () => { console.error('e'); console.warn('w'); console.info('i'); console.debug('d') }", "log e\nlog w\nlog i\nnolog d"),
        new("errors place", "export default () => check(1, {})", "error ReferenceError: check is not defined (write: import { check } from 'k6';)"),
        new("errors place", "export default () => exec.vu.idInTest", "error exec is not defined (write: import exec from 'k6/execution';)"),
        new("errors place", "export default function () {\n  undefinedFunction();\n}", "error ReferenceError\nerror -:2:"),
        new("errors place", "export default function () { throw 'a text' }", "error a text\niterations count 1"),
        new("errors place", "export default function () { throw { get message() { console.log('asked'); return 'told' } } }", "log asked\nerror told\niterations count 1"),
        new("errors stack", "import { Counter } from 'k6/metrics'; const c = new Counter('c');\nfunction inner() { return new Error('why').stack }\nexport default () => { c.add(1);\n  console.log(JSON.stringify(inner())) }", "error Error: why\\n\\tat inner (file:\nerror -:2:\nerror -:4:"),
        new("errors stack", "class Mine extends Error { }\nexport default function () {\n  throw new Mine('own') }", "error Error: own\nerror -:3:"),
        new("errors place", "export default function () { throw { not: 'an error' } }", "iterations count 1"),
        new("errors count", "export const options = { iterations: 4 }; export default function () { throw new Error('again') }", "error 4 times"),
        new("errors syntax", "export default function () {\n  let x = ;\n}", "exit 107\nerror :2:"),
        new("errors promise", "export default function () { Promise.reject(new Error('nobody waits')); console.log('goes on') }", "log goes on\nerror nobody waits\niterations count 1"),
        new("errors promise", "async function late() { await null; throw new Error('in vain') } export default function () {\n  late();\n}", "error in vain\nerror -:1:"),
        new("errors promise", "export default function () { Promise.reject(new Error('seen')).catch((e) => console.log(e.message)) }", "log seen\nnolog Error: seen"),
        new("errors promise", Http + "export default function () { http.asyncRequest('GET', __ENV.BASE).then((r) => { throw new Error('after ' + r.status) }) }", "error after 200\niterations count 1"),
        new("globals console", "export default () => console.log(console.log === console.log, typeof console.warn)", "log true function"),
    ];

    public static IEnumerable<string> Apis => Cases.Select(c => c.Api);

    public static TheoryData<int, string> RowsOf(VuLayout layout)
    {
        var rows = new TheoryData<int, string>();
        for (var i = 0; i < Cases.Length; i++)
            if (layout == VuLayout.Isolated || Cases[i].IsBoth) rows.Add(i, $"{layout}: {Cases[i].Api}: {Cases[i].Script}");
        return rows;
    }

    public static async Task ShouldConformAsync(int index, VuLayout layout, ITestOutputHelper output)
    {
        var wanted = Cases[index];
        await using var server = await EchoServer.StartAsync();
        var run = await ScriptRunner.RunAsync(wanted.Script, server,
            change: r => Flagged(r, wanted.Flags) with { Layout = layout }, summary: new SummaryRequest { Mode = wanted.Mode });
        output.WriteLine($"exit {run.ExitCode}\n{run.Error}\n{run.Log}\n{run.Summary}");
        foreach (var condition in wanted.Expected.Split('\n')) Check(condition, run, server);
    }

    private static void Check(string condition, ScriptOutcome run, KestrelServer server)
    {
        var (word, rest) = condition.Split(' ', 2) is [var w, var r] ? (w, r) : (condition, "");
        switch (word)
        {
            case "exit": run.ExitCode.ShouldBe(int.Parse(rest)); break;
            case "log": run.LogLines.ShouldContain(rest); break;
            case "nolog": run.Log.ShouldNotContain(rest); break;
            case "error": (run.Error + run.Log).ShouldContain(rest); break;
            case "summary": run.Summary.ShouldContain(rest); break;
            case "nosummary": run.Summary.ShouldBeEmpty(); break;
            case "requests": server.Seen.Count.ShouldBe(int.Parse(rest)); break;
            case "has": run.Has(rest).ShouldBeTrue(condition); break;
            case "no": run.Has(rest).ShouldBeFalse(condition); break;
            default:
                var (figure, value) = rest.Split(' ') is [var f, var v] ? (f, v) : throw new InvalidOperationException(condition);
                run.Metric(word, figure).ShouldBe(double.Parse(value, System.Globalization.CultureInfo.InvariantCulture), 1e-9, condition);
                break;
        }
    }

    private static K6Request Flagged(K6Request request, string flags) => request with
    {
        Flags = [.. flags.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(f => (f.Split(':', 2)[0], "--flag", f.Split(':', 2)[1]))],
    };
}

public sealed class DenseRunTableConformanceTests(ITestOutputHelper output)
{
    public static TheoryData<int, string> Rows => RunTable.RowsOf(VuLayout.Dense);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string row)
    {
        output.WriteLine(row);
        return RunTable.ShouldConformAsync(index, VuLayout.Dense, output);
    }
}

public sealed class IsolatedRunTableConformanceTests(ITestOutputHelper output)
{
    public static TheoryData<int, string> Rows => RunTable.RowsOf(VuLayout.Isolated);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string row)
    {
        output.WriteLine(row);
        return RunTable.ShouldConformAsync(index, VuLayout.Isolated, output);
    }
}
