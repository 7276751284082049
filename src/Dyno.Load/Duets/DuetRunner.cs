namespace Dyno.Load;

/// <summary>
/// Loads several variants that run at the same time in turn, one slice each, several times a second. A disturbance of the machine that
/// lasts longer than a block affects all variants alike. (Bulej et al., "Duet Benchmarking", arXiv 2001.05811, load both variants at the
/// very same time.)
/// </summary>
public static class DuetRunner
{
    /// <summary>The reason why a load cannot be given in slices; null when it can.</summary>
    public static string? WhyNot(TestPlan plan)
    {
        if (plan.Scenarios.Any(s => s.Executor.For(TimeSpan.FromSeconds(1)) is null)) return "the load has stages or a number of iterations, which cannot be cut into slices";
        return plan.Scenarios.Any(s => s.StartTime > TimeSpan.Zero) ? "the scenarios of the load begin one after the other" : null;
    }

    /// <summary>Warms all variants up and measures them.</summary>
    /// <param name="sides">The variants, two or more.</param>
    /// <param name="plan">How the load takes turns between the variants.</param>
    /// <returns>
    /// One result per variant, in the order of the variants. When the round was stopped or could not continue, every result says how it
    /// ended.
    /// </returns>
    /// <exception cref="UserFault">A plan is wrong or a driver cannot start; nothing was sent.</exception>
    public static Task<ImmutableArray<RunResult>> RunAsync(ImmutableArray<DuetSide> sides, DuetPlan plan)
    {
        foreach (var side in sides)
        {
            PlanRules.ThrowIfInvalid(side.Plan);
            if (WhyNot(side.Plan) is { } why) throw new UserFault(why, "measure the load without slices (--sequential)");
        }
        return Task.Run(() => RunOnPoolAsync(sides, plan)); // never on a caller's synchronization context
    }

    private static async Task<ImmutableArray<RunResult>> RunOnPoolAsync(ImmutableArray<DuetSide> sides, DuetPlan plan)
    {
        var fleets = new List<WorkerFleet>();
        var companions = new List<CompanionWork>();
        try
        {
            var variants = ImmutableArray.CreateBuilder<DuetVariant>();
            foreach (var side in sides)
            {
                var clock = new EngineClock(side.Options.Time);
                await side.Plan.PrepareAsync(plan.Signals.Stopping);
                companions.Add(CompanionWork.Begin(side.Plan));
                fleets.Add(await WorkerFleet.CreateAsync(side.Plan, clock));
                variants.Add(new DuetVariant(side, plan, fleets[^1]));
            }
            return await new DuetSequence(variants.ToImmutable(), plan).RunAsync();
        }
        finally
        {
            foreach (var fleet in fleets) await fleet.DisposeAsync();
            foreach (var work in companions) await work.DisposeAsync();
        }
    }
}
