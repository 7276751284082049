namespace Dyno.Profiling;

/// <summary>Makes the record of a pair: rows, sentence, graph, and the files beside the comparison.</summary>
public static class PairProfile
{
    private const int MostRows = 10;

    /// <summary>The record of a pair.</summary>
    /// <param name="folder">The folder of the experiment, which gets the files; null: no files.</param>
    public static ProfileRecord Of(ProfiledPair pair, ISourceMap sources, string? folder)
    {
        var record = new ProfileRecord
        {
            Baseline = pair.Baseline,
            Variant = pair.Variant,
            Cell = pair.Cell,
            Sentence = "",
            Sampler = SamplerWords.NameOf(pair.Rung),
            Bias = SamplerWords.Bias(pair.Rung) + (pair.WhyNotBetter is { } why ? $" A better sampler is not there: {why}." : ""),
            Launches = pair.After.Length,
            Samples = (long)pair.Before.Concat(pair.After).Sum(l => l.Samples?.Total ?? 0),
            BeforeMicros = pair.Micros,
            MeasuredMicros = pair.MeasuredMicros,
            Files = folder is null ? [] : WriteStacks(pair, folder),
        };
        return Explained(record, pair, sources);
    }

    private static ProfileRecord Explained(ProfileRecord record, ProfiledPair pair, ISourceMap sources)
    {
        ImmutableArray<ProfiledLaunch> before = [.. LaunchesOf(pair.Before)], after = [.. LaunchesOf(pair.After)], control = [.. LaunchesOf(pair.Control)];
        if (before.IsEmpty || after.IsEmpty)
            return record with
            {
                Sentence = "The CPU time could not be sampled, so no method can be named.",
                Notes = ProfileNotes.Of(pair, []),
                WhyNoVerdict = "its CPU time could not be sampled",
            };
        var difference = new ProfileDifference(before, after, record.Whole);
        var ofControl = control.IsEmpty ? null : new ProfileDifference(before, control, record.Whole);
        var allocations = new EventDifference(pair);
        var touched = new TouchedMethods(pair, sources);
        var ranking = new MethodRanking(difference, [.. before, .. after], method => touched.MarkOf(method) is not null);
        var costs = ranking.Rows(ofControl, pair.IsFaster);
        var sure = costs.Where(cost => cost.IsSure).ToList();
        var (noise, own) = (2 * difference.TotalError, before.Concat(after).Average(l => l.OwnShare));
        double? total = Math.Abs(difference.Total) > noise ? difference.Total : null;
        var rows = Ordered([.. costs.Select(cost => RowOf(cost, pair, sources, touched))], total, pair.IsFaster);
        var why = pair.WhyNoVerdict ?? ProfileNotes.WhyNoVerdict([.. before, .. after], pair.Lost)
            ?? (sure.Count == 0 && pair.IsWorkDifferent ? "CPU per request differs, and no method of it does for certain: shares do not show what changes all code alike" : null);
        record = record with
        {
            DifferenceMicros = Math.Round(difference.Total, 3),
            DifferenceNoise = Math.Round(noise, 3),
            OwnShare = Math.Round(own, 4),
            WhyNoVerdict = why,
            MostMoreMicros = Known(difference.MostMore()),
            MostLessMicros = Known(difference.MostMore(-1)),
            OwnMicros = Known(sure.Sum(cost => cost.Difference)),
            OwnNoise = sure.Count == 0 ? null : Known(Math.Sqrt(sure.Sum(cost => cost.Half * cost.Half))),
            SeenMicros = Known(ranking.Seen(ofLargest: false)),
            SeenInLargestMicros = Known(ranking.Seen(ofLargest: true)),
            Rows = [.. rows.Take(MostRows).Select(allocations.Complete)],
            Notes = [.. ProfileNotes.Of(pair, [.. before, .. after]), .. why is null ? [] : (string[])[$"The own code is not judged: {why}."]],
            Graph = FlameTree.Of(difference, [.. before, .. after]),
        };
        var first = record.Rows.FirstOrDefault(row => !StackOwner.IsArea(row.Method));
        record = record with { Explained = total is null || first is null ? null : ShareOf(first, total.Value, noise) };
        return record with { Sentence = ProfileWords.Sentence(record, first, noise) };

        double? Known(double value) => own < ProfileNotes.FewOwn ? null : Math.Round(value, 3);
    }

    // No share of what is less certain than the row itself. A row whose interval holds the whole is all of it; one that is more, or has
    // the other sign, is no part of it.
    private static double? ShareOf(ProfileRow row, double total, double noise)
    {
        if (noise > (row.High - row.Low) / 2) return null;
        if (row.Low <= total && total <= row.High) return Math.Min(1, Math.Round(row.Difference / total, 3));
        return row.Difference / total is > 0 and <= 1 and var share ? Math.Round(share, 3) : null;
    }

    /// <summary>
    /// What the revisions touch comes first, then what calls it, because they are the likelier causes; but a method that is half of the difference
    /// comes before those that are not.
    /// </summary>
    private static List<ProfileRow> Ordered(List<ProfileRow> rows, double? total, bool isFaster)
    {
        var ordered = rows.OrderBy(row => StackOwner.IsArea(row.Method)).ThenBy(row => row.Difference > 0 == isFaster)
            .ThenBy(row => TouchedMethods.RankOf(row.Revision)).ToList();
        if (ordered.Count == 0 || IsHalf(ordered[0]) || ordered.Find(IsHalf) is not { } most) return ordered;
        ordered.Remove(most);
        return [most, .. ordered];

        bool IsHalf(ProfileRow row) => !StackOwner.IsArea(row.Method) && total is { } whole && row.Difference / whole >= ProfileWords.Enough;
    }

    private static IEnumerable<ProfiledLaunch> LaunchesOf(ImmutableArray<LaunchProfile> launches) =>
        launches.Where(l => l.Samples is { Total: > 0 }).Select(l => new ProfiledLaunch(l.Samples!));

    private static ProfileRow RowOf(MethodCost cost, ProfiledPair pair, ISourceMap sources, TouchedMethods touched)
    {
        var source = pair.After.Concat(pair.Before).Select(l => l.Sources.GetValueOrDefault(cost.Method)).FirstOrDefault(lines => lines is not null);
        var file = source is null ? null : sources.Relative(source.File);
        return new ProfileRow
        {
            Method = cost.Method,
            File = file,
            Line = source?.First,
            Revision = touched.MarkOf(cost.Method),
            Before = Math.Round(cost.Before, 3),
            Difference = Math.Round(cost.Difference, 3),
            Low = Math.Round(cost.Difference - cost.Half, 3),
            High = Math.Round(cost.Difference + cost.Half, 3),
            Call = cost.Call,
            CallDifference = cost.Call is null ? null : Math.Round(cost.CallDifference, 3),
            IsCallNew = cost.IsCallNew,
            IsSure = cost.IsSure,
        };
    }

    private static ImmutableArray<string> WriteStacks(ProfiledPair pair, string folder)
    {
        var cell = pair.Cell.Length > 0 ? "-" + pair.Cell : "";
        return
        [
            .. new ProfileFiles(pair.Baseline + cell, pair.Before).WriteTo(folder, "profiles"),
            .. new ProfileFiles(pair.Variant + cell, pair.After).WriteTo(folder, "profiles"),
        ];
    }
}
