namespace Dyno.Load.Tests;

/// <summary>Reads whole schedules from pacers.</summary>
internal static class Schedules
{
    public static List<long> Of(ExecutorPlan plan, string segment = "0:1", string? sequence = null, int workers = 1, long seed = 7) =>
        [.. plan.CreatePacers(Segment(segment, sequence), workers, seed).SelectMany(Of).Order()];

    public static IEnumerable<long> Of(Pacer pacer)
    {
        var arrivals = (ArrivalPacer)pacer;
        for (; arrivals.NextDueNanos != long.MaxValue; arrivals.Advance()) yield return arrivals.NextDueNanos;
    }

    public static ExecutionSegment Segment(string text, string? sequence = null)
    {
        ExecutionSegment.TryParse(text, sequence, out var segment, out var error).ShouldBeTrue(error);
        return segment!;
    }

    public static ConstantArrivalRate Constant(double rate, double seconds, int users = 100) => new()
    {
        Rate = rate,
        Duration = TimeSpan.FromSeconds(seconds),
        PreAllocatedVirtualUsers = users,
        MaxVirtualUserCount = users,
    };

    public static RampingArrivalRate Ramp(double start, params (double Seconds, double Target)[] stages) => new()
    {
        StartRate = start,
        Stages = [.. stages.Select(s => new RateStage(TimeSpan.FromSeconds(s.Seconds), s.Target))],
        PreAllocatedVirtualUsers = 100,
        MaxVirtualUserCount = 100,
    };
}
