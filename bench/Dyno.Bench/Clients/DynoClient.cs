namespace Dyno.Bench;

/// <summary>Dyno through its public command line, from the build that <c>./dyno</c> made.</summary>
internal sealed class DynoClient(string name, params string[] options) : ILoadClient
{
    public static string Program { get; } = FindProgram();

    /// <summary>What this build calls itself, with its commit.</summary>
    public static string Version => ChildProcess.Run(0, Program, ["--version"]).Output.Split('\n')[0].Trim();

    private string _program = Program;

    public string Name { get; private init; } = name;

    /// <summary>The same load by the program of another build.</summary>
    public DynoClient By(string program) => new(Name, options) { _program = program, Name = $"{Name}, the other build" };

    public LoadRun Run(string url, int connections, double seconds, int cpu)
    {
        var (ended, result) = RunForResult(cpu, url, ["-c", $"{connections}", "-d", Duration(seconds)]);
        var totals = result["measured"]!["totals"]!;
        var errors = totals["failedRequests"]!.GetValue<long>();
        return new(totals["requests"]!.GetValue<long>() - errors, ended.CpuSeconds, errors);
    }

    /// <summary>One run with its result document.</summary>
    public (EndedProcess Ended, JsonNode Result) RunForResult(int cpu, string url, ImmutableArray<string> more)
    {
        var file = Path.GetTempFileName();
        try
        {
            string[] arguments = ["run", url, "-q", "--no-store", "--insecure", "--result", file, .. options, .. more];
            var ended = ChildProcess.Run(cpu, _program, arguments);
            if (new FileInfo(file).Length == 0) throw new BenchException($"dyno wrote no result:\n{ended.Output}");
            return (ended, JsonNode.Parse(File.ReadAllText(file))!);
        }
        finally
        {
            File.Delete(file);
        }
    }

    public static string Duration(double seconds) => $"{Math.Round(seconds * 1000)}ms";

    private static string FindProgram()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            if (File.Exists(Path.Combine(folder.FullName, "Dyno.slnx")))
                return Path.Combine(folder.FullName, "artifacts/dyno/dyno");
        throw new BenchException("run this inside a checkout of Dyno");
    }
}
