using Dyno.Fleet.Tests;

namespace Dyno.Bench;

/// <summary>The cost of a fleet for its coordinator: simulated agents report every second, and send their results at the end.</summary>
internal sealed class FleetBenchmark : IBenchmark
{
    private const int ResultSeconds = 60;
    private static readonly int[] Fleets = [10, 50, 200];

    public string Name => "fleet";

    public string What => "a coordinator's CPU per second, its merging of results, and bytes per agent and second, by simulated agents";

    public string Run(BenchOptions options)
    {
        var like = RunResultJson.ReadFile(Path.Combine(Root, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));
        var fleets = Fleets.Select(agents => new SimulatedFleet(agents, i => LargeRun.Of(like, seconds: ResultSeconds, number: i))).ToList();
        foreach (var fleet in fleets) fleet.Merge();
        var listening = PairedRounds.Run(fleets.Count, options, i => Cores(fleets[i], (int)Math.Ceiling(options.Seconds)));
        var merging = PairedRounds.Run(fleets.Count, options, i => Seconds(fleets[i]));
        var table = new MarkdownTable("agents", "cores of the coordinator", "seconds to merge results of a minute", "kB per agent and second");
        for (var i = 0; i < fleets.Count; i++)
            table.Add($"{Fleets[i]}", Spread.Of(listening[i]).Show("0.000"), Spread.Of(merging[i]).Show("0.00"), $"{fleets[i].BytesPerSecond / 1e3:0.0}");
        return table.ToString();
    }

    // Counts the coordinator's opening, reading and merging. The work of the agents is done before the clock starts.
    private static double Cores(SimulatedFleet fleet, int seconds)
    {
        var used = TimeSpan.Zero;
        for (var second = 0; second < seconds; second++)
        {
            var said = fleet.Say();
            var before = Environment.CpuUsage.TotalTime;
            fleet.Hear(said);
            used += Environment.CpuUsage.TotalTime - before;
        }
        return used.TotalSeconds / seconds;
    }

    private static double Seconds(SimulatedFleet fleet)
    {
        var begin = Stopwatch.GetTimestamp();
        fleet.Merge();
        return Stopwatch.GetElapsedTime(begin).TotalSeconds;
    }

    private static string Root => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "../.."));
}
