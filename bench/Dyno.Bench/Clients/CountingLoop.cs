namespace Dyno.Bench;

/// <summary>A program that takes a URL, connections and seconds, and prints the number of its iterations.</summary>
internal sealed class CountingLoop(string name, string program, params string[] arguments) : ILoadClient
{
    public string Name => name;

    public LoadRun Run(string url, int connections, double seconds, int cpu)
    {
        var ended = ChildProcess.Run(cpu, program, [.. arguments, url, $"{connections}", seconds.ToString(CultureInfo.InvariantCulture)]);
        return long.TryParse(ended.Output.Trim(), out var count) ? new(count, ended.CpuSeconds, 0) : throw new BenchException($"{name} printed no number:\n{ended.Output}");
    }
}
