namespace Dyno.Fleet;

/// <summary>What the coordinator knows about one agent of its run. Used under the run's lock.</summary>
internal sealed class FleetAgent(FleetShare share, long nowNanos)
{
    private long _lastNumber;

    public FleetShare Share => share;

    public string Name => share.Agent.Name;

    public FleetAgentState State { get; private set; } = FleetAgentState.Ordered;

    /// <summary>Why the agent failed or was lost.</summary>
    public string? Why { get; private set; }

    /// <summary>When the agent was last heard, on the coordinator's clock. <see cref="ProgressNanos"/> is when its load last reported.</summary>
    public long HeardNanos { get; private set; } = nowNanos;

    public long ProgressNanos { get; private set; } = nowNanos;

    public long? BeganNanos { get; private set; }

    public long Messages { get; private set; }

    public long Missed { get; private set; }

    /// <summary>Whether the user was informed that the agent stands still.</summary>
    public bool IsTold { get; set; }

    /// <summary>Whether the user was informed that the agent is lost, and the run ends or continues without it.</summary>
    public bool IsToldLost { get; set; }

    /// <summary>Whether the last warning about the agent said that it sends no messages.</summary>
    public bool IsToldSilent { get; set; }

    public RunSnapshot? Latest { get; private set; }

    /// <summary>Snapshots that are not yet in a merged snapshot.</summary>
    public List<RunSnapshot> Fresh { get; } = [];

    /// <summary>What the snapshots tell of the measurement.</summary>
    public ReportedFigures Reported { get; } = new();

    public PhaseResult? SoFar { get; private set; }

    public ImmutableArray<AbortingThreshold> Aborting { get; private set; } = [];

    public string InputKind { get; private set; } = "";

    public bool IsOver => State is FleetAgentState.Finished or FleetAgentState.Failed or FleetAgentState.Lost;

    /// <summary>Takes a report.</summary>
    /// <returns>Whether the report belongs to the agent's session, is new, and is more than a sign of life.</returns>
    public bool Hear(ShareReport report, long nowNanos)
    {
        if (report.Session != share.Agent.Session) return false;
        HeardNanos = nowNanos;
        if (report.Kind == ShareReportKind.Alive) return false;
        if (report.Number <= _lastNumber) return false; // a replayed message
        Missed += report.Number - _lastNumber - 1;
        _lastNumber = report.Number;
        Messages++;
        ProgressNanos = nowNanos;
        Take(report);
        return true;
    }

    /// <summary>Keeps the figures of the snapshots that are in a merged snapshot now.</summary>
    public void Passed()
    {
        foreach (var snapshot in Fresh) Reported.Add(snapshot);
        Fresh.Clear();
    }

    public void Lose(string why)
    {
        if (!IsOver) (State, Why) = (FleetAgentState.Lost, why);
    }

    private void Take(ShareReport report)
    {
        switch (report.Kind)
        {
            case ShareReportKind.Ready:
                (State, Aborting, InputKind) = (FleetAgentState.Ready, report.Thresholds, report.InputKind ?? "");
                break;
            case ShareReportKind.Began:
                (State, BeganNanos) = (FleetAgentState.Running, share.Clock.OnCoordinator(report.Nanos));
                break;
            case ShareReportKind.Snapshot when report.Snapshot is { } snapshot:
                Latest = snapshot;
                Fresh.Add(snapshot);
                break;
            case ShareReportKind.SoFar:
                SoFar = report.SoFar;
                break;
            case ShareReportKind.Finished:
                State = FleetAgentState.Finished;
                break;
            case ShareReportKind.Failed:
                (State, Why) = (FleetAgentState.Failed, report.Text);
                break;
        }
    }
}

/// <summary>The state of an agent's share.</summary>
internal enum FleetAgentState
{
    Ordered, // the agent has the order
    Ready, // the agent waits for the start
    Running, // the agent sends load
    Finished, // the agent's result is in the store
    Failed, // the agent's share ended without a result
    Lost, // nothing was heard of the agent, or of its load, for too long
}
