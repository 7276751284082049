namespace Dyno.Load;

/// <summary>Rules that several executors share.</summary>
internal static class ParameterRules
{
    /// <summary>Largest number of virtual users of one scenario.</summary>
    public const int MaxVirtualUsers = 10_000_000;

    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    public static void RequireVirtualUsers(this PlanProblems problems, string path, int count, int least = 1) =>
        problems.Require(count >= least && count <= MaxVirtualUsers, path, count.Text(),
            $"write a number from {least} to {MaxVirtualUsers}");

    public static void RequireDuration(this PlanProblems problems, string path, TimeSpan duration) =>
        problems.Require(duration >= Shortest, path, duration.Text(), "write at least 1s, as in 30s or 1m30s");

    public static void RequireNotNegative(this PlanProblems problems, string path, TimeSpan duration) =>
        problems.Require(duration >= TimeSpan.Zero, path, duration.Text(), "write 0s or more");

    public static void RequireIterations(this PlanProblems problems, string path, long count, long least) =>
        problems.Require(count >= least, path, count.Text(), $"write {least} or more");

    public static void RequireRate(this PlanProblems problems, string path, double rate, bool zero = false) =>
        problems.Require(double.IsFinite(rate) && rate <= 1e9 && (zero ? rate >= 0 : rate >= 1e-6), path, rate.Text(),
            zero ? "write 0 or more, at most 1000000000" : "write a number above 0, at most 1000000000");

    public static void RequireTimeUnit(this PlanProblems problems, TimeSpan unit) =>
        problems.Require(unit > TimeSpan.Zero && unit <= TimeSpan.FromDays(1), "timeUnit", unit.Text(),
            "write a time, as in 1s or 1m");

    /// <summary>Requires a stage, and a total duration above 0 s (k6 asks for at least 1 s). A single stage may last 0 s, which is a jump.</summary>
    public static void RequireStages<T>(
        this PlanProblems problems, IReadOnlyCollection<T> stages, Func<T, TimeSpan> durationOf)
    {
        problems.Require(stages.Count > 0, "stages", "", "no stages are given: write at least one, as in 30s:10");
        var index = 0;
        foreach (var stage in stages) problems.RequireNotNegative($"stages[{index++}].duration", durationOf(stage));
        var total = stages.Aggregate(TimeSpan.Zero, (sum, stage) => sum + durationOf(stage));
        problems.Require(stages.Count == 0 || total > TimeSpan.Zero, "stages", total.Text(),
            "the total duration is 0: give at least one stage a duration, as in 30s");
    }

    public static void RequireArrivalVirtualUsers(this PlanProblems problems, int preAllocated, int max)
    {
        problems.RequireVirtualUsers("preAllocatedVUs", preAllocated, 0);
        problems.RequireVirtualUsers("maxVUs", max);
        problems.Require(max >= preAllocated, "maxVUs", max.Text(), $"write at least preAllocatedVUs ({preAllocated})");
    }

    /// <summary>A segment that gets starts needs a virtual user to run them.</summary>
    public static void RequireUsersForStarts(this PlanProblems problems, ExecutionSegment segment, int max) =>
        problems.Require(segment.Stripe.CountBelow(max) > 0, "maxVUs", max.Text(),
            $"the segment {segment} gets starts but no virtual user: write at least {segment.Stripe.Offsets[0] + 1}");
}
