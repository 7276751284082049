namespace Dyno.Load;

/// <summary>
/// The status codes for which thresholds ask for latencies (<c>http_req_duration{status:500}: p(95)&lt;1000</c>). Counts by status are
/// always kept. Latencies are kept only for these statuses, and for so few of them that their memory stays below that of the rest.
/// </summary>
internal static class TimedStatuses
{
    /// <summary>Largest number of these status codes in one run.</summary>
    public const int Most = 8;

    /// <summary>The status codes in ascending order; 0 stands for requests without an answer.</summary>
    public static ImmutableArray<int> Of(ImmutableArray<Threshold> thresholds) =>
    [
        .. (thresholds.IsDefault ? [] : thresholds).Where(threshold => threshold.Type == MetricType.Trend)
            .Select(threshold => threshold.Selector.Tags.TryGetValue("status", out var text) ? Read(text) : null)
            .OfType<int>().Distinct().Order(),
    ];

    /// <summary>The status that a tag's value names; null when the value is not a status.</summary>
    public static int? Read(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var status) && status < StepRecorder.StatusLimit ? status : null;

    public static void AddProblems(TestPlan plan, PlanProblems problems)
    {
        var statuses = Of(plan.Thresholds);
        problems.Require(statuses.Length <= Most, "thresholds", $"{statuses.Length} statuses",
            $"a run keeps separate times for at most {Most} statuses: use fewer, or use counts (http_reqs{{status:{statuses.LastOrDefault()}}}: count<1)");
    }
}
