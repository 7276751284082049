namespace Dyno.Fleet;

/// <summary>What an agent has reported, in the form of a result.</summary>
internal static class ReportedRun
{
    /// <param name="ended">The moment of its report, on the coordinator's clock.</param>
    public static RunResult Of(FleetAgent agent, PhaseResult measured, DateTimeOffset ended) => new()
    {
        Id = agent.Name,
        StartedAt = ended - TimeSpan.FromSeconds(measured.DurationSeconds),
        EndedAt = ended,
        Tool = ToolRecords.Current,
        Outcome = RunOutcome.Completed,
        Plan = new PlanRecord
        {
            Name = "",
            InputKind = agent.InputKind,
            Source = "",
            Model = LoadModel.Open,
            Scenarios = [],
            Seed = 0,
            Workers = 0,
            WaitStrategy = "",
        },
        Environment = new EnvironmentRecord { OperatingSystem = "", Architecture = "", LogicalCpus = agent.Share.Agent.Cpus },
        Measured = measured,
        Generator = new GeneratorRecord
        {
            CpuSeconds = 0,
            CpuMicrosPerRequest = 0,
            PeakWorkingSetBytes = 0,
            WorkerBusy = [],
            Stalls = 0,
            StalledSeconds = 0,
            GarbageCollections = 0,
        },
        Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
    };
}
