using System.Collections.Immutable;
using Dyno.Metrics.Histograms;
using Dyno.Metrics.Histograms.Hdr;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Judging;

/// <summary>What the documents of a variant's trials say together.</summary>
/// <param name="Latency">Their histograms merged; null when there is none.</param>
/// <param name="Explanations">The rules that held in at least half of them.</param>
internal sealed record TrialDocuments(LatencyResult? Latency, ImmutableArray<ExplanationRecord> Explanations)
{
    /// <summary>Reads the documents one at a time: nothing but the merged histogram and the explanations stays in memory.</summary>
    public static TrialDocuments Of(IEnumerable<TrialRecord> trials, Func<string, RunResult?> read)
    {
        var merged = new Histogram();
        var found = new List<ExplanationRecord>();
        var documents = 0;
        foreach (var run in trials.Select(t => t.Run).OfType<string>().Select(read).OfType<RunResult>())
        {
            documents++;
            found.AddRange(run.Explanations);
            if (run.Measured.Latency.Response.Histogram is { Length: > 0 } text) merged.Merge(HdrEncoding.DecodeBase64(text));
        }
        return new TrialDocuments(merged.Count == 0 ? null : LatencyFigures.Of(merged), Common(found, documents));
    }

    // The evidence of the middle trial stands for them: figures of a rule are not averaged.
    private static ImmutableArray<ExplanationRecord> Common(List<ExplanationRecord> found, int documents) =>
    [
        .. found.GroupBy(e => e.Rule).Where(g => g.Count() * 2 >= documents).OrderByDescending(g => g.Count())
            .Select(g => g.ElementAt(g.Count() / 2) with { Trials = g.Count(), OfTrials = documents }),
    ];
}
