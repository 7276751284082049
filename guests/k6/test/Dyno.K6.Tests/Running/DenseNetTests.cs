namespace Dyno.K6.Tests;

/// <summary>
/// A call of a function that waits which the analysis does not see is told when it is made: it must not count as a value. The way
/// taken here, a function of the language under another name, is one that the analysis misses.
/// </summary>
public sealed class DenseNetTests
{
    private const string Ground = """
        import { sleep, check, group } from 'k6';
        const { from } = Array;
        const wait = (x) => { sleep(0.0001); return x };
        const leak = () => from([1], wait)[0];
        const leakAll = (f) => from([1], f);

        """;

    [Theory]
    [InlineData("leak().status")]
    [InlineData("leak().json()")]
    [InlineData("leak() + 1")]
    [InlineData("`${leak()}`")]
    [InlineData("leak() > 1")]
    [InlineData("[1].includes(leak().length)")]
    [InlineData("'status' in leak()")]
    [InlineData("leak().token = 1")]
    [InlineData("const { status } = leak()")]
    [InlineData("JSON.stringify({ body: leak() })")]
    [InlineData("console.log(leak())")]
    [InlineData("check(1, { ok: leak() })")]
    [InlineData("check(1, { ok: () => leak() })")]
    [InlineData("group('g', () => leak().status)")]
    public async Task Reading_from_what_did_not_run_is_an_exception(string statement)
    {
        var run = await RunAsync($"{Ground}export default function () {{ {statement}; console.log('went on') }}");

        run.Log.ShouldContain("is called in a way that the dense layout cannot follow: it did not run. Use --vu-layout isolated");
        run.Log.ShouldNotContain("went on");
        (run.Has("checks") && run.Metric("checks", "rate") > 0).ShouldBeFalse();
        run.Result!.Health.Findings.ShouldContain(f => f.Rule == "exceptions");
    }

    [Theory]
    [InlineData("leak()", "wait (-:3)")]
    [InlineData("if (!leak()) throw 1", "wait (-:3)")]
    [InlineData("leakAll(() => { sleep(0) })", "a function (-:6)")]
    [InlineData("leakAll((a, b, c,) => { sleep(0) })", "a function (-:6)")]
    [InlineData("leakAll((a, { b } = {} /* , */ , /* ) */ ) => sleep(0))", "a function (-:6)")]
    [InlineData("leakAll(a => sleep(0))", "a function (-:6)")]
    [InlineData("leakAll(function named /* ( */ ( /* none */ ) { sleep(0) })", "a function (-:6)")]
    [InlineData("const o = { f() { sleep(0) } }; leakAll(o.f)", "f (-:6)")]
    [InlineData("class A { static f(x) { sleep(0) } } leakAll(A.f)", "f (-:6)")]
    public async Task What_was_called_and_did_not_run_is_told_at_the_end_of_the_iteration(string statement, string place)
    {
        var run = await RunAsync($"{Ground}export default function () {{ {statement}; console.log('went on'); sleep(0) }}");

        run.Log.ShouldContain("went on");
        run.Log.ShouldContain(place + " waits, and is called in a way that the dense layout cannot follow: it did not run. Use --vu-layout isolated");
        run.Result!.Health.Findings.ShouldContain(f => f.Rule == "exceptions");
    }

    /// <summary>An exception between a call and its run, and a cut in the middle of one, leave nothing behind for the next iteration.</summary>
    [Fact]
    public async Task Iterations_that_end_early_leave_no_count_behind()
    {
        var run = await RunAsync($$"""
            {{Ground}}export const options = { scenarios: {
              cut: { executor: 'constant-vus', vus: 1, duration: '1s', gracefulStop: '0s' },
              after: { executor: 'per-vu-iterations', vus: 1, iterations: 3, startTime: '2s', exec: 'after' } } };
            const inner = (x) => { sleep(60); return wait(x) };
            export default function () { inner(1) }
            let isFirst = true;
            export function after() { if (isFirst) { isFirst = false; leak(); throw new Error('first') } wait(wait(1)); console.log('whole') }
            """);

        run.LogLines.Count(l => l == "whole").ShouldBe(2, run.Log);
        run.Log.ShouldNotContain("cannot follow");
    }

    private static Task<ScriptOutcome> RunAsync(string script) =>
        ScriptRunner.RunAsync(script, change: r => r with { Script = "-", Layout = VuLayout.Dense });
}
