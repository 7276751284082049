namespace Dyno.K6.Tests;

/// <summary>What is special to virtual users that share a machine; what they have in common with others is in the conformance suite.</summary>
public sealed class DenseLayoutTests : IAsyncLifetime
{
    private KestrelServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await EchoServer.StartAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Fact]
    public async Task Each_user_has_variables_and_globals_of_its_own()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            export const options = { scenarios: { s: { executor: 'per-vu-iterations', vus: 3, iterations: 2 } } };
            let count = 0;
            const list = [];
            export default function () {
              count++; list.push(__VU); __ENV.MINE = (__ENV.MINE || '') + __VU;
              http.get(__ENV.BASE);
              console.log(`${__VU} ${__ITER} ${count} ${list.join('')} ${__ENV.MINE}`);
            }
            """);

        run.LogLines.Order().ShouldBe(["1 0 1 1 1", "1 1 2 11 11", "2 0 1 2 2", "2 1 2 22 22", "3 0 1 3 3", "3 1 2 33 33"]);
    }

    [Fact]
    public async Task Every_user_gets_its_first_answer_however_many_begin_at_once()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            export const options = { scenarios: { s: { executor: 'per-vu-iterations', vus: 300, iterations: 2, maxDuration: '1m', gracefulStop: '0s' } } };
            export default function () { http.get(__ENV.BASE + '/get'); }
            """);

        run.LogLines.ShouldBeEmpty(); // one that waits for ever would be named
        run.Metric("http_reqs", "count").ShouldBe(600);
        run.Metric("iterations", "count").ShouldBe(600);
    }

    [Fact]
    public async Task An_iteration_that_ends_with_a_sleep_is_followed_by_the_next_at_once()
    {
        var run = await RunAsync("""
            import { sleep } from 'k6';
            export const options = { vus: 1, iterations: 10 };
            let ended = 0, least = 1e9;
            export default function () {
              if (ended) least = Math.min(least, Date.now() - ended);
              if (__ITER === 9) console.log(least < 25 ? 'at once' : `after ${least} ms`);
              sleep(0.01);
              ended = Date.now();
            }
            """);

        run.LogLines.ShouldBe(["at once"]);
    }

    /// <summary>Plain http goes over the loop, https beside it: an answer must find its user either way, also half-way through redirects.</summary>
    [Fact]
    public async Task An_answer_finds_its_user_over_the_loop_and_beside_it()
    {
        await using var secure = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good },
            context => context.Response.WriteAsync(context.Request.Query["user"].ToString()));

        var run = await RunAsync($$"""
            import http from 'k6/http';
            export const options = { insecureSkipTLSVerify: true, scenarios: { s: { executor: 'per-vu-iterations', vus: 20, iterations: 5 } } };
            export default function () {
              const beside = '{{secure.Url}}?user=' + __VU;
              const over = __ENV.BASE + '/redirect-to?url=' + encodeURIComponent(beside);
              const plain = __ENV.BASE + '/get?user=' + __VU;
              const bodies = [http.get(beside).body, http.get(over).body, http.get(over, { redirects: 1 }).body];
              if (bodies.join() !== [__VU, __VU, __VU].join() || http.get(plain).url !== plain) console.log(__VU + ' got ' + bodies.join());
            }
            """);

        run.LogLines.ShouldBeEmpty();
        run.Metric("http_reqs", "count").ShouldBe(20 * 5 * (1 + 2 + 2 + 1));
        run.Metric("iterations", "count").ShouldBe(100);
    }

    [Fact]
    public async Task Functions_that_wait_are_found_through_helpers_classes_callbacks_and_arrays()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            import { check, group, sleep } from 'k6';
            const urls = ['/get?a', '/get?b'];
            const status = (path) => http.get(__ENV.BASE + path).status
            class Client {
              constructor(base) { this.base = base; }
              get(path) { return http.get(this.base + path).status; }
              all(paths) { return paths.map((p) => this.get(p)); }
            }
            function retry(fn, times) { for (let i = 1; ; i++) { const r = fn(i); if (r === 200 || i === times) return r + ':' + i; } }
            const api = { pause() { sleep(0.001); return 'paused' } };
            export default function () {
              const method = 'get';
              const results = [status('/get'), new Client(__ENV.BASE).all(urls), urls.map(status), urls.filter((u) => status(u) === 200).length,
                urls.reduce((sum, u) => sum + status(u), 0), urls.some((u) => status(u) === 500), urls.findIndex((u) => status(u) === 200),
                retry((i) => http.get(__ENV.BASE + (i < 3 ? '/status/500' : '/get')).status, 5), api.pause(), api['pause'](),
                http[method](__ENV.BASE).status, group('outer', () => group('inner', () => status('/get'))), http.batch(urls.map((u) => __ENV.BASE + u)).length]
              urls.forEach(function (u) { results.push(status(u)) })
              check(null, { waits: () => status('/get') === 200 })
              console.log(JSON.stringify(results))
            }
            """);

        run.LogLines.ShouldBe(["[200,[200,200],[200,200],2,400,false,0,\"200:3\",\"paused\",\"paused\",200,200,2,200,200]"]);
        run.Metric("checks", "rate").ShouldBe(1);
        run.Metric("http_reqs", "count").ShouldBe(1 + 2 + 2 + 2 + 2 + 2 + 1 + 3 + 1 + 1 + 2 + 2 + 1);
    }

    [Theory]
    [InlineData("export default async function () { http.get('x'); }", "-:2 waits in an async function")]
    [InlineData("class A { get b() { return http.get('x') } }\nexport default function () { new A().b }", "-:2 waits in a getter")]
    [InlineData("class A { constructor() { sleep(1) } }\nexport default function () { new A() }", "-:2 waits in a constructor")]
    [InlineData("class A { f = http.get('x') }\nexport default function () { new A() }", "-:2 waits in the initializer of a field")]
    [InlineData("export default function () { [1, 2].sort((a, b) => { sleep(1); return a - b }) }", "-:2 hands a function that waits to sort()")]
    [InlineData("export default function () { new Promise((r) => { sleep(1); r() }) }", "-:2 hands a function that waits to new Promise()")]
    [InlineData("export default function () {\n setTimeout(() => http.get('x'), 1) }", "-:3 hands a function that waits to setTimeout()")]
    [InlineData("export default function () { const g = function* () { yield 1 }; sleep(1); return [...g()] }", "has a generator function")]
    [InlineData("function use(client) { client.get('x') }\nexport default function () { use(http) }", "-:3 passes")]
    [InlineData("export default function () { globalThis.token = 1; sleep(1) }", "-:2 changes 'globalThis'")]
    [InlineData("export default function () { String.prototype.up = 1; sleep(1) }", "-:2 changes 'String'")]
    [InlineData("export default function () { eval('1'); sleep(1) }", "-:2 makes code while it runs (eval)")]
    [InlineData("export default function () { new Function('this.a = 1')(); sleep(1) }", "-:2 makes code while it runs (Function)")]
    [InlineData("export default function (x = sleep(1)) { }", "-:2 waits in the default value of a parameter")]
    [InlineData("export default function () { JSON.stringify({ toJSON() { sleep(1) } }) }", "waits in 'toJSON'")]
    [InlineData("const pages = { [Symbol.iterator]: () => ({ next: () => { sleep(1); return { done: true } } }) };\nexport default function () { for (const p of pages) { } }",
        "-:2 waits in 'next'")]
    [InlineData("const o = {}; Object.defineProperty(o, 'x', { get: () => { sleep(1); return 1 } });\nexport default function () { o.x }", "-:2 waits in what may be a getter")]
    [InlineData("const o = Object.create(null, { x: { set(v) { sleep(v) } } });\nexport default function () { o.x = 1 }", "-:2 waits in what may be a getter or a setter")]
    [InlineData("const change = (s, f) => s.replace(/a/, f);\nexport default function () { change('a', () => { sleep(1); return 'b' }) }",
        "-:2 may hand a function that waits to replace()")]
    [InlineData("const later = (f) => new Promise(f);\nexport default function () { later(() => { sleep(1) }) }", "-:2 may hand a function that waits to new Promise()")]
    [InlineData("function Page() { sleep(1) }\nconst kinds = { Page };\nexport default function () { new kinds.Page() }", "-:4 creates an object by a function that waits")]
    [InlineData("export default function () { Array.prototype.map.call([1], (x) => sleep(x)) }", "-:2 hands a function that waits to map.call()")]
    [InlineData("const all = (l, f) => Array.prototype.map.call(l, f);\nexport default function () { all([1], (x) => sleep(x)) }", "-:2 may hand a function that waits to map.call()")]
    [InlineData("class Client { constructor() { this.http = http } get() { return this.http.get('x') } }\nexport default function () { new Client().get() }", "-:2 passes")]
    [InlineData("const api = { sleep };\nexport default function () { api.sleep(1) }", "-:2 passes 'sleep' on as a value")]
    [InlineData("const $t = (key) => key;\nexport default function () { sleep(1); $t('x') }", "has a variable of the name '$t'")]
    [InlineData("import { expect } from 'https://jslib.k6.io/k6chaijs/4.3.4.3/index.js'; export default function () { expect(() => sleep(1)).to.throw() }", "-:2 hands a function that waits to expect()")]
    [InlineData("export default function () { Promise.resolve(1).then(() => console.log('then')); sleep(1) }", "-:2 waits beside promises")]
    [InlineData("async function late() { await null; console.log('late') }\nexport default function () { late(); sleep(1) }", "-:3 waits beside promises")]
    public async Task A_script_that_cannot_share_a_machine_says_why_and_where(string script, string reason)
    {
        var run = await RunAsync("import http from 'k6/http'; import { sleep } from 'k6'; import { parseHTML } from 'k6/html';\n" + script);

        run.ExitCode.ShouldBe(104, run.Log);
        run.Error.ShouldContain("--vu-layout");
        run.Error.Split(reason).Length.ShouldBe(2, run.Error); // once
    }

    [Fact]
    public async Task What_each_element_of_a_selection_is_given_to_may_wait()
    {
        var run = await RunAsync("""
            import { sleep } from 'k6'; import { parseHTML } from 'k6/html';
            export const options = { vus: 2, iterations: 2 };
            const list = { each(fn) { fn('own'); return 'mine' } };
            const slow = (i, element) => { sleep(0.001); console.log(i, element && element.textContent()) };
            export default function () {
              const page = parseHTML('<p>a</p><p>b</p>').find('p');
              console.log(page.each((i, element) => { sleep(0.01); slow(i, element); return false }).size());
              page.each(slow);
              console.log(list.each(slow));
              try { page.each(5) } catch (e) { console.log(e.name) }
            }
            """);
        string[] once = ["0 a", "1 b", "2", "0 a", "1 b", "own undefined", "mine", "TypeError"];
        run.LogLines.Order().ShouldBe(once.Concat(once).Order());
    }

    // As bundlers and the HTML reporter of benc-uk write them.
    [Theory]
    [InlineData("const g = new Function('return this')(); g.token = __VU;\nexport default function () { sleep(0.01); console.log(g === globalThis, globalThis.token === __VU) }", "true true")]
    [InlineData("const Late = new Function('return (async function(){}).constructor;')();\nexport default function () { sleep(0.01); console.log(typeof Late) }", "function")]
    [InlineData("if (typeof window !== 'undefined') window.lib = 1;\nexport default function () { sleep(0.01); console.log(typeof window) }", "undefined")]
    [InlineData("const names = (__ENV.NAMES || 'a,b').split(',').map((n) => n.trim()), limits = Object.fromEntries(names.flatMap((n) => [[n, []]]));\nexport default function () { sleep(0.01); console.log(Object.keys(limits).join()) }\nexport const other = (x) => sleep(x); export const kept = [other];", "a,b")]
    [InlineData("export default function () { sleep(0.01); try { process.env = 1 } catch (e) { console.log(e.name) } }", "ReferenceError")]
    public async Task What_gives_the_globals_or_asks_for_a_browser_is_no_hindrance(string script, string line)
    {
        var run = await RunAsync("import { sleep } from 'k6'; export const options = { vus: 2, iterations: 2 };\n" + script);
        run.ExitCode.ShouldBe(0, run.Error);
        run.LogLines.ShouldBe([line, line]);
    }

    [Theory]
    [InlineData(1, "sleep(0.01)", "dense")]
    [InlineData(201, "sleep(0.01)", "dense")]
    [InlineData(50, Unfit, "isolated")]
    public async Task Users_are_dense_when_the_script_is_fit_for_it_and_a_few_may_be_isolated(int users, string statement, string layout)
    {
        var run = await RunWithAsync(users, statement, VuLayout.Auto);

        run.Result!.Plan.Options["vuLayout"].ShouldBe(layout);
        run.Metric("iterations", "count").ShouldBe(users);
        run.Warnings.ShouldBeEmpty();
    }

    [Fact]
    public async Task Many_users_of_a_script_that_is_not_fit_are_refused_with_the_places()
    {
        var run = await RunWithAsync(51, Unfit, VuLayout.Auto);

        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain("virtual users: more than 50 virtual users must share script engines, which this script does not allow: -:3 hands a function that waits to new Promise()");
        run.Error.ShouldContain("change these places, or plan at most 50 users instead of 51");
    }

    [Fact]
    public async Task Many_users_are_not_isolated_even_when_asked_for()
    {
        var run = await RunWithAsync(51, "sleep(0.01)", VuLayout.Isolated);

        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain("at most 50 virtual users can be isolated, and 51 are planned");
        run.Error.ShouldContain("leave --vu-layout out, or plan at most 50 users");
    }

    private const string Unfit = "new Promise((r) => { sleep(0.01); r() })";

    private Task<ScriptOutcome> RunWithAsync(int users, string statement, VuLayout layout) => RunAsync($$"""
        import { sleep } from 'k6';
        export const options = { vus: {{users}}, iterations: {{users}} };
        export default function () { {{statement}} }
        """, layout);

    [Fact]
    public async Task An_exception_behind_a_request_shows_the_lines_of_the_script()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            function inner() {
              const r = http.get(__ENV.BASE);
              return r.missing.field;
            }
            export default function () {
              inner();
            }
            """);

        run.Log.ShouldContain("at inner (file://");
        run.Log.ShouldContain("/-:4:");
        run.Log.ShouldContain("/-:7:");
    }

    [Fact]
    public async Task A_runaway_user_is_cut_and_its_neighbours_go_on_in_the_next_scenario()
    {
        var run = await RunAsync("""
            import { sleep } from 'k6';
            export const options = { scenarios: {
              wild: { executor: 'per-vu-iterations', vus: 1, iterations: 1, maxDuration: '3s', gracefulStop: '0s', exec: 'wild' },
              calm: { executor: 'per-vu-iterations', vus: 4, iterations: 1, startTime: '4s', exec: 'calm' } } };
            export function wild() { for (;;) { try { for (;;) {} } catch (e) {} } }
            export function calm() { sleep(0.01); console.log('calm') }
            """);

        run.Result!.Measured.Totals.InterruptedIterations.ShouldBe(1);
        run.LogLines.ShouldBe(["calm", "calm", "calm", "calm"]);
    }

    [Theory]
    [InlineData("sleep(60)")]
    [InlineData("http.get(__ENV.BASE + '/delay/60000')")]
    [InlineData("http.batch([__ENV.BASE + '/delay/60000', __ENV.BASE + '/delay/60000'])")]
    [InlineData("setTimeout(() => {}, 60000)")]
    [InlineData("http.asyncRequest('GET', __ENV.BASE + '/delay/60000')")]
    public async Task Whatever_a_user_waits_for_is_cut_at_the_end_of_the_graceful_stop(string statement)
    {
        // Long enough that all of them have begun, even where the machine stands still for a while.
        var run = await RunAsync($$"""
            import http from 'k6/http';
            import { sleep } from 'k6';
            export const options = { scenarios: { a: { executor: 'constant-vus', vus: 3, duration: '3s', gracefulStop: '0s' } } };
            export default function () { {{statement}} }
            """);

        run.Result!.Measured.Totals.InterruptedIterations.ShouldBe(3, run.Log);
        run.Result.Measured.Totals.CutAtEnd.ShouldBe(3, run.Log);
        run.Has("iterations").ShouldBeFalse();
    }

    [Theory]
    [InlineData(VuLayout.Dense)]
    [InlineData(VuLayout.Isolated)]
    public async Task Only_what_the_end_of_the_graceful_stop_cuts_is_counted_as_that(VuLayout layout)
    {
        var run = await RunAsync("""
            import { sleep } from 'k6';
            export const options = { scenarios: { a: { executor: 'ramping-vus', startVUs: 3, gracefulRampDown: '0s', gracefulStop: '1s',
              stages: [{ duration: '2s', target: 3 }, { duration: '0s', target: 1 }, { duration: '2s', target: 1 }] } } };
            export default function () { sleep(60) }
            """, layout);

        run.Result!.Measured.Totals.InterruptedIterations.ShouldBe(3, run.Log);
        run.Result.Measured.Totals.CutAtEnd.ShouldBe(1, run.Log);
        run.Result.Health.Findings.ShouldContain(f => f.Rule == "cut-iterations" && f.Message.StartsWith("1 of 3 iterations was cut "));
    }

    [Fact]
    public async Task A_user_whose_answer_lies_unread_is_not_busy_for_a_start_that_is_due()
    {
        var run = await RunAsync("""
            import http from 'k6/http';
            export const options = { scenarios: {
              asks: { executor: 'constant-arrival-rate', rate: 1, duration: '2s', preAllocatedVUs: 1, maxVUs: 1 },
              computes: { executor: 'per-vu-iterations', startTime: '500ms', exec: 'compute' },
            } };
            export default function () { http.get(__ENV.BASE + '/delay/700'); }
            export function compute() { // on the same loop: the answer comes, then the second start is due
              for (const began = Date.now(); Date.now() - began < 1200;);
            }
            """);

        run.Metric("iterations", "count").ShouldBe(3);
        run.Has("dropped_iterations").ShouldBeFalse();
    }

    private Task<ScriptOutcome> RunAsync(string script, VuLayout layout = VuLayout.Dense) =>
        ScriptRunner.RunAsync(script, _server, change: r => r with { Script = "-", Layout = layout });
}
