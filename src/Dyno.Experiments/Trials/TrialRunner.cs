using Dyno.Experiments.Answers;
using Dyno.Experiments.Loads;
using Dyno.Experiments.Plans;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Observation.Machines;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Trials;

/// <summary>Trials on real programs.</summary>
internal sealed class TrialRunner(ExperimentPlan plan, ExperimentLoads loads, IRunListener listener, string? commit,
    VariantPreparation prepared, ServiceGroup services, Func<TestPlan, double?>? ceilingOf, Action<string> warn) : ITrialRunner
{
    public async Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
    {
        await services.ResetAsync(signals.Stopping);
        var run = variant.Subject.Url is { } url ? await OnUrlAsync(variant, round, url, signals) : await OnSubjectAsync(variant, round, signals);
        services.ThrowIfAnyDied();
        return run;
    }

    private async Task<RunResult> OnUrlAsync(VariantPlan variant, int round, Uri url, RunSignals signals)
    {
        var opening = TrialLoad.Opening(plan, variant, round, url) with { Signals = signals };
        await using var load = await loads.LoadOf(plan, variant).OpenAsync(opening, signals.Stopping);
        foreach (var warning in load.Warnings) warn(warning);
        return await load.RunOnceAsync(new RunnerOptions
        {
            Machine = new MachineProbe(null, commit),
            Signals = signals,
            Listeners = [listener],
            CalibratedRequestsPerSecond = load.Plan is { } read ? ceilingOf?.Invoke(read) : null,
        });
    }

    private async Task<RunResult> OnSubjectAsync(VariantPlan variant, int round, RunSignals signals)
    {
        await using var loaded = await new SubjectLoad
        {
            Subject = prepared.OptionsOf(variant),
            Load = loads.LoadOf(plan, variant),
            Opening = TrialLoad.Opening(plan, variant, round, LoadOpening.NotYetKnown),
            AskFirst = loads.CodeOf(variant) is null ? (subject, cancellation) => AnswerCheck.FirstAsync(plan, variant, subject, cancellation) : null,
            Observe = plan.Observe,
            Services = services.Watched,
            CountCommands = services.CommandsAsync,
            Effective = prepared.EffectiveOf(variant),
            Signals = signals,
            Listener = listener,
            Commit = commit,
            CeilingOf = ceilingOf,
            Warn = warn,
        }.RunAsync();
        return loaded.Only;
    }
}
