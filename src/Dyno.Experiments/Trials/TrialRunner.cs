using Dyno.Experiments.Plans;
using Dyno.Load.Engine;
using Dyno.Load.Running;
using Dyno.Observation.Machines;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Trials;

/// <summary>Trials on real programs.</summary>
internal sealed class TrialRunner(
    ExperimentPlan plan, IRunListener listener, string? commit, VariantPreparation prepared, ServiceGroup services) : ITrialRunner
{
    public async Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
    {
        await services.ResetAsync(signals.Stopping);
        var run = variant.Subject.Url is { } url ? await OnUrlAsync(variant, round, url, signals) : await OnSubjectAsync(variant, round, signals);
        services.ThrowIfAnyDied();
        return run;
    }

    private Task<RunResult> OnUrlAsync(VariantPlan variant, int round, Uri url, RunSignals signals) =>
        Runner.RunAsync(TrialLoad.Read(plan, variant, round, url), new RunnerOptions
        {
            Machine = new MachineProbe(null, commit),
            Signals = signals,
            Listeners = [listener],
        });

    private Task<RunResult> OnSubjectAsync(VariantPlan variant, int round, RunSignals signals) => new SubjectLoad
    {
        Subject = prepared.OptionsOf(variant),
        Plan = subject => TrialLoad.Read(plan, variant, round, subject.BaseUrl, subject.CertificateFile),
        AskFirst = (subject, cancellation) => AnswerCheck.FirstAsync(plan, variant, subject, cancellation),
        Observe = plan.Observe,
        Services = services.Watched,
        Effective = prepared.EffectiveOf(variant),
        Signals = signals,
        Listener = listener,
        Commit = commit,
    }.RunAsync();
}
