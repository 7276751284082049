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
internal sealed class TrialRunner(ExperimentPlan plan, CodedLoads coded, IRunListener listener, string? commit,
    VariantPreparation prepared, ServiceGroup services, Func<TestPlan, double?>? ceilingOf) : ITrialRunner
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
        if (coded.KindOf(variant) is { } kind) return kind.RunAsync(new(variant.Load, Shape(variant), url, SeedOf(round), runner, null, null));
        var read = TrialLoad.Read(plan, variant, round, url);
        return Runner.RunAsync(read, runner with { CalibratedRequestsPerSecond = ceilingOf?.Invoke(read) });
    }

    private Task<RunResult> OnSubjectAsync(VariantPlan variant, int round, RunSignals signals)
    {
        var kind = coded.KindOf(variant);
        return new SubjectLoad
        {
            Subject = prepared.OptionsOf(variant),
            Plan = subject => TrialLoad.Read(plan, variant, round, subject.BaseUrl, subject.CertificateFile, subject.Addresses),
            Code = kind is null ? null : (subject, runner) => kind.RunAsync(
                new(variant.Load, Shape(variant), subject.BaseUrl, SeedOf(round), runner, subject.ProcessId, subject.CertificateFile)
                {
                    Instances = subject.Addresses,
                }),
            AskFirst = kind is null ? (subject, cancellation) => AnswerCheck.FirstAsync(plan, variant, subject, cancellation) : null,
            Observe = plan.Observe,
            Services = services.Watched,
            CountCommands = services.CommandsAsync,
            Effective = prepared.EffectiveOf(variant),
            Signals = signals,
            Listener = listener,
            Commit = commit,
            CeilingOf = ceilingOf,
        }.RunAsync();
    }

    private TrialShape Shape(VariantPlan variant) => TrialLoad.Shape(plan, variant);

    private long SeedOf(int round) => plan.Seed + round;
}
