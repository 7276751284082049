using Dyno.Load.Executors;

namespace Dyno.Inputs.Loads;

/// <summary>Which executor a load means.</summary>
internal static class ExecutorChoice
{
    private const int MaxPreparedConnections = 10_000;

    public static ExecutorPlan For(LoadShape shape)
    {
        if (shape.Rate is { } rate) return ConstantRate(shape, rate.PerTimeUnit, rate.TimeUnit);
        var connections = shape.Connections ?? LoadShape.DefaultConnections;
        return new ConstantVus { VirtualUsers = connections, Duration = shape.Duration ?? LoadShape.DefaultDuration };
    }

    // Without -c there are enough connections for answers that take up to a second (Little's law), within reason.
    private static ConstantArrivalRate ConstantRate(LoadShape shape, double rate, TimeSpan timeUnit)
    {
        var perSecond = rate / timeUnit.TotalSeconds;
        var connections = shape.Connections
            ?? (int)Math.Clamp(Math.Ceiling(perSecond), LoadShape.DefaultConnections, MaxPreparedConnections);
        return new ConstantArrivalRate
        {
            Rate = rate,
            TimeUnit = timeUnit,
            Duration = shape.Duration ?? LoadShape.DefaultDuration,
            PreAllocatedVirtualUsers = connections,
            MaxVirtualUserCount = connections,
        };
    }
}
