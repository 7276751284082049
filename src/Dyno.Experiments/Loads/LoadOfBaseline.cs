namespace Dyno.Experiments;

/// <summary>The load of a comparison of two revisions of which the later one changes the load itself.</summary>
public static class LoadOfBaseline
{
    /// <summary>Finds out whether the later revision changes the load file of an experiment or a file that the load reads.</summary>
    /// <param name="plan">The experiment; its first variant's load counts.</param>
    /// <returns>The baseline, whose load both sides should get; null where the working copy's will do, see <see cref="ChangedLoad"/>.</returns>
    public static async Task<ChangedLoad?> FindAsync(
        ExperimentPlan plan, ImmutableArray<ILoad> kinds, string baseline, string later, CancellationToken cancellation)
    {
        using var read = new ReadFiles();
        try
        {
            await using var experiment = await Experiment.OpenAsync(plan, kinds, cancellation);
        }
        catch (UserFault)
        {
            // The working copy's load is wrong. The baseline's may be right; where it is not taken, opening it again reports what is wrong.
        }
        return await ChangedLoad.FindAsync(plan.Variants[0].Load, read.Paths, baseline, later, cancellation);
    }
}
