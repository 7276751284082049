using System.Collections.Immutable;
using System.Globalization;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Answers;

/// <summary>
/// The answers that a variant gave during its trials, in sum: what is compared where a load is code, and cannot be asked for its requests
/// beforehand.
/// </summary>
internal sealed class TrialAnswers
{
    private const double Share = 0.01; // of the answers; less is an error here and there, which the report shows anyway

    private readonly SortedDictionary<int, long> _statuses = [];
    private long _answers;
    private long _bytes;
    private long _sized;

    /// <summary>Adds those of a trial.</summary>
    public void Add(RunResult run)
    {
        foreach (var (status, count) in run.Measured.Statuses)
        {
            _statuses[status] = _statuses.GetValueOrDefault(status) + count;
            _answers += count;
        }
        foreach (var step in run.Measured.Steps.Where(s => s.Received is not null))
        {
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

        AnswerDifference Difference(string what) => new(cell, "the load", variant, what);
    }

    private double? MeanBytes => _sized == 0 ? null : (double)_bytes / _sized;

    private double PartOf(int status) => (double)_statuses.GetValueOrDefault(status) / _answers;
}
