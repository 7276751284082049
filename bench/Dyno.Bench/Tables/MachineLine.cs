namespace Dyno.Bench;

/// <summary>The machine and the versions with which the figures below were measured.</summary>
internal static class MachineLine
{
    public static string Describe(BenchOptions options)
    {
        var load = File.ReadAllText("/proc/loadavg").Split(' ')[0];
        string[] lines =
        [
            $"{DateTimeOffset.UtcNow:yyyy-MM-dd HH:mm} UTC",
            $"{CpuModel()}, {Environment.ProcessorCount} CPUs, kernel {Environment.OSVersion.Version}",
            $"{DynoClient.Version}; {RuntimeInformation.FrameworkDescription}",
            FirstLine("wrk", "--version"),
            $"{options.Rounds} rounds, runs of {options.Seconds} s, order from seed {options.Seed}",
            $"server on CPU {options.ServerCpu}, client on CPU {options.ClientCpu}, load average at the start {load}",
        ];
        return string.Join('\n', lines.Select(line => $"- {line}"));
    }

    private static string CpuModel() =>
        File.ReadLines("/proc/cpuinfo").FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))
            ?.Split(':')[^1].Trim() ?? $"{RuntimeInformation.ProcessArchitecture}";

    private static string FirstLine(string program, string argument) =>
        ChildProcess.Run(0, program, [argument]).Output.Split('\n')[0].Trim();
}
