namespace Dyno.Results;

/// <summary>The verdicts of an earlier experiment on the same sources, built apart.</summary>
/// <param name="Id">Id of the earlier experiment.</param>
/// <param name="Verdicts">A verdict for each judged metric of each pair.</param>
public sealed record EarlierVerdicts(string Id, ImmutableArray<EarlierVerdict> Verdicts);

/// <summary>One verdict of an earlier experiment.</summary>
/// <param name="Baseline">Name of the baseline.</param>
/// <param name="Variant">Name of the variant.</param>
/// <param name="Cell">The matrix cell; empty without a matrix.</param>
/// <param name="Metric">Name of the judged metric.</param>
/// <param name="Verdict">As <see cref="PairResult.Verdict"/>.</param>
public sealed record EarlierVerdict(string Baseline, string Variant, string Cell, string Metric, string Verdict);
