using System.Collections.Immutable;
using System.Diagnostics;
using System.Globalization;
using Dyno.Bench.Clients;
using Dyno.Bench.Measuring;
using Dyno.Bench.Tables;
using Dyno.Metrics.Histograms;
using Dyno.Results.Comparisons;
using Dyno.Results.Json;

namespace Dyno.Bench.Benchmarks;

/// <summary>
/// A program against itself, and against itself with a planted difference, judged in two ways: by two runs one after the other with a
/// t-test over their requests, as is common practice, and by <c>dyno compare</c> in the time that it is given. Each experiment is made anew,
/// from the launches to the verdict. The benchmark counts the verdicts that are right, open and wrong.
/// </summary>
internal sealed class VerdictsBenchmark : IBenchmark
{
    private const double Threshold = 0.02;

    private static readonly ImmutableArray<Planted> Rows =
    [
        new("0 % CPU", "HANDICAP", "0", "0", IsSlower: false), new("2 % CPU", "HANDICAP", "0", "0.02", IsSlower: true),
        new("3 % CPU", "HANDICAP", "0", "0.03", IsSlower: true), new("5 % CPU", "HANDICAP", "0", "0.05", IsSlower: true),
        new("3 % wait", "WAIT_MS", "100", "103", IsSlower: true), new("20 % allocation", "ALLOCATE", "20000", "24800", IsSlower: true) { IsStructure = true },
    ];

    public string Name => "verdicts";

    public string What => "planted differences: two runs with a t-test, and experiments (--experiments) of some minutes, also beside a busy neighbour (--busy)";

    public string Run(BenchOptions options)
    {
        using var folder = new TemporaryFolder();
        using var neighbour = new BusyNeighbour(options.Busy);
        var table = new MarkdownTable("planted", "two runs, t-test over requests", "dyno compare", "minutes", "half-width");
        foreach (var row in Rows)
        {
            var (tally, minutes, halves) = Experiments(folder, row, options);
            table.Add(row.Name, TwoRuns(folder, row, options).ToString(), tally.ToString(), minutes.ToString("0.0", CultureInfo.InvariantCulture), halves);
        }
        return FormattableString.Invariant($"{options.Experiments} experiments of at most {Minutes(options):0.#} minutes a row, threshold {Threshold:0 %}")
            + (options.Busy > 0 ? FormattableString.Invariant($", beside a process that burns {options.Busy:0.0#} of a CPU") : "")
            + $"; a cell says right / open / wrong.\n\n{table}";
    }

    // The option is the length of a soak, too, whose default is longer than an experiment.
    private static double Minutes(BenchOptions options) => Math.Min(options.Minutes, 3);

    private static (Tally Tally, double Minutes, string HalfWidth) Experiments(TemporaryFolder folder, Planted row, BenchOptions options)
    {
        var (tally, minutes, halves) = (new Tally(), new List<double>(), new List<double>());
        for (var i = 0; i < options.Experiments; i++)
        {
            var comparison = Compare(folder, row, $"{row.Variable}-{row.Variant}-{i}", options.Seed + i,
                row.IsStructure ? ["--gate=structure"] : ["--for", FormattableString.Invariant($"{Minutes(options) * 60:0}s")]);
            var pair = comparison.Pairs.Single(p => !p.IsControl);
            tally.Add(VerdictOf(pair, row), row.IsSlower);
            minutes.Add((comparison.EndedAt - comparison.StartedAt).TotalMinutes);
            if (pair.Metrics[0] is { Low: { } low, High: { } high } && !row.IsStructure) halves.Add((Math.Log(high) - Math.Log(low)) / 2);
            Console.Error.WriteLine($"bench:   {row.Name}, experiment {i + 1}: {pair.Sentence}");
        }
        return (tally, minutes.Average(), halves.Count == 0 ? "–" : halves.Average().ToString("0.0 %", CultureInfo.InvariantCulture));
    }

