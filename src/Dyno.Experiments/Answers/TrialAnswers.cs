namespace Dyno.Experiments;

/// <summary>
/// The answers of a variant during its trials, in total. They are compared where a load is code, because such a load has no requests that
/// can be sent beforehand.
/// </summary>
internal sealed class TrialAnswers
{
    private const double Share = 0.01; // of the answers; a smaller share is a single error here and there, which the report shows anyway

    private const double OneSize = 0.05;

    private readonly SortedDictionary<int, long> _statuses = [];
    private readonly SortedDictionary<string, (long Least, long Most)> _sizes = new(StringComparer.Ordinal);
    private long _answers;
    private long _bytes;
    private long _sized;

    public void Add(RunResult run)
    {
        foreach (var (status, count) in run.Measured.Statuses)
        {
            _statuses[status] = _statuses.GetValueOrDefault(status) + count;
            _answers += count;
        }
        foreach (var step in run.Measured.Steps.Where(s => s.Received is not null))
        {
            if (step.Received!.Max > 0)
                _sizes[step.Name] = _sizes.TryGetValue(step.Name, out var seen)
                    ? (Math.Min(seen.Least, step.Received.Min), Math.Max(seen.Most, step.Received.Max)) : (step.Received.Min, step.Received.Max);
            if (step.IsPart) continue; // its bytes are those of its request
            _bytes += step.Received!.Total;
            _sized += step.Requests;
        }
    }

    /// <summary>How another variant's answers differ from these.</summary>
    public IEnumerable<AnswerDifference> DifferencesOf(TrialAnswers other, string variant, string cell)
    {
        if (_answers == 0 || other._answers == 0) yield break;
        foreach (var status in _statuses.Keys.Union(other._statuses.Keys).Order())
        {
            var (want, got) = (PartOf(status), other.PartOf(status));
            if (Math.Abs(want - got) >= Share) yield return Difference(string.Create(CultureInfo.InvariantCulture, $"status {status} in {got:0.#%} of the answers instead of {want:0.#%}"));
        }
        if (MeanBytes is { } size && other.MeanBytes is { } otherSize && Math.Abs(otherSize - size) > Share * size)
            yield return Difference(string.Create(CultureInfo.InvariantCulture, $"{otherSize:#,0} bytes on average instead of {size:#,0}"));

        foreach (var (step, (least, most)) in _sizes)
            if (other._sizes.TryGetValue(step, out var theirs) && IsOneSize(least, most) != IsOneSize(theirs.Least, theirs.Most))
                yield return new AnswerDifference(cell, step, variant, $"during the load {InWords(theirs)}, the baseline's {InWords((least, most))}");

        AnswerDifference Difference(string what) => new(cell, "the load", variant, what);
    }

    // Whether two lengths belong to the same body: numbers and dates in an answer change its length by some bytes, another body by more.
    private static bool IsOneSize(long least, long most) => most - least <= OneSize * most;

    private static string InWords((long Least, long Most) size) => IsOneSize(size.Least, size.Most)
        ? string.Create(CultureInfo.InvariantCulture, $"were all about {size.Most:#,0} bytes long") : string.Create(CultureInfo.InvariantCulture, $"were {size.Least:#,0} to {size.Most:#,0} bytes long");

    private double? MeanBytes => _sized == 0 ? null : (double)_bytes / _sized;

    private double PartOf(int status) => (double)_statuses.GetValueOrDefault(status) / _answers;
}
