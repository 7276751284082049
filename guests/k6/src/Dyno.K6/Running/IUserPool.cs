namespace Dyno.K6;

/// <summary>The virtual users of a run, in one of the layouts; disposing of the pool ends the users. Thread-safe.</summary>
internal interface IUserPool : IDisposable
{
    /// <summary>How they live: isolated or dense.</summary>
    VuLayout Layout { get; }

    /// <summary>Number of the runner's workers that start iterations.</summary>
    int Workers { get; }

    /// <summary>The work of a scenario.</summary>
    /// <param name="plannedUsers">Users of the whole run that are made before it begins.</param>
    /// <param name="activation">What they do in the scenario.</param>
    IWorkload WorkloadOf(int plannedUsers, ScenarioActivation activation);

    /// <summary>
    /// Prepares for many starts a second, where the layout can: makes the users that may become necessary, and rehearses the code that
    /// would otherwise be compiled during the load.
    /// </summary>
    /// <param name="planned">Number of users that exist.</param>
    /// <param name="most">Number of users that may become necessary.</param>
    Task RehearseAsync(int planned, int most, Rehearsal rehearsal, CancellationToken cancellationToken);
}
