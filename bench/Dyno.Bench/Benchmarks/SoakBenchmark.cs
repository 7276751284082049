using System.Globalization;
using Dyno.Bench.Clients;
using Dyno.Bench.Measuring;
using Dyno.Bench.Servers;
using Dyno.Bench.Tables;

namespace Dyno.Bench.Benchmarks;

/// <summary>Whether memory grows while a run goes on.</summary>
internal sealed class SoakBenchmark : IBenchmark
{
    public string Name => "soak";

    public string What => "resident set from the first fifth of a long run to its end, 64 connections at full speed";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        var dyno = new DynoClient("dyno", "--threads", "1", "--driver", "linux");
        var length = TimeSpan.FromMinutes(options.Minutes);
        var (ended, result) = dyno.RunForResult(
            options.ClientCpu, server.Url, ["-c", "64", "-d", DynoClient.Duration(length.TotalSeconds)]);

        var first = NearestTo(ended, length / 5);
        var last = NearestTo(ended, length * 0.99);
        var table = new MarkdownTable(
            "length", "requests", $"MB after {length / 5:m\\:ss}", "MB at the end", "growth MB");
        table.Add($"{length:m\\:ss}", $"{result["measured"]!["totals"]!["requests"]!.GetValue<long>():N0}",
            Megabytes(first), Megabytes(last), Megabytes(last - first));
        return table.ToString();
    }

    private static long NearestTo(EndedProcess ended, TimeSpan moment) =>
        ended.Resident.MinBy(point => (point.At - moment).Duration()).Bytes;

    private static string Megabytes(long bytes) => (bytes / 1e6).ToString("0.00", CultureInfo.InvariantCulture);
}
