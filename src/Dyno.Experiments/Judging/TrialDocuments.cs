namespace Dyno.Experiments;

/// <summary>The documents of a variant's trials, summarised.</summary>
/// <param name="Latency">Their histograms merged; null when there is none.</param>
/// <param name="Explanations">The rules that held in at least half of the trials.</param>
/// <param name="Answers">The answers of the trials, in total.</param>
internal sealed record TrialDocuments(
    LatencyResult? Latency, ImmutableArray<ExplanationRecord> Explanations, TrialAnswers Answers, ImmutableArray<ServiceUse> Services)
{
    /// <summary>Reads the documents one at a time: nothing but the merged histogram and the explanations stays in memory.</summary>
    public static TrialDocuments Of(IEnumerable<TrialRecord> trials, Func<string, RunResult?> read)
    {
        var merged = new Histogram();
        var found = new List<ExplanationRecord>();
        var answers = new TrialAnswers();
        var uses = new List<ServiceUse>();
        var documents = 0;
        foreach (var run in trials.Select(t => t.Run).OfType<string>().Select(read).OfType<RunResult>())
        {
            documents++;
            answers.Add(run);
            uses.AddRange(run.Services.Select(service => UseOf(service, run)));
            found.AddRange(run.Explanations);
            if (run.Measured.Overall.Response.Histogram is { Length: > 0 } text) merged.Merge(HdrEncoding.DecodeBase64(text));
        }
        return new TrialDocuments(merged.Count == 0 ? null : LatencyFigures.Of(merged), Common(found, documents), answers, Middle(uses));
    }

    // The evidence of the trial in the middle represents all of them, because the figures of a rule are not averaged.
    private static ImmutableArray<ExplanationRecord> Common(List<ExplanationRecord> found, int documents) =>
    [
        .. found.GroupBy(e => e.Rule).Where(g => g.Count() * 2 >= documents).OrderByDescending(g => g.Count())
            .Select(g => g.ElementAt(g.Count() / 2) with { Trials = g.Count(), OfTrials = documents }),
    ];

    private static ServiceUse UseOf(ServiceObservation service, RunResult run)
    {
        var requests = ServiceFigures.RequestsOf(run);
        return new ServiceUse(service.Name, service.Kind, service.Process?.CpuCores, service.Process?.CpuMicrosPerRequest, service.Process?.MeanWorkingSetBytes,
            requests > 0 ? (double?)service.Commands / requests : null);
    }

    private static ImmutableArray<ServiceUse> Middle(List<ServiceUse> uses) =>
    [
        .. uses.GroupBy(u => (u.Name, u.Kind)).Select(g => new ServiceUse(
            g.Key.Name, g.Key.Kind, Median(g.Select(u => u.CpuCores)), Median(g.Select(u => u.CpuMicrosPerRequest)),
            Median(g.Select(u => u.WorkingSetBytes)), Median(g.Select(u => u.CommandsPerRequest)))),
    ];

    private static double? Median(IEnumerable<double?> figures)
    {
        double[] known = [.. figures.OfType<double>().Order()];
        return known.Length == 0 ? null : WalshAverages.Median(known);
    }
}
