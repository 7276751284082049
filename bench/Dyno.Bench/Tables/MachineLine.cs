using System.Runtime.InteropServices;
using Dyno.Bench.Clients;
using Dyno.Bench.Measuring;

namespace Dyno.Bench.Tables;

/// <summary>Where and with what the figures below were measured.</summary>
internal static class MachineLine
{
    public static string Describe(BenchOptions options)
    {
        var cpu = File.ReadLines("/proc/cpuinfo").FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))
            ?.Split(':')[^1].Trim() ?? RuntimeInformation.ProcessArchitecture.ToString();
        var load = File.ReadAllText("/proc/loadavg").Split(' ')[0];
        return $"""
            {DateTimeOffset.UtcNow:yyyy-MM-dd HH:mm} UTC · {cpu}, {Environment.ProcessorCount} CPUs · kernel {Environment.OSVersion.Version} · {RuntimeInformation.FrameworkDescription}
            {FirstLine(DynoClient.Program, "--version")} · {FirstLine("wrk", "--version")}
            {options.Rounds} rounds, runs of {options.Seconds} s, order from seed {options.Seed}; server on CPU {options.ServerCpu}, client on CPU {options.ClientCpu}; load average at the start {load}
            """;
    }

    private static string FirstLine(string program, string argument) =>
        ChildProcess.Run(0, program, [argument]).Output.Split('\n')[0].Trim();
}
