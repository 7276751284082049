namespace Dyno.Bench;

/// <summary>A k6 script, run by <c>dyno run</c> in one of its layouts, or by k6 itself where that is installed.</summary>
internal sealed class ScriptClient(string name, string program, params string[] arguments)
{
    public string Name => name;

    /// <summary>Whether the program is Dyno, which writes a result document.</summary>
    public bool IsDyno => program == DynoClient.Program;

    public static ScriptClient Dense { get; } = new("dyno, dense", DynoClient.Program, "--vu-layout", "dense");

    public static ScriptClient Isolated { get; } = new("dyno, isolated", DynoClient.Program, "--vu-layout", "isolated");

    /// <summary>k6; null when it is not installed.</summary>
    public static ScriptClient? K6 { get; } = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':')
        .Select(folder => Path.Combine(folder, "k6")).FirstOrDefault(File.Exists) is { } k6 ? new ScriptClient("k6", k6, "--no-usage-report") : null;

    /// <summary>The clients that are installed: k6 first, then isolated, then dense.</summary>
    public static ScriptClient[] All { get; } = K6 is { } k6 ? [k6, Isolated, Dense] : [Isolated, Dense];

    /// <summary>Runs a script to its end.</summary>
    /// <param name="cpu">The CPU that the process is pinned to.</param>
    /// <param name="script">The text of the script.</param>
    /// <param name="url">The value of <c>__ENV.URL</c> in the script.</param>
    /// <param name="more">Further options.</param>
    public ScriptRun Run(int cpu, string script, string url, params string[] more)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-bench-").FullName;
        try
        {
            var (file, export) = (Path.Combine(folder, "script.js"), Path.Combine(folder, "summary.json"));
            File.WriteAllText(file, script);
            string[] own = IsDyno ? ["--no-store"] : [];
            var ended = ChildProcess.Run(cpu, program,
                ["run", file, "-q", "-e", $"URL={url}", "--summary-export", export, .. own, .. arguments, .. more]);
            if (!File.Exists(export)) throw new BenchException($"{name} wrote no summary:\n{ended.Output}");
            var metrics = JsonNode.Parse(File.ReadAllText(export))!["metrics"]!;
            return new ScriptRun(ended, Count(metrics, "iterations"), Count(metrics, "dropped_iterations"), Count(metrics, "http_reqs"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Starts the process and does not wait, so that it can be measured while it runs.</summary>
    /// <param name="cpu">The CPU that the process is pinned to.</param>
    /// <param name="file">The script.</param>
    /// <param name="url">The value of <c>__ENV.URL</c> in the script.</param>
    /// <param name="cache">The folder for Dyno's prepared scripts; null: the usual folder.</param>
    public Process Start(int cpu, string file, string url, string? cache)
    {
        var start = ChildProcess.Pinned(cpu, program, ["run", file, "-q", "-e", $"URL={url}", .. IsDyno ? ["--no-store"] : Array.Empty<string>(), .. arguments]);
        if (cache is not null) start.Environment["XDG_CACHE_HOME"] = cache;
        return Process.Start(start)!;
    }

    private static long Count(JsonNode metrics, string name) => (long)(metrics[name]?["count"]?.GetValue<double>() ?? 0);
}

/// <summary>The work and the cost of a script.</summary>
internal sealed record ScriptRun(EndedProcess Ended, long Iterations, long Dropped, long Requests);
