namespace Dyno.Load;

/// <summary>
/// Chooses the length of the slices. A slice lasts at least ten mean iterations, five times as long as the iteration in which a user is
/// found at a random moment (the mean weighted by time, which a tail makes long), and as long as ten starts of an offered rate take: what
/// waits for a CPU at the begin and at the end of a slice is then a small part of it. The variant that needs the longest slice decides for
/// all. During the warm-up the length follows about the later half of the records, and once more the first two blocks of the measurement:
/// the slow first answers of a cold program make slices long only for a moment.
/// </summary>
internal sealed class SliceLength(DuetPlan plan)
{
    private const double FewestIterations = 10;
    private const double TimesFound = 5;
    private const double FewestStarts = 10;

    private readonly Dictionary<SlicedPhase, Look> _looks = [];

    public TimeSpan Current { get; private set; } = plan.Slice;

    /// <summary>Why the slices are longer than was asked for; null when they are not.</summary>
    public string? Grown { get; private set; }

    /// <summary>Finds the length that suits all variants.</summary>
    /// <param name="phases">The phase of each variant with its records so far.</param>
    public void Fit(IEnumerable<SlicedPhase> phases)
    {
        (Current, Grown) = (plan.Slice, null);
        foreach (var phase in phases) Fit(phase);
    }

    private void Fit(SlicedPhase phase)
    {
        var lanes = phase.Lanes;
        if (lanes.IsEmpty || phase.OfferedSeconds <= 0) return;
        var iterations = Later(phase);
        if (iterations.Count > 0)
        {
            var mean = iterations.Mean / 1e9;
            var found = mean + Math.Pow(iterations.StdDev / 1e9, 2) / mean;
            Grow(FewestIterations * mean, string.Create(CultureInfo.InvariantCulture, $"an iteration takes {mean * 1e3:0} ms"));
            Grow(TimesFound * found, string.Create(CultureInfo.InvariantCulture, $"slow iterations take up so much time that a user mostly waits for one of about {found * 1e3:0} ms"));
        }
        if (phase.Counts is { HasOpen: true, PlannedStarts: > 0 } counts && counts.PlannedStarts / phase.OfferedSeconds is var rate)
            Grow(FewestStarts / rate, string.Create(CultureInfo.InvariantCulture, $"the load offers {rate:0.#} starts a second"));
    }

    // What was recorded in the last half to three quarters of the phase's slices. Looks are taken when the number of slices is a power of two.
    private Histogram Later(SlicedPhase phase)
    {
        var all = new Histogram();
        foreach (var lane in phase.Lanes) all.Merge(lane.Recorder.IterationResponse);
        var look = _looks.GetValueOrDefault(phase) ?? new Look(0, null, all);
        if (int.IsPow2(phase.Slices) && phase.Slices > look.Slices) _looks[phase] = look = new Look(phase.Slices, phase.Slices > 1 ? look.Next : null, all);
        var later = look.Before is { } before ? all.Subtract(before) : all;
        return later.Count > 0 ? later : all;
    }

    private void Grow(double seconds, string why)
    {
        if (seconds <= Current.TotalSeconds || Current >= plan.LongestSlice) return;
        Current = TimeSpan.FromMilliseconds(Math.Ceiling(Math.Min(seconds, plan.LongestSlice.TotalSeconds) * 100) * 10);
        // No one asked for the usual lengths, so between them there is nothing to explain.
        if (plan.Slice == DuetPlan.ShortSlice && Current <= DuetPlan.UsualSlice) return;
        Grown = string.Create(CultureInfo.InvariantCulture, $"slices are {Current.TotalMilliseconds:0} ms long instead of {plan.Slice.TotalMilliseconds:0} ms: {why}")
            + (seconds > plan.LongestSlice.TotalSeconds ? "; the load needs longer slices than the limit, so dyno compare --sequential measures it better" : "");
    }

    private sealed record Look(int Slices, Histogram? Before, Histogram Next);
}
