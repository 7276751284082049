namespace Dyno.Inputs;

/// <summary>Chooses the executor of a load: for a rate, for a number of iterations, or for loops over a time.</summary>
internal static class ExecutorChoice
{
    private const int MaxPreparedConnections = 10_000;

    public static ExecutorPlan For(LoadShape shape, TimeSpan delay, ProblemList problems)
    {
        if (!shape.Stages.IsEmpty) return new RampingVus { StartVirtualUsers = 0, Stages = shape.Stages };
        if (shape.Rate is { } rate) return ConstantRate(shape, rate.PerTimeUnit, rate.TimeUnit);
        if (shape.Iterations is { } iterations) return Shared(shape, iterations, problems);
        var connections = shape.Connections ?? LoadShape.DefaultConnections;
        var duration = shape.Duration ?? LoadShape.DefaultDuration + (shape.Ramp ?? TimeSpan.Zero);
        if (shape.Ramp is { } ramp) return Ramping(connections, ramp, duration);
        return delay > TimeSpan.Zero
            ? new ConstantVus { VirtualUsers = connections, Duration = duration }
            : new MaxThroughput { Connections = connections, Duration = duration };
    }

    // Without -c there are enough connections, up to a limit, for answers that take up to one second (Little's law).
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
            Arrivals = shape.Arrivals,
        };
    }

    private static RampingVus Ramping(int connections, TimeSpan ramp, TimeSpan duration) => new()
    {
        StartVirtualUsers = 0,
        Stages = [new VirtualUserStage(ramp, connections), new VirtualUserStage(duration - ramp, connections)],
    };

    // A connection without an iteration would send nothing, so there are at most as many connections as iterations.
    private static SharedIterations Shared(LoadShape shape, long iterations, ProblemList problems)
    {
        var connections = Math.Min(shape.Connections ?? LoadShape.DefaultConnections, iterations);
        if (shape.Connections > iterations)
            problems.Warn("--connections", $"{shape.Connections} connections share {FigureText.Count(iterations, "iteration")}, so only {FigureText.Count(iterations)} {(iterations == 1 ? "is" : "are")} used");
        return new SharedIterations
        {
            VirtualUsers = (int)connections,
            Iterations = iterations,
            MaxDuration = shape.Duration ?? LoadShape.DefaultMaxDuration,
        };
    }
}
