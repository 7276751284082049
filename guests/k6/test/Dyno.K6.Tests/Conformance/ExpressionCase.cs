using System.Text.RegularExpressions;

namespace Dyno.K6.Tests;

/// <summary>One row of the conformance table: an expression of a script and what it must give.</summary>
/// <param name="Api">The name of the API it shows, as docs/k6.md lists it: <c>k6/http response.json</c>.</param>
/// <param name="Expression">JavaScript; statements when it contains <c>return</c>. <c>base</c> is the server's URL.</param>
/// <param name="Expected">JSON of the value; <c>undefined</c>; or <c>throws TEXT</c>: an error whose message contains it.</param>
public sealed record ExpressionCase(string Api, string Expression, string Expected);

/// <summary>
/// The cases of one group, run together in one iteration of one script: a case costs what its expression costs. To add a
/// case, add a row to a table in this folder; to add a group, a class with a table.
/// </summary>
/// <remarks>
/// In the dense layout a function that waits cannot be async: cases with <c>await</c> run in a script of their own there,
/// and one that also sends or sleeps is expected to be refused.
/// </remarks>
/// <param name="imports">What stands above the cases.</param>
/// <param name="cases">The rows.</param>
/// <param name="initialize">The init stage.</param>
/// <param name="file">Name of the script; its ending says the language.</param>
/// <param name="change">What else the run is asked.</param>
public sealed class ExpressionGroup(
    string imports, IReadOnlyList<ExpressionCase> cases, string initialize = "", string file = "-", Func<K6Request, K6Request>? change = null)
{
    private readonly Lazy<Task<string[]>> _isolated = new(() => RunAsync(VuLayout.Isolated, imports, initialize, cases, file, _ => CaseKind.Async, change));
    private readonly Lazy<Task<string[]>> _dense = new(() => RunAsync(VuLayout.Dense, imports, initialize, cases, file, KindOf, change));

    private enum CaseKind
    {
        Plain,
        Async,
        Refused,
    }

    public IReadOnlyList<ExpressionCase> Cases => cases;

    /// <summary>What case number <paramref name="index"/> gave; null when it was refused, as it must be.</summary>
    public async Task<string?> ResultAsync(int index, VuLayout layout)
    {
        var results = await (layout == VuLayout.Dense ? _dense : _isolated).Value;
        if (layout == VuLayout.Isolated || KindOf(cases[index]) != CaseKind.Refused) return results[index];
        results[index].ShouldContain("in an async function");
        return null;
    }

    private static CaseKind KindOf(ExpressionCase one)
    {
        if (!one.Expression.Contains("await ", StringComparison.Ordinal) && !one.Expression.Contains("async", StringComparison.Ordinal)) return CaseKind.Plain;
        return Regex.IsMatch(one.Expression, @"await .*(http\.(get|post|batch|request)\(|\bsleep\()|(http\.(get|post|batch|request)\(|\bsleep\().*await ") ? CaseKind.Refused : CaseKind.Async;
    }

    private static async Task<string[]> RunAsync(
        VuLayout layout, string imports, string initialize, IReadOnlyList<ExpressionCase> cases, string file, Func<ExpressionCase, CaseKind> kindOf,
        Func<K6Request, K6Request>? change)
    {
        var results = new string[cases.Count];
        foreach (var kind in cases.Select(kindOf).Distinct())
        {
            await using var server = await EchoServer.StartAsync();
            var script = ScriptOf(imports, initialize, cases, c => kindOf(c) == kind, kind == CaseKind.Plain ? "" : "async ");
            var outcome = await ScriptRunner.RunAsync(script, server,
                change: r => (change?.Invoke(r) ?? r) with { IsTypeScript = file.EndsWith(".ts", StringComparison.Ordinal), Layout = layout });
            for (var i = 0; i < cases.Count; i++)
                if (kindOf(cases[i]) == kind) results[i] = $"not reached; exit code {outcome.ExitCode}: {outcome.Error}{outcome.Log}";
            foreach (var line in outcome.LogLines.Where(l => l.StartsWith('#')))
            {
                var blank = line.IndexOf(' ', StringComparison.Ordinal);
                results[int.Parse(line.AsSpan(1, blank - 1))] = line[(blank + 1)..];
            }
        }
        return results;
    }

    private static string ScriptOf(string imports, string initialize, IReadOnlyList<ExpressionCase> cases, Func<ExpressionCase, bool> isWanted, string async)
    {
        var functions = cases.Select((c, i) => (c, i)).Where(p => isWanted(p.c)).Select(p =>
            $"[{p.i}, {async}() => {{ {(p.c.Expression.Contains("return ", StringComparison.Ordinal) ? p.c.Expression : $"return ({p.c.Expression})")} }}]");
        return $$"""
            {{imports}}
            const base = __ENV.BASE;
            {{initialize}}
            const cases = [{{string.Join(",\n", functions)}}];
            const text = (v) => v === undefined ? 'undefined' : JSON.stringify(v);
            export default {{async}}function () {
              for (const [i, run] of cases) {
                let result;
                try { result = text({{(async.Length > 0 ? "await " : "")}}run()); }
                catch (e) { result = 'throws ' + (e && e.message !== undefined ? e.message : String(e)); }
                console.log('#' + i + ' ' + result);
              }
            }
            """;
    }
}

/// <summary>Checks one row.</summary>
internal static class ExpressionAssertions
{
    public static async Task ShouldConformAsync(this ExpressionGroup group, int index, VuLayout layout)
    {
        if (await group.ResultAsync(index, layout) is not { } got) return;
        var wanted = group.Cases[index];
        if (wanted.Expected.StartsWith("throws ", StringComparison.Ordinal))
        {
            got.ShouldStartWith("throws ", customMessage: wanted.Expression);
            got.ShouldContain(wanted.Expected[7..], customMessage: wanted.Expression);
        }
        else Normal(got).ShouldBe(Normal(wanted.Expected), wanted.Expression);
    }

    private static string Normal(string text)
    {
        try
        {
            return JsonSerializer.Serialize(JsonDocument.Parse(text).RootElement);
        }
        catch (JsonException)
        {
            return text;
        }
    }
}
