using System.Text.RegularExpressions;

namespace Dyno.Bench;

/// <summary>wrk with one thread.</summary>
internal sealed partial class WrkClient : ILoadClient
{
    public string Name => "wrk";

    public LoadRun Run(string url, int connections, double seconds, int cpu)
    {
        var length = $"-d{Math.Max(1, Math.Round(seconds))}s";
        var ended = ChildProcess.Run(cpu, "wrk", ["-t1", $"-c{connections}", length, url]);
        var requests = Requests().Match(ended.Output);
        if (!requests.Success) throw new BenchException($"wrk printed no result:\n{ended.Output}");
        var errors = Errors().Matches(ended.Output).Sum(m => long.Parse(m.Value, CultureInfo.InvariantCulture));
        return new(long.Parse(requests.Groups[1].Value, CultureInfo.InvariantCulture), ended.CpuSeconds, errors);
    }

    [GeneratedRegex(@"(\d+) requests in")]
    private static partial Regex Requests();

    [GeneratedRegex(@"(?<=(connect|read|write|timeout|responses:) )\d+")]
    private static partial Regex Errors();
}
