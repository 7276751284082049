namespace Dyno.Scenarios;

/// <summary>Receives the figures of a run while the run lasts and at its end, for a database, a dashboard or a file.</summary>
public interface IReportingSink : IDisposable
{
    /// <summary>Name of the sink, for messages.</summary>
    string SinkName { get; }

    /// <summary>Called before anything is sent. An exception ends the run before it begins.</summary>
    /// <param name="testInfo">The run.</param>
    Task Init(TestInfo testInfo);

    /// <summary>
    /// Called every interval (<c>WithReportingInterval</c>, 10 s by default) with the measurement so far, one entry per scenario. The
    /// first exception is reported, and the load continues.
    /// </summary>
    /// <param name="stats">The scenarios that have figures.</param>
    Task SaveRealtimeStats(ScenarioStats[] stats);

    /// <summary>Called when the load has ended.</summary>
    /// <param name="stats">All figures.</param>
    Task SaveFinalStats(NodeStats stats);
}
