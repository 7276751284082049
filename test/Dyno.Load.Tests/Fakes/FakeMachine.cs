namespace Dyno.Load.Tests;

internal sealed class FakeMachine : IMachineProbe
{
    public EnvironmentRecord Record { get; init; } = new()
    {
        OperatingSystem = "Test",
        Architecture = "X64",
        LogicalCpus = 2,
        LoadAverageBefore = 0,
        StealPercent = 0,
        OtherProcessesPercent = 0,
    };

    public void Begin()
    {
    }

    public EnvironmentRecord End() => Record;
}

/// <summary>Keeps every snapshot.</summary>
internal sealed class SnapshotList : IRunListener
{
    public List<RunSnapshot> All { get; } = [];

    public void OnSnapshot(RunSnapshot snapshot) => All.Add(snapshot);
}
