using System.Globalization;
using Dyno.Bench.Clients;
using Dyno.Bench.Measuring;
using Dyno.Bench.Tables;
using Dyno.Experiments.Judging;
using Dyno.Metrics.Histograms;
using Dyno.Results.Comparisons;
using Dyno.Results.Json;

namespace Dyno.Bench.Benchmarks;

/// <summary>
/// A program against itself, and against itself with a known handicap, judged in three ways: by two blocks one after the other with a
/// t-test over their requests, as is common practice; by sequential trials; by duet trials. The benchmark counts the verdicts that are
/// right, open and wrong.
/// </summary>
internal sealed class VerdictsBenchmark : IBenchmark
{
    private const int RoundsOfAnExperiment = 8;
    private const double Threshold = 0.01;
    private static readonly double[] Handicaps = [0, 0.01, 0.02, 0.03, 0.05, 0.10];

    public string Name => "verdicts";

    public string What => "handicaps of a known size: two blocks with a t-test, sequential trials, duet trials";

    public string Run(BenchOptions options)
    {
        var rounds = Math.Max(1, options.Rounds / RoundsOfAnExperiment) * RoundsOfAnExperiment;
        using var folder = new TemporaryFolder();
        var duet = Compare(folder, "duet", rounds, options);
        var sequential = Compare(folder, "sequential", rounds, options, "--sequential");
        var table = new MarkdownTable("handicap", "two blocks, t-test over requests", "sequential trials", "duet trials", "± of a duet experiment");
        foreach (var handicap in Handicaps)
            table.Add(handicap.ToString("0 %", CultureInfo.InvariantCulture), Blocks(folder, sequential, handicap).ToString(),
                Verdicts(sequential, handicap, out _).ToString(), Verdicts(duet, handicap, out var within).ToString(), within);
        return $"{rounds} rounds each, judged in experiments of {RoundsOfAnExperiment}; threshold {Threshold:0 %}; a cell says right / open / wrong. "
            + $"One experiment of a pair and its control takes {Minutes(sequential):0.0} min sequentially and {Minutes(duet):0.0} min as duet.\n\n{table}";

        double Minutes(Comparison all) => (all.EndedAt - all.StartedAt).TotalMinutes * RoundsOfAnExperiment / rounds * 3 / (Handicaps.Length + 1);
    }

    private static Comparison Compare(TemporaryFolder folder, string name, int rounds, BenchOptions options, params string[] more)
    {
        File.WriteAllText(folder.FileOf(name + ".yaml"), FormattableString.Invariant($$"""
            name: {{name}}
            subject: { project: '{{Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "..", "..", "bench", "Handicap")}}', framework: net10.0 }
            variants:
            {{string.Join('\n', Handicaps.Select(h => FormattableString.Invariant($"  {NameOf(h)}: {{ env: {{ HANDICAP: '{h}' }} }}")).Prepend("  base: { env: { HANDICAP: '0' } }"))}}
            load: { url: /hello, connections: 64 }
            duration: 2s
            warmup: {{(more.Contains("--sequential") ? "{ minimum: 4s, maximum: 8s }" : "{ minimum: 600ms, maximum: 1200ms }")}}
            rounds: {{rounds}}
            control: false
            seed: {{options.Seed}}
            observe: minimal
            compare: { baseline: base, headline: rate, metrics: [server.cpuPerRequest], thresholds: { rate: 1% } }
            """));
        Console.Error.WriteLine($"bench:   {name}, {rounds} rounds");
        var result = folder.FileOf(name + ".json");
        using var process = System.Diagnostics.Process.Start(new System.Diagnostics.ProcessStartInfo(DynoClient.Program,
            ["compare", name + ".yaml", "-q", "--result", result, .. more])
        { WorkingDirectory = folder.Path, RedirectStandardOutput = true })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return File.Exists(result) ? ComparisonJson.Read(File.ReadAllText(result), result) : throw new BenchException($"dyno compare ended with {process.ExitCode} and no result");
    }

    // Groups of rounds are judged as separate experiments, which is possible because judging is a pure function of trials. The variant
    // without a handicap is the control.
    private static Tally Verdicts(Comparison all, double handicap, out string within)
    {
        var tally = new Tally();
        var halves = new List<double>();
        foreach (var group in all.Trials.Where(t => t.Outcome == TrialOutcome.Used).GroupBy(t => (t.Round - 1) / RoundsOfAnExperiment))
        {
            var pair = ComparisonRejudge.Pair([.. group], "base", NameOf(handicap), NameOf(0), Threshold);
            if (pair.Metrics[0] is { Low: { } low, High: { } high }) halves.Add((Math.Log(high) - Math.Log(low)) / 2);
            tally.Add(pair.Verdict, handicap);
        }
        within = halves.Count == 0 ? "–" : halves.Average().ToString("± 0.0 %", CultureInfo.InvariantCulture);
        return tally;
    }

    // The common practice: a run of one program, then a run of the other, and a t-test over their requests at 95 %.
    private static Tally Blocks(TemporaryFolder folder, Comparison sequential, double handicap)
    {
        var tally = new Tally();
        foreach (var round in sequential.Trials.Where(t => t.Outcome == TrialOutcome.Used).GroupBy(t => t.Round))
        {
            if (TimesOf("base") is not { } from || TimesOf(NameOf(handicap)) is not { } to) continue;
            var t = (to.Mean - from.Mean) / Math.Sqrt(VarianceOf(from) / from.Count + VarianceOf(to) / to.Count);
            tally.Add(Math.Abs(t) < 1.96 ? "same" : t > 0 ? "slower" : "faster", handicap);

            Histogram? TimesOf(string variant) => round.FirstOrDefault(trial => trial.Variant == variant)?.Run is { } file
                && ResultFile.Read(folder.FileOf(System.IO.Path.Combine(".dyno", "experiments", sequential.Id, file))).Measured.Latency.Response.Histogram is { Length: > 0 } text
                    ? HdrEncoding.DecodeBase64(text) : null;
        }
        return tally;
    }

    private static double VarianceOf(Histogram times) => times.StdDev * times.StdDev;

    private static string NameOf(double handicap) => FormattableString.Invariant($"h{100 * handicap:0}");

    /// <summary>
    /// Counts verdicts against the truth. Above the threshold "slower" is right, and "faster" and "same" are wrong. Otherwise "same" is right and
    /// "faster" is wrong; "slower" is wrong below the threshold, and open at the threshold.
    /// </summary>
    private sealed class Tally
    {
        private int _right, _open, _wrong;

        public void Add(string verdict, double handicap)
        {
            var isRight = handicap > Threshold ? verdict == "slower" : verdict == "same";
            var isWrong = handicap > Threshold ? verdict is "faster" or "same" : verdict is "faster" || (verdict is "slower" && handicap < Threshold);
            if (isRight) _right++;
            else if (isWrong) _wrong++;
            else _open++;
        }

        public override string ToString() => $"{_right} / {_open} / {_wrong}";
    }
}
