namespace Dyno.Scenarios;

/// <summary>Takes the figures of a run while it goes on and at its end: to a database, a dashboard, a file.</summary>
public interface IReportingSink : IDisposable
{
    /// <summary>Its name, for messages.</summary>
    string SinkName { get; }

    /// <summary>Called before anything is sent. What it throws ends the run before it begins.</summary>
    /// <param name="testInfo">The run.</param>
    Task Init(TestInfo testInfo);

    /// <summary>
    /// Called every interval (<c>WithReportingInterval</c>, 10 s by default) with the measurement so far, one scenario each. What it throws
    /// is told once, and the load goes on.
    /// </summary>
    /// <param name="stats">The scenarios that have figures.</param>
    Task SaveRealtimeStats(ScenarioStats[] stats);

    /// <summary>Called when the load has ended.</summary>
    /// <param name="stats">All figures.</param>
    Task SaveFinalStats(NodeStats stats);
}
