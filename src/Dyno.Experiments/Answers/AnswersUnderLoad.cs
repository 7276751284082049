using System.Collections.Concurrent;

namespace Dyno.Experiments;

/// <summary>
/// The answers of the variants in each round, while they are loaded and after the load. A program that answers well when it is asked alone
/// may be quick under load because it does something else there. The answers of a round are compared with the baseline's of the same round.
/// Any thread may add to it.
/// </summary>
/// <param name="before">The answers before the first trial; empty for loads in code, which have no requests to ask.</param>
internal sealed class AnswersUnderLoad(ExperimentPlan plan, IReadOnlyDictionary<(string Variant, string Cell), IReadOnlyList<StepAnswer>> before)
{
    private readonly ConcurrentDictionary<Place, IReadOnlyList<StepAnswer>> _answers = new();

    /// <summary>When a variant is asked.</summary>
    public enum When
    {
        /// <summary>In the middle of a load without pauses.</summary>
        UnderLoad,

        /// <summary>When the load is over.</summary>
        AfterLoad,
    }

    /// <summary>Asks a variant. A program that does not answer is not asked again; the load has counted its errors.</summary>
    /// <param name="baseUrl">Where it listens.</param>
    /// <param name="certificateFile">Its certificate; null where the system trusts it.</param>
    /// <returns>The requests that were sent.</returns>
    public async Task<int> AskAsync(VariantPlan variant, int round, When when, Uri baseUrl, string? certificateFile, CancellationToken cancellation)
    {
        var name = variant.Name == Judgement.ControlName ? plan.Compare.Baseline : variant.Name;
        if (!before.TryGetValue((name, variant.Cell), out var known) || known.Count == 0) return 0;
        try
        {
            var answers = await AnswerCheck.AskAsync(plan, variant, baseUrl, certificateFile, cancellation);
            Add(variant, round, when, answers);
            return 2 * answers.Count;
        }
        catch (Exception e) when (e is UserFault or OperationCanceledException)
        {
            return 0;
        }
    }

    internal void Add(VariantPlan variant, int round, When when, IReadOnlyList<StepAnswer> answers) =>
        _answers[new Place(variant.Name, variant.Cell, round, when)] = answers;

    /// <summary>The differences so far, each once.</summary>
    public ImmutableArray<AnswerDifference> Differences =>
    [
        .. _answers.Where(own => own.Key.Variant != plan.Compare.Baseline && own.Key.Variant != Judgement.ControlName)
            .OrderBy(own => (own.Key.Round, own.Key.When)).SelectMany(own => Of(own.Key, own.Value)).DistinctBy(d => (d.Cell, d.Step, d.Variant)),
    ];

    private IEnumerable<AnswerDifference> Of(Place place, IReadOnlyList<StepAnswer> answers)
    {
        if (!_answers.TryGetValue(place with { Variant = plan.Compare.Baseline }, out var expected)) yield break;
        var known = before[(place.Variant, place.Cell)];
        var knownOfBaseline = before[(plan.Compare.Baseline, place.Cell)];
        for (var step = 0; step < Math.Min(Math.Min(answers.Count, expected.Count), Math.Min(known.Count, knownOfBaseline.Count)); step++)
        {
            var (got, want) = (answers[step], expected[step]);
            var differed = knownOfBaseline[step].DifferencesOf(known[step]).ToHashSet(StringComparer.Ordinal); // before the load, and reported as such
            var what = want.DifferencesOf(got).FirstOrDefault(difference => !differed.Contains(difference))
                ?? (got.Body is null && known[step].Body is not null && want.Body is not null && got.Status != StepAnswer.None ? "two bodies that differ from each other" : null);
            if (what is not null)
                yield return new AnswerDifference(place.Cell, got.Step, place.Variant, $"{(place.When == When.UnderLoad ? "under load" : "after the load")}: {what}");
        }
    }

    private readonly record struct Place(string Variant, string Cell, int Round, When When);
}