    // The rate and CPU per request are judged together: a difference is found when one of them shows it.
    private static string VerdictOf(PairResult pair, Planted row)
    {
        if (row.IsStructure) return pair.Judged.FirstOrDefault(j => j.Metric == "server.allocatedPerRequest")?.Verdict ?? "notJudged";
        return pair.Judged.Any(j => j is { Verdict: "slower", IsStructural: false }) ? "slower" : pair.Verdict;
    }

    private static Comparison Compare(TemporaryFolder folder, Planted row, string name, int seed, params string[] more)
    {
        // A wait shows where a user has nothing else to wait for; the other rows keep the server busy.
        File.WriteAllText(folder.FileOf(name + ".yaml"), FormattableString.Invariant($$"""
            name: {{name}}
            subject: { project: '{{Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "..", "..", "bench", "Handicap")}}', framework: net10.0 }
            variants:
              base: { env: { {{row.Variable}}: '{{row.Base}}' } }
              planted: { env: { {{row.Variable}}: '{{row.Variant}}' } }
            load: { url: /hello, connections: 64 }
            duration: 2s
            warmup: { minimum: 1s, maximum: 4s }
            seed: {{seed}}
            observe: minimal
            compare: { baseline: base }
            """));
        var result = folder.FileOf(name + ".json");
        using var process = Process.Start(new ProcessStartInfo(DynoClient.Program, ["compare", name + ".yaml", "-q", "--result", result, .. more])
        {
            WorkingDirectory = folder.Path,
            RedirectStandardOutput = true,
        })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return File.Exists(result) ? ComparisonJson.Read(File.ReadAllText(result), result) : throw new BenchException($"dyno compare ended with {process.ExitCode} and no result");
    }

    // The common practice: a run of one program, then a run of the other, and a t-test over their requests at 95 %. It says nothing about work.
    private static Tally TwoRuns(TemporaryFolder folder, Planted row, BenchOptions options)
    {
        var tally = new Tally();
        var sequential = Compare(folder, row, $"{row.Variable}-{row.Variant}-two-runs", options.Seed, "--sequential", "--rounds", $"{options.Experiments}");
        foreach (var round in sequential.Trials.Where(t => t.Outcome == TrialOutcome.Used).GroupBy(t => t.Round))
        {
            if (TimesOf("base") is not { } from || TimesOf("planted") is not { } to) continue;
            var t = (to.Mean - from.Mean) / Math.Sqrt(VarianceOf(from) / from.Count + VarianceOf(to) / to.Count);
            tally.Add(Math.Abs(t) < 1.96 ? "same" : t > 0 ? "slower" : "faster", row.IsSlower);

            Histogram? TimesOf(string variant) => round.FirstOrDefault(trial => trial.Variant == variant)?.Run is { } file
                && ResultFile.Read(folder.FileOf(Path.Combine(".dyno", "experiments", sequential.Id, file))).Measured.Latency.Response.Histogram is { Length: > 0 } text
                    ? HdrEncoding.DecodeBase64(text) : null;
        }
        return tally;
    }

    private static double VarianceOf(Histogram times) => times.StdDev * times.StdDev;

    /// <summary>A row: what is planted, by a variable of the program.</summary>
    private sealed record Planted(string Name, string Variable, string Base, string Variant, bool IsSlower)
    {
        public bool IsStructure { get; init; }
    }

    /// <summary>
    /// Counts verdicts against the truth. Of a planted difference "slower" is right, "faster", slightly or not, and "same" are wrong; of none
    /// "same" is right, "slower" and "faster" are wrong. What is slight or unclear is open.
    /// </summary>
    private sealed class Tally
    {
        private int _right, _open, _wrong;

        public void Add(string verdict, bool isSlower)
        {
            var isWrong = verdict is "faster" || (isSlower ? verdict is "same" or "slightlyFaster" : verdict is "slower");
            if (verdict == (isSlower ? "slower" : "same")) _right++;
            else if (isWrong) _wrong++;
            else _open++;
        }

        public override string ToString() => $"{_right} / {_open} / {_wrong}";
    }
}
