namespace Dyno.Experiments.Tests;

/// <summary>Comparisons whose trials are known.</summary>
internal static class Trials
{
    /// <summary>Rounds of a and b; b's rate is a's times a factor, with a little noise.</summary>
    public static Comparison Comparison(int rounds, double factor, HealthState health = HealthState.Healthy) => new()
    {
        Id = "20260101T000000Z-abcd",
        StartedAt = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero),
        EndedAt = new DateTimeOffset(2026, 1, 1, 0, 9, 0, TimeSpan.Zero),
        Tool = new ToolRecord { Version = "1.0.0", Runtime = ".NET 10" },
        Experiment = new ExperimentRecord
        {
            Name = "speed",
            Source = "/elsewhere/studies/speed/experiment.yaml",
            Rounds = rounds,
            Seed = 1,
            Baseline = "a",
            Headline = "rate",
            Thresholds = ImmutableSortedDictionary<string, double>.Empty,
            Control = false,
        },
        Environment = new EnvironmentRecord { OperatingSystem = "Linux", Architecture = "x64", LogicalCpus = 2, CpuModel = "a CPU" },
        Interleaved = true,
        Health = new HealthRecord
        {
            State = health,
            Findings = health == HealthState.Healthy ? [] : [new HealthFinding { Rule = "spoiled-rounds", State = health, Message = "too many spoiled rounds" }],
        },
        Trials = [.. Enumerable.Range(1, rounds).SelectMany(round => (TrialRecord[])[Trial("a", round, 1000), Trial("b", round, 1000 * factor)])],
        Variants = [],
        Pairs = [],
    };

    private static TrialRecord Trial(string variant, int round, double rate) => new()
    {
        Round = round,
        Variant = variant,
        Outcome = TrialOutcome.Used,
        Metrics = ImmutableSortedDictionary<string, double>.Empty
            .Add("rate", rate * (1 + 0.002 * (round % 3)))
            .Add("p50", 500e6 + round * 1e5)
            .Add("generator.cpuPerRequest", 12)
            .Add("server.cpuPerRequest", 10),
    };
}
