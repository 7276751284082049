using Dyno.Experiments.Answers;
using Dyno.Experiments.Loads;
using Dyno.Experiments.Plans;
using Dyno.Load.Engine;
using Dyno.Load.Running;
using Dyno.Observation.Machines;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Trials;

/// <summary>Trials on real programs.</summary>
internal sealed class TrialRunner(
    ExperimentPlan plan, CodedLoads coded, IRunListener listener, string? commit, VariantPreparation prepared, ServiceGroup services) : ITrialRunner
{
    public async Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
    {
        await services.ResetAsync(signals.Stopping);
        var run = variant.Subject.Url is { } url ? await OnUrlAsync(variant, round, url, signals) : await OnSubjectAsync(variant, round, signals);
        services.ThrowIfAnyDied();
        return run;
    }

    private Task<RunResult> OnUrlAsync(VariantPlan variant, int round, Uri url, RunSignals signals)
    {
        var runner = new RunnerOptions
        {
            Machine = new MachineProbe(null, commit),
            Signals = signals,
            Listeners = [listener],
        };
        return coded.KindOf(variant) is { } kind
            ? kind.RunAsync(Trial(variant, round, url, runner, null))
            : Runner.RunAsync(TrialLoad.Read(plan, variant, round, url), runner);
    }

    private Task<RunResult> OnSubjectAsync(VariantPlan variant, int round, RunSignals signals)
    {
        var kind = coded.KindOf(variant);
        return new SubjectLoad
        {
            Subject = prepared.OptionsOf(variant),
            Plan = subject => TrialLoad.Read(plan, variant, round, subject.BaseUrl, subject.CertificateFile),
            Code = kind is null ? null : (subject, runner) => kind.RunAsync(Trial(variant, round, subject.BaseUrl, runner, subject.ProcessId)),
            AskFirst = kind is null ? (subject, cancellation) => AnswerCheck.FirstAsync(plan, variant, subject, cancellation) : null,
            Observe = plan.Observe,
            Services = services.Watched,
            CountCommands = services.CommandsAsync,
            Effective = prepared.EffectiveOf(variant),
            Signals = signals,
            Listener = listener,
            Commit = commit,
        }.RunAsync();
    }

    private CodedTrial Trial(VariantPlan variant, int round, Uri url, RunnerOptions runner, int? processId) =>
        new(variant.Load, TrialLoad.Shape(plan, variant), url, plan.Seed + round, runner, processId);
}
