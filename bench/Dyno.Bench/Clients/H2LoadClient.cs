using System.Text.RegularExpressions;

namespace Dyno.Bench;

/// <summary>h2load, the load generator of nghttp2, with one thread.</summary>
/// <param name="streams">Streams on each connection.</param>
internal sealed partial class H2LoadClient(int streams) : ILoadClient
{
    public string Name => "h2load";

    public LoadRun Run(string url, int connections, double seconds, int cpu)
    {
        var length = Math.Max(1, Math.Round(seconds)).ToString(CultureInfo.InvariantCulture);
        var ended = ChildProcess.Run(cpu, "h2load", ["-t1", $"-c{connections}", $"-m{streams}", $"-D{length}", url]);
        var requests = Requests().Match(ended.Output);
        if (!requests.Success) throw new BenchException($"h2load printed no result:\n{ended.Output}");
        return new(long.Parse(requests.Groups["good"].Value, CultureInfo.InvariantCulture), ended.CpuSeconds,
            long.Parse(requests.Groups["bad"].Value, CultureInfo.InvariantCulture));
    }

    [GeneratedRegex(@"(?<good>\d+) succeeded, (?<bad>\d+) failed")]
    private static partial Regex Requests();
}
