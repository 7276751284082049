namespace Dyno.Bench;

/// <summary>The benchmarks to run, and their lengths.</summary>
internal sealed record BenchOptions
{
    /// <summary>The benchmarks, in the order in which they run.</summary>
    public required ImmutableArray<IBenchmark> Benchmarks { get; init; }

    /// <summary>Number of rounds; every client runs once in each round. Default 7.</summary>
    public int Rounds { get; init; } = 7;

    /// <summary>Length of a long run in seconds. Default 5 s.</summary>
    public double Seconds { get; init; } = 5;

    /// <summary>Length of the soak in minutes. Default 10 min.</summary>
    public double Minutes { get; init; } = 10;

    /// <summary>Seconds of each of the two runs that experiments on verdicts are set against; 0 for no such runs.</summary>
    public double RivalSeconds { get; init; } = 90;

    /// <summary>How many experiments a row of the benchmark of verdicts rests on. Default 20.</summary>
    public int Experiments { get; init; } = 20;

    /// <summary>The share of a CPU that another process burns beside the experiments on verdicts. Default 0.</summary>
    public double Busy { get; init; }

    /// <summary>
    /// The program of another build, run in the same rounds: by the benchmark of the start beside its peers, by those of HTTP instead. None
    /// when null.
    /// </summary>
    public string? Against { get; init; }

    /// <summary>The file that keeps the experiments on verdicts, and to which a run adds. Default bench/verdicts.jsonl of the checkout.</summary>
    public string Store { get; init; } = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "..", "..", "bench", "verdicts.jsonl"));

    /// <summary>Seed of the order within the rounds.</summary>
    public int Seed { get; init; } = 20261;

    /// <summary>The CPU that the server is pinned to.</summary>
    public int ServerCpu { get; }

    /// <summary>The CPU that the client is pinned to; on a machine with one CPU the server's.</summary>
    public int ClientCpu { get; } = Environment.ProcessorCount > 1 ? 1 : 0;

    public static bool TryParse(
        string[] arguments, ImmutableArray<IBenchmark> known, out BenchOptions options, out string problem)
    {
        options = new BenchOptions { Benchmarks = [] };
        problem = "";
        for (var i = 0; i < arguments.Length; i++)
        {
            if (arguments[i].StartsWith("--", StringComparison.Ordinal))
            {
                var value = i + 1 < arguments.Length ? arguments[i + 1] : "";
                if (!options.TrySet(arguments[i++], value, out options, out problem)) return false;
            }
            else if (known.FirstOrDefault(benchmark => benchmark.Name == arguments[i]) is { } benchmark)
            {
                options = options with { Benchmarks = options.Benchmarks.Add(benchmark) };
            }
            else
            {
                problem = $"no benchmark '{arguments[i]}'; there are: {string.Join(' ', known.Select(b => b.Name))}";
                return false;
            }
        }

        if (options.Benchmarks.IsEmpty) options = options with { Benchmarks = [.. known.Where(benchmark => !RunsByNameOnly(benchmark))] };
        return true;
    }

    /// <summary>Whether the benchmark takes so many minutes that it runs only when its name is given.</summary>
    public static bool RunsByNameOnly(IBenchmark benchmark) => benchmark is SoakBenchmark or LaunchesBenchmark or VerdictsBenchmark;

    private bool TrySet(string name, string text, out BenchOptions options, out string problem)
    {
        options = this;
        if (name == "--against")
        {
            problem = $"--against needs the program of another build, artifacts/builds/…/dyno; there is no file '{text}'";
            options = this with { Against = Path.GetFullPath(text.Length == 0 ? "." : text) };
            return File.Exists(options.Against);
        }
        if (name == "--store")
        {
            problem = $"--store needs a file in a folder that exists; '{text}' is none";
            options = this with { Store = Path.GetFullPath(text.Length == 0 ? "." : text) };
            return Directory.Exists(Path.GetDirectoryName(options.Store)) && !Directory.Exists(options.Store);
        }
        var fewest = name is "--experiments" or "--rival" ? 0 : double.Epsilon;
        problem = fewest == 0 ? $"{name} needs a number; 0 makes none" : $"{name} needs a number above 0";
        if (!double.TryParse(text, CultureInfo.InvariantCulture, out var number) || !(number >= fewest)) return false;
        switch (name)
        {
            case "--rounds": options = this with { Rounds = (int)number }; return true;
            case "--seconds": options = this with { Seconds = number }; return true;
            case "--minutes": options = this with { Minutes = number }; return true;
            case "--experiments": options = this with { Experiments = (int)number }; return true;
            case "--rival": options = this with { RivalSeconds = number }; return true;
            case "--busy": options = this with { Busy = number }; return true;
            case "--seed": options = this with { Seed = (int)number }; return true;
            default: problem = $"no option '{name}'; there are: --rounds --seconds --minutes --experiments --rival --busy --store --against --seed"; return false;
        }
    }
}
