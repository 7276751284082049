namespace Dyno.Bench;

/// <summary>
/// Whether memory grows during a long run. The benchmark compares the median resident set from 15 % to 25 % of the run with that of the
/// last tenth. Two single samples would not do: garbage collection makes memory rise and fall by up to 2 MB with a script engine.
/// </summary>
/// <param name="script">The client that runs a k6 script; null: the load is a URL.</param>
internal sealed class SoakBenchmark(string name, ScriptClient? script) : IBenchmark
{
    private const string Script = """
        import http from 'k6/http';
        import { check } from 'k6';
        export default function () { check(http.get(__ENV.URL), { 'is 200': (r) => r.status === 200, 'has a body': (r) => r.body.length > 0 }) }
        """;

    public string Name => name;

    public string What => $"resident set from the first fifth of a long run to its end, 64 {(script is null ? "connections" : $"users ({script.Name})")} at full speed";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        var length = TimeSpan.FromMinutes(options.Minutes);
        var (ended, requests) = Run(server.Url, length, options.ClientCpu);

        var first = Between(ended, length * 0.15, length * 0.25);
        var last = Between(ended, length * 0.9, length);
        var table = new MarkdownTable("length", "requests", $"MB around {length / 5:m\\:ss}", $"MB from {length * 0.9:m\\:ss} on", "growth MB");
        table.Add($"{length:m\\:ss}", $"{requests:N0}", Range(first), Range(last), Megabytes(Median(last) - Median(first)));
        return table.ToString();
    }

    private (EndedProcess Ended, long Requests) Run(string url, TimeSpan length, int cpu)
    {
        var duration = DynoClient.Duration(length.TotalSeconds);
        if (script is not null)
        {
            var run = script.Run(cpu, Script, url, "-u", "64", "-d", duration);
            return (run.Ended, run.Requests);
        }
        var dyno = new DynoClient("dyno", "--threads", "1", "--driver", "linux");
        var (ended, result) = dyno.RunForResult(cpu, url, ["-c", "64", "-d", duration]);
        return (ended, result["measured"]!["totals"]!["requests"]!.GetValue<long>());
    }

    private static long[] Between(EndedProcess ended, TimeSpan from, TimeSpan until)
    {
        long[] bytes = [.. ended.Resident.Where(point => point.At >= from && point.At < until).Select(point => point.Bytes).Order()];
        return bytes.Length > 0 ? bytes : throw new BenchException($"no memory was measured between {from:m\\:ss} and {until:m\\:ss}");
    }

    private static string Range(long[] ordered) => $"{Megabytes(Median(ordered))} ({Megabytes(ordered[0])}–{Megabytes(ordered[^1])})";

    private static long Median(long[] ordered) => ordered[ordered.Length / 2];

    private static string Megabytes(long bytes) => (bytes / 1e6).ToString("0.00", CultureInfo.InvariantCulture);
}
