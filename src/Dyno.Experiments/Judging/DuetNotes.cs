namespace Dyno.Experiments;

/// <summary>What a reader should know about duet trials beside their verdicts.</summary>
internal static class DuetNotes
{
    private const double Idle = 0.02; // of a CPU; a program that only answers for its counters once a second uses less

    /// <summary>Sentences about the slices.</summary>
    public static IEnumerable<string> Of(IEnumerable<TrialRecord> trials)
    {
        var duets = Used(trials).ToList();
        if (duets.Count == 0) yield break;
        if (duets.Max(d => d.Trial.Group) is { } groups)
            yield return $"Memory was too small for all variants at once: the variants of a round ran in {groups} groups and are compared within a group.";
        var slices = duets.SelectMany(d => d.Duet.Slices).ToList();
        if (slices.Count(s => s.IsSetAside) is var aside and > 0)
            yield return string.Create(CultureInfo.InvariantCulture, $"{aside} of {slices.Count} slices are set aside, each with its whole block: other work took the CPUs, or the generator stalled.");
        var read = duets.Select(d => d.Duet.Slices).Where(own => own.Any(s => s.CpuMicros is not null)).SelectMany(own => own).ToList();
        if (read.Count(s => s.CpuMicros is null) is var unread and > 0)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"The server's CPU time could not be read in time for {unread} of {read.Count} slices: CPU per request comes from the other slices.");
        foreach (var grown in duets.Select(d => d.Duet.Grown).OfType<string>().Distinct().Take(1)) yield return char.ToUpperInvariant(grown[0]) + grown[1..] + ".";
        foreach (var variant in duets.GroupBy(d => d.Trial.Variant))
            if (variant.Sum(d => d.Duet.ReopenedBetweenSlices) is var reopened and > 0)
                yield return string.Create(CultureInfo.InvariantCulture, $"{variant.Key} closed idle connections: {FigureText.Count(reopened, "connection")} {(reopened == 1 ? "was" : "were")} opened again between slices.");
        if (duets.Select(d => d.Trial.Cell).Distinct().Count() is var cells and > 1)
            yield return $"Verdicts are corrected for multiple comparisons within each of the {cells} cells, not across cells: of twenty cells without a difference, about one shows a difference.";
    }

    /// <summary>Which seconds of a launch under load were measured, in a sentence; null without slices.</summary>
    public static string? SecondsSeen(IEnumerable<TrialRecord> trials)
    {
        var seen = Used(trials).Select(d => (d.Trial.WarmUpSeconds, Measured: d.Duet.Slices.Sum(s => s.Length))).ToList();
        if (seen.Count == 0) return null;
        var from = WalshAverages.Median([.. seen.Select(s => s.WarmUpSeconds).Order()]);
        var length = WalshAverages.Median([.. seen.Select(s => s.Measured).Order()]);
        return string.Create(CultureInfo.InvariantCulture, $"Seen in seconds {from:0.#} to {from + length:0.#} of a program's load.");
    }

    /// <summary>Variants that used a CPU while others were loaded, with the share of it, 0.01 for 1 %.</summary>
    public static IEnumerable<(string Variant, string Cell, double Share)> WorkInBackground(IEnumerable<TrialRecord> trials) => Used(trials)
        .Where(d => d.Duet.IdleCpuShare is not null).GroupBy(d => (d.Trial.Variant, d.Trial.Cell))
        .Select(own => (own.Key.Variant, own.Key.Cell, Share: WalshAverages.Median([.. own.Select(d => d.Duet.IdleCpuShare!.Value).Order()])))
        .Where(own => own.Share > Idle);

    /// <summary>Variants that used a CPU while others were loaded, in sentences.</summary>
    public static IEnumerable<string> BusyInBackground(IEnumerable<TrialRecord> trials) => WorkInBackground(trials)
        .Select(own => string.Create(CultureInfo.InvariantCulture,
            $"{own.Variant}{(own.Cell.Length > 0 ? $" ({own.Cell})" : "")} used {100 * own.Share:0.#} % of a CPU while other variants were under load: this background work adds noise to the other variants. Measure the variant alone with --sequential."));

    private static IEnumerable<(TrialRecord Trial, DuetRecord Duet)> Used(IEnumerable<TrialRecord> trials) =>
        trials.Where(t => t is { Outcome: TrialOutcome.Used, Duet: not null }).Select(t => (t, t.Duet!));
}
