using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Results.Merging;

/// <summary>
/// Several runs of one load as one: histograms are merged and read again, counts are added, nothing is averaged. Runs that
/// were under way at the same moment (shares of a plan, several generators) add up; runs one after the other (repetitions)
/// make a longer one.
/// </summary>
public static class RunMerge
{
    private const int MostFindingsOfARule = 1;

    /// <summary>Merges runs.</summary>
    /// <param name="runs">At least one, in any order.</param>
    /// <returns>The run itself when it is alone.</returns>
    /// <exception cref="ResultException">A histogram in one of them is damaged.</exception>
    public static RunResult Of(IReadOnlyCollection<RunResult> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentOutOfRangeException.ThrowIfZero(runs.Count);
        if (runs.Count == 1) return runs.First();
        var waves = WavesOf(runs);
        var ordered = waves.SelectMany(wave => wave).ToList();
        var first = ordered[0];
        return first with
        {
            Id = first.Id + "-merged",
            MergedRuns = [.. ordered.Select(run => run.Id)],
            EndedAt = ordered.Max(run => run.EndedAt),
            Outcome = ordered.Select(run => run.Outcome).FirstOrDefault(outcome => outcome != RunOutcome.Completed, RunOutcome.Completed),
            OutcomeReason = ordered.Where(run => run.Outcome != RunOutcome.Completed).Select(run => $"{run.Id}: {run.OutcomeReason}").FirstOrDefault(),
            WarmUp = null,
            Measured = PhaseMerge.Of(waves),
            Generator = Generator(ordered),
            Server = waves.All(wave => wave.Length == 1) ? Server(ordered) : null,
            Services = [],
            Explanations = [],
            Health = Health(ordered, first),
            Thresholds = [.. ordered.SelectMany(run => run.Thresholds).GroupBy(t => (t.Metric, t.Expression))
                .Select(group => group.FirstOrDefault(t => !t.Passed) ?? group.Last())],
        };
    }

    // A wave is what overlaps in time.
    private static List<ImmutableArray<RunResult>> WavesOf(IEnumerable<RunResult> runs)
    {
        var waves = new List<ImmutableArray<RunResult>>();
        foreach (var run in runs.OrderBy(run => run.StartedAt).ThenBy(run => run.Id, StringComparer.Ordinal))
            if (waves.Count > 0 && waves[^1].Max(other => other.EndedAt) > run.StartedAt) waves[^1] = waves[^1].Add(run);
            else waves.Add([run]);
        return waves;
    }

    private static GeneratorRecord Generator(List<RunResult> runs)
    {
        var requests = runs.Sum(run => run.Measured.Totals.Requests);
        var cpuSeconds = runs.Sum(run => run.Generator.CpuSeconds);
        return runs[0].Generator with
        {
            CpuSeconds = cpuSeconds,
            CpuMicrosPerRequest = requests == 0 ? 0 : cpuSeconds * 1e6 / requests,
            PeakWorkingSetBytes = runs.Max(run => run.Generator.PeakWorkingSetBytes),
            WorkerBusy = [.. runs.SelectMany(run => run.Generator.WorkerBusy)],
            Stalls = runs.Sum(run => run.Generator.Stalls),
            StalledSeconds = runs.Sum(run => run.Generator.StalledSeconds),
            GarbageCollections = runs.Sum(run => run.Generator.GarbageCollections),
        };
    }

    // Of servers that ran one after the other; side by side they may be the same one, seen twice.
    private static ServerObservation? Server(List<RunResult> runs)
    {
        if (runs.Any(run => run.Server is null)) return null;
        var servers = runs.Select(run => run.Server!).ToList();
        var seconds = runs.Sum(run => run.Measured.DurationSeconds);
        var requests = runs.Sum(run => run.Measured.Totals.Requests);
        var cpuSeconds = servers.Sum(server => server.CpuSeconds);
        return new ServerObservation
        {
            ProcessId = servers[0].ProcessId,
            CpuSeconds = cpuSeconds,
            CpuMicrosPerRequest = requests == 0 ? 0 : cpuSeconds * 1e6 / requests,
            CpuCores = seconds > 0 ? cpuSeconds / seconds : 0,
            AvailableCpus = servers.Max(server => server.AvailableCpus),
            MeanWorkingSetBytes = (long)(runs.Sum(run => run.Server!.MeanWorkingSetBytes * run.Measured.DurationSeconds) / Math.Max(seconds, 1e-9)),
            PeakWorkingSetBytes = servers.Max(server => server.PeakWorkingSetBytes),
            MaxThreads = servers.Max(server => server.MaxThreads),
            VoluntaryContextSwitches = servers.Sum(server => server.VoluntaryContextSwitches),
            InvoluntaryContextSwitches = servers.Sum(server => server.InvoluntaryContextSwitches),
            ReadBytes = servers.Sum(server => server.ReadBytes),
            WrittenBytes = servers.Sum(server => server.WrittenBytes),
            MaxProcesses = servers.Max(server => server.MaxProcesses),
        };
    }

    private static HealthRecord Health(List<RunResult> runs, RunResult first)
    {
        var findings = runs.SelectMany(run => run.Health.Findings).GroupBy(finding => (finding.Rule, finding.State))
            .SelectMany(group => group.Take(MostFindingsOfARule).Select(finding => finding with
            {
                Message = $"{group.Count()} of {runs.Count} runs: {finding.Message}",
            })).ToList();
        if (runs.Any(run => !IsSameLoad(run, first)))
            findings.Add(Strained("different-loads", "the merged runs sent different requests: their sum describes none of them. Merge runs of one plan."));
        if (runs.Any(run => run.Environment.CpuModel != first.Environment.CpuModel || run.Environment.LogicalCpus != first.Environment.LogicalCpus))
            findings.Add(Strained("different-machines", "the merged runs come from machines of different kinds: the environment shown is the first one's."));
        var worst = runs.Max(run => run.Health.State);
        return new HealthRecord
        {
            State = worst == HealthState.Healthy && findings.Count > 0 ? HealthState.Strained : worst,
            Findings = [.. findings.OrderByDescending(finding => finding.State)],
        };
    }

    private static bool IsSameLoad(RunResult run, RunResult first) => StepsOf(run).SequenceEqual(StepsOf(first));

    private static IEnumerable<(string, string)> StepsOf(RunResult run) => run.Plan.Scenarios.SelectMany(s => s.Steps, (s, step) => (s.Name, step.Name));

    private static HealthFinding Strained(string rule, string message) => new() { Rule = rule, State = HealthState.Strained, Message = message };
}
