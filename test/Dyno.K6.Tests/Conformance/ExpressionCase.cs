using System.Text.Json;
using Dyno.K6.Tests.Servers;

namespace Dyno.K6.Tests.Conformance;

/// <summary>One row of the conformance table: an expression of a script and what it must give.</summary>
/// <param name="Api">The name of the API it shows, as docs/k6.md lists it: <c>k6/http response.json</c>.</param>
/// <param name="Expression">JavaScript; statements when it contains <c>return</c>. <c>base</c> is the server's URL.</param>
/// <param name="Expected">JSON of the value; <c>undefined</c>; or <c>throws TEXT</c>: an error whose message contains it.</param>
public sealed record ExpressionCase(string Api, string Expression, string Expected);

/// <summary>
/// The cases of one group, run together in one iteration of one script: a case costs what its expression costs. To add a
/// case, add a row to a table in this folder; to add a group, a class with a table.
/// </summary>
public sealed class ExpressionGroup(string imports, IReadOnlyList<ExpressionCase> cases, string initialize = "", string file = "-")
{
    private readonly Lazy<Task<string[]>> _results = new(() => RunAsync(imports, initialize, cases, file));

    public IReadOnlyList<ExpressionCase> Cases => cases;

    /// <summary>What case number <paramref name="index"/> gave.</summary>
    public async Task<string> ResultAsync(int index) => (await _results.Value)[index];

    private static async Task<string[]> RunAsync(string imports, string initialize, IReadOnlyList<ExpressionCase> cases, string file)
    {
        await using var server = await EchoServer.StartAsync();
        var functions = cases.Select(c => $"async () => {{ {(c.Expression.Contains("return ", StringComparison.Ordinal) ? c.Expression : $"return ({c.Expression})")} }}");
        var script = $$"""
            {{imports}}
            const base = __ENV.BASE;
            {{initialize}}
            const cases = [{{string.Join(",\n", functions)}}];
            const text = (v) => v === undefined ? 'undefined' : JSON.stringify(v);
            export default async function () {
              for (let i = 0; i < cases.length; i++) {
                let result;
                try { result = text(await cases[i]()); } catch (e) { result = 'throws ' + (e && e.message !== undefined ? e.message : String(e)); }
                console.log('#' + i + ' ' + result);
              }
            }
            """;
        var outcome = await ScriptRunner.RunAsync(script, server, change: r => r with { IsTypeScript = file.EndsWith(".ts", StringComparison.Ordinal) });
        var results = new string[cases.Count];
        Array.Fill(results, $"not reached; exit code {outcome.ExitCode}: {outcome.Error}{outcome.Log}");
        foreach (var line in outcome.LogLines.Where(l => l.StartsWith('#')))
        {
            var blank = line.IndexOf(' ', StringComparison.Ordinal);
            results[int.Parse(line.AsSpan(1, blank - 1))] = line[(blank + 1)..];
        }
        return results;
    }
}

/// <summary>Checks one row.</summary>
internal static class ExpressionAssertions
{
    public static async Task ShouldConformAsync(this ExpressionGroup group, int index)
    {
        var (wanted, got) = (group.Cases[index], await group.ResultAsync(index));
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
