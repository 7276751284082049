using Dyno.K6.Rehearsing;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Plans;

namespace Dyno.K6.Running;

/// <summary>The virtual users of a run, in one of the layouts; to dispose of it ends them. Thread-safe.</summary>
internal interface IUserPool : IDisposable
{
    /// <summary>How they live: isolated or dense.</summary>
    VuLayout Layout { get; }

    /// <summary>Workers of the runner that start their iterations.</summary>
    int Workers { get; }

    /// <summary>The work of a scenario.</summary>
    /// <param name="plannedUsers">Users of the whole run that are made before it begins.</param>
    /// <param name="activation">What they do in the scenario.</param>
    IWorkload WorkloadOf(int plannedUsers, ScenarioActivation activation);

    /// <summary>
    /// Gets ready for many starts a second, where the layout can: those users are made that may become necessary, and what cold
    /// code would hold up is rehearsed.
    /// </summary>
    /// <param name="planned">Users that are there.</param>
    /// <param name="most">Users that may become necessary.</param>
    /// <param name="rehearsal">What to rehearse.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    Task RehearseAsync(int planned, int most, Rehearsal rehearsal, CancellationToken cancellationToken);
}
