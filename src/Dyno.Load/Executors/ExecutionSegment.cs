namespace Dyno.Load;

/// <summary>
/// A share of the work of a plan, from one fraction to another: <c>0:1/4</c>. Processes that run the same plan with the segments of one
/// sequence together do the whole work: every virtual user, iteration and start belongs to exactly one of the segments. Exact integer
/// arithmetic; immutable.
/// </summary>
/// <remarks>
/// The items of a plan (virtual users, iterations, starts) are numbered 0, 1, 2 … and dealt to the segments of the
/// sequence in cycles. A cycle is as long as the common denominator. The <em>k</em>-th item of a segment of
/// <em>w</em> in <em>n</em> parts is dealt no later than place (k+1)·n/w, earliest deadline first, so no segment is
/// ever more than one item ahead of its share. Without a sequence the parts are equal and as small as the segment's
/// denominator: segments of equal length fit together, segments of unequal length need the sequence.
/// </remarks>
public sealed class ExecutionSegment : IEquatable<ExecutionSegment>
{
    private const int MaxDenominator = 100_000;

    private ExecutionSegment(string text, string sequence, ImmutableArray<int> own, int cycle)
    {
        Text = text;
        Sequence = sequence;
        Stripe = new WorkStripe(own, cycle);
    }

    /// <summary>All of the work.</summary>
    public static ExecutionSegment Whole { get; } = new("0:1", "", [0], 1);

    /// <summary>The segment as the user writes it, e.g. <c>0:1/4</c>.</summary>
    public string Text { get; }

    /// <summary>The sequence as written, e.g. <c>0,1/4,1/2,1</c>; empty when none was given.</summary>
    public string Sequence { get; }

    /// <summary>Whether it is all of the work.</summary>
    public bool IsWhole => Stripe.Cycle == Stripe.PerCycle;

    /// <summary>The items that belong to this segment.</summary>
    public WorkStripe Stripe { get; }

    /// <summary>One of several equal parts.</summary>
    /// <param name="index">Index of the part, from 0.</param>
    /// <param name="count">Number of parts, 1 to 1,000.</param>
    public static ExecutionSegment Equal(int index, int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, 1000);
        return count == 1 ? Whole : new(string.Create(CultureInfo.InvariantCulture, $"{index}/{count}:{index + 1}/{count}"), "", [index], count);
    }

    /// <summary>Reads a segment.</summary>
    /// <param name="text">
    /// <c>from:to</c>, or <c>to</c> alone for <c>0:to</c>; each 0, 1, a fraction <c>1/4</c>, a percentage <c>25%</c> or
    /// a decimal <c>0.25</c>.
    /// </param>
    /// <param name="sequence">All segments' ends, <c>0,1/4,1/2,1</c>; null or empty for equal parts.</param>
    /// <param name="error">What is wrong and what to write.</param>
    public static bool TryParse(
        string text,
        string? sequence,
        [NotNullWhen(true)] out ExecutionSegment? segment,
        [NotNullWhen(false)] out string? error)
    {
        segment = null;
        if (!TryRange(text, out var from, out var to)) error = $"'{text}' is not an execution segment: write one as in 0:1/4";
        else if (!TryEnds(sequence, from, to, out var ends, out error)) { }
        else segment = Create(text.Trim(), sequence?.Trim() ?? "", from, to, ends, out error);
        return segment is not null;
    }

    public bool Equals(ExecutionSegment? other) =>
        other is not null && Stripe.Cycle == other.Stripe.Cycle && Stripe.Offsets.SequenceEqual(other.Stripe.Offsets);

    public override bool Equals(object? obj) => Equals(obj as ExecutionSegment);

    public override int GetHashCode() => HashCode.Combine(Stripe.Cycle, Stripe.PerCycle, Stripe.Offsets[0]);

    public override string ToString() => Text;

    private static ExecutionSegment? Create(
        string text, string sequence, Fraction from, Fraction to, List<Fraction> ends, out string? error)
    {
        error = null;
        var cycle = 1L;
        foreach (var end in ends) cycle = Math.Min(Fraction.CommonDenominator(cycle, end.Denominator), MaxDenominator + 1L);
        if (cycle > MaxDenominator)
        {
            error = $"the fractions have a common denominator above {MaxDenominator}: write simpler ones, as in 0:1/4";
            return null;
        }

        if (ends.Count == 0) // equal parts
        {
            cycle = Fraction.CommonDenominator(from.Denominator, to.Denominator);
            if (cycle > MaxDenominator) { error = $"'{text}': write simpler fractions, as in 0:1/4"; return null; }
            var (first, last) = ((int)from.Times(cycle), (int)to.Times(cycle));
            return new ExecutionSegment(text, sequence, [.. Enumerable.Range(first, last - first)], (int)cycle);
        }

        var owner = ends.IndexOf(from);
        return new ExecutionSegment(text, sequence, Deal(ends, (int)cycle, owner), (int)cycle);
    }

    /// <summary>
    /// The places of one cycle that fall to segment <paramref name="owner"/>: earliest deadline first.
    /// </summary>
    private static ImmutableArray<int> Deal(List<Fraction> ends, int cycle, int owner)
    {
        var weights = ends.Skip(1).Select((end, i) => end.Times(cycle) - ends[i].Times(cycle)).ToArray();
        var dealt = new long[weights.Length];
        var own = ImmutableArray.CreateBuilder<int>();
        for (var place = 0; place < cycle; place++)
        {
            var next = NextOwner(weights, dealt, place, cycle);
            dealt[next]++;
            if (next == owner) own.Add(place);
        }

        return own.ToImmutable();
    }

    private static int NextOwner(long[] weights, long[] dealt, int place, int cycle)
    {
        var next = -1;
        for (var s = 0; s < weights.Length; s++)
        {
            if (dealt[s] * cycle > place * weights[s]) continue; // ahead of its share: not eligible yet
            // deadline (dealt + 1) · cycle / weight, compared without division
            if (next < 0 || (dealt[s] + 1) * weights[next] < (dealt[next] + 1) * weights[s]) next = s;
        }

        return next;
    }

    private static bool TryRange(string text, out Fraction from, out Fraction to)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        from = Fraction.Zero;
        var valid = Fraction.TryParse(text[(colon + 1)..], out to)
            && (colon < 0 || Fraction.TryParse(text[..colon], out from));
        return valid && from.CompareTo(to) < 0 && to.CompareTo(Fraction.One) <= 0;
    }

    private static bool TryEnds(
        string? sequence, Fraction from, Fraction to, out List<Fraction> ends, [NotNullWhen(false)] out string? error)
    {
        (ends, error) = ([], null);
        if (string.IsNullOrWhiteSpace(sequence)) return true;
        foreach (var part in sequence.Split(','))
        {
            if (!Fraction.TryParse(part, out var end) || (ends.Count > 0 && end.CompareTo(ends[^1]) <= 0))
            {
                error = $"'{sequence}' is not an execution segment sequence: write rising fractions from 0 to 1, as in 0,1/4,1/2,1";
                return false;
            }

            ends.Add(end);
        }

        var at = ends.IndexOf(from);
        if (ends[0] != Fraction.Zero || ends[^1] != Fraction.One)
            error = $"the execution segment sequence '{sequence}' must go from 0 to 1, as in 0,1/4,1/2,1";
        else if (at < 0 || at + 1 >= ends.Count || ends[at + 1] != to)
            error = $"the segment {from}:{to} is not part of the sequence '{sequence}'";
        return error is null;
    }
}
