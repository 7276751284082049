namespace Dyno.Bench;

/// <summary>A load in C# in a separate process: this program, called with <c>load</c>.</summary>
internal sealed class ScenarioClient(string name, string kind) : ILoadClient
{
    public string Name => name;

    /// <summary>Bytes allocated per iteration in the last run, start and end of the run included.</summary>
    public double BytesEach { get; private set; }

    public LoadRun Run(string url, int connections, double seconds, int cpu)
    {
        var ended = RunToEnd(url, connections, seconds, cpu);
        string[] said = ended.Output.Trim().Split(' ');
        if (said.Length != 3 || !long.TryParse(said[0], CultureInfo.InvariantCulture, out var count))
            throw new BenchException($"the load '{kind}' said:\n{ended.Output}");
        BytesEach = double.Parse(said[2], CultureInfo.InvariantCulture);
        return new(count, ended.CpuSeconds, long.Parse(said[1], CultureInfo.InvariantCulture));
    }

    /// <summary>Runs the load with the runtime's default settings, which a user's load program has, not with those of this program.</summary>
    public EndedProcess RunToEnd(string url, int connections, double seconds, int cpu) => ChildProcess.Run(cpu, "env",
        ["DOTNET_TieredCompilation=1", "DOTNET_TieredPGO=1", "DOTNET_gcConcurrent=1", Environment.ProcessPath!,
            "load", kind, url, $"{connections}", seconds.ToString(CultureInfo.InvariantCulture)]);
}
