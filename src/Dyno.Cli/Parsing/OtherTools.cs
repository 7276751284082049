using System.Collections.Frozen;

namespace Dyno.Cli;

/// <summary>
/// The counterparts of options of wrk, k6, hey, oha, bombardier and ab, because users of these tools type such options from memory. Where
/// several tools use one letter for different things, the text names each of them.
/// </summary>
internal static class OtherTools
{
    private const string Latency = "leave it out: every report has the latency percentiles";
    private const string Requests = "write -i N (--iterations): a number of requests instead of a duration";
    private const string Connections = "write -c N (--connections): each is a virtual user";
    private const string Rate = "write --rate N/s";
    private const string Output = "write --result FILE for the result, -f json, csv, md or html for a report";
    private const string NoKeepAlive = "write --no-keepalive";

    private static readonly FrozenDictionary<string, string> Words = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["-n"] = Requests,
        ["--requests"] = Requests,
        ["-z"] = "write -d TIME (--duration)",
        ["-t"] = "write --threads N for wrk's threads, --timeout TIME for the time-out of hey, oha and bombardier, -d TIME for ab's",
        ["-m"] = "write -X METHOD (--method)",
        ["-l"] = Latency,
        ["-L"] = Latency,
        ["--latency"] = Latency,
        ["--latencies"] = Latency,
        ["--print-latencies"] = Latency,
        ["-u"] = Connections,
        ["--vus"] = Connections,
        ["--concurrency"] = Connections,
        ["--users"] = Connections,
        ["-r"] = Rate,
        ["-R"] = Rate,
        ["--rps"] = Rate,
        ["--qps"] = Rate,
        ["--output"] = Output,
        ["--json"] = Output,
        ["--report"] = Output,
        ["--output-format"] = Output,
        ["--disable-keepalive"] = NoKeepAlive,
        ["-disable-keepalive"] = NoKeepAlive,
        ["-s"] = "write a k6 script (dyno run script.js) or C# (dyno run load.cs) instead of wrk's Lua script; write stages of k6 into the script",
        ["--script"] = "write a k6 script (dyno run script.js) or C# (dyno run load.cs)",
        ["--stages"] = "write the stages into a k6 script's options, or C#",
        ["--stage"] = "write the stages into a k6 script's options, or C#",
        ["-D"] = "write --body-file FILE",
        ["-p"] = "write --body-file FILE",
        ["-T"] = "write -H 'Content-Type: TYPE'",
        ["-A"] = "write -H 'Accept: TYPE'",
        ["-a"] = "write -H 'Authorization: Basic …', or user:password@ in the URL",
        ["--no-tui"] = "write -q (--quiet)",
        ["-e"] = "write --var NAME=VALUE for a variable of a file; a k6 script accepts -e",
        ["--env"] = "write --var NAME=VALUE for a variable of a file; a k6 script accepts --env",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>All options in this table, for the test that none of them is an option of Dyno.</summary>
    public static IEnumerable<string> All => Words.Keys;

    /// <summary>What to write instead, and where to read more; null when no tool has such an option.</summary>
    public static string? Find(string option) => Words.TryGetValue(option, out var instead) ? $"{instead} (docs/coming-from-wrk.md, docs/coming-from-k6.md)" : null;
}
