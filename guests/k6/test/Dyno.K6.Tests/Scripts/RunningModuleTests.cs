namespace Dyno.K6.Tests;

/// <summary>What belongs to the module whose top level runs, and what modules of a script do to those of k6.</summary>
public sealed class RunningModuleTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("dyno-modules-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Theory, InlineData(VuLayout.Isolated), InlineData(VuLayout.Dense)]
    public async Task A_file_is_looked_for_beside_the_module_that_runs(VuLayout layout)
    {
        Write("tests/data/rows.json", "[\"tests\"]");
        Write("lib/data/rows.json", "[\"lib\"]");
        Write("lib/table.cjs.js", "exports.direct = open('./data/rows.json');");
        Write("lib/table.js", """
            import { SharedArray } from 'k6/data';
            export const direct = open('./data/rows.json');
            export const rows = new SharedArray('rows', () => JSON.parse(open('./data/rows.json')));
            export const late = (name) => open(name);
            """);
        Write("tests/main.js", """
            import { direct, rows, late } from '../lib/table.js';
            const required = require('../lib/table.cjs.js').direct;
            const called = late('./data/rows.json');
            export default function () { console.log(direct, rows[0], required, called); }
            """);

        (await RunAsync("tests/main.js", layout)).Log.Trim().ShouldBe("""["lib"] lib ["lib"] ["tests"]""");
    }

    [Fact]
    public async Task A_file_beside_the_script_is_not_taken_for_one_beside_the_module()
    {
        Write("tests/own.txt", "of the script");
        Write("lib/reads.js", "export const text = open('./own.txt');");
        Write("tests/main.js", "import { text } from '../lib/reads.js';\nexport default function () { console.log(text); }");

        var run = await RunAsync("tests/main.js", VuLayout.Isolated);

        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain(Path.Combine("lib", "own.txt"));
    }

    /// <summary>As libraries that trace requests do.</summary>
    [Theory]
    [InlineData(VuLayout.Isolated, 1, "const plain = http.get;\nhttp.get = (url, params) => plain(url, Object.assign({ headers: { 'X-Run': '1' } }, params));")]
    [InlineData(VuLayout.Dense, 60, "const plain = http.get;\nhttp.get = (url, params) => plain(url, Object.assign({ headers: { 'X-Run': '1' } }, params));")]
    [InlineData(VuLayout.Dense, 2, "const { request } = http;\nhttp.get = function (url) { return request('GET', url, null, { headers: { 'X-Run': '1' } }); };")]
    public async Task A_function_of_http_that_a_module_replaces_is_replaced_for_all(VuLayout layout, int users, string patch)
    {
        await using var server = await EchoServer.StartAsync();
        Write("patch.js", "import http from 'k6/http';\n" + patch);
        Write("main.js", $$"""
            import http from 'k6/http';
            import { check } from 'k6';
            import './patch.js';
            export const options = { vus: {{users}}, iterations: {{users}} };
            export default function () { check(http.get(__ENV.BASE + '/get'), { patched: (r) => r.json('headers.X-Run') === '1' }); }
            """);

        var run = await RunAsync("main.js", layout, server);

        run.Error.ShouldBe("");
        run.Metric("checks", "passes").ShouldBe(users, run.Log);
    }

    [Theory, InlineData(VuLayout.Isolated), InlineData(VuLayout.Dense)]
    public async Task A_required_module_of_k6_is_the_one_that_is_imported(VuLayout layout)
    {
        await using var server = await EchoServer.StartAsync();
        Write("main.js", """
            import http from 'k6/http';
            const required = require('k6/http');
            const plain = required.request;
            required.request = (method, url, body, params) => plain(method, url, body, Object.assign({}, params, { headers: { 'X-Trace': 'x' } }));
            export default function () { console.log(required === http, http.request('GET', __ENV.BASE + '/get').json('headers.X-Trace')); }
            """);

        (await RunAsync("main.js", layout, server)).Log.Trim().ShouldBe("true x");
    }

    private void Write(string name, string text)
    {
        var file = Path.Combine(_root, name);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    private Task<ScriptOutcome> RunAsync(string name, VuLayout layout, KestrelServer? server = null) =>
        ScriptRunner.RunAsync("", server, change: r => r with { Text = null, Script = Path.Combine(_root, name), Layout = layout });
}
