using Dyno.Experiments.Plans;
using Dyno.Load.Engine;
using Dyno.Load.Running;
using Dyno.Observation.Machines;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Experiments.Trials;

/// <summary>Trials on real programs.</summary>
internal sealed class TrialRunner(ExperimentPlan plan, IRunListener listener, string? commit) : ITrialRunner
{
    public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
    {
        if (variant.Subject.Url is { } url)
            return Runner.RunAsync(TrialLoad.Read(plan, variant, round, url), new RunnerOptions
            {
                Machine = new MachineProbe(null, commit),
                Signals = signals,
                Listeners = [listener],
            });
        return new SubjectLoad
        {
            Subject = TrialLoad.Subject(variant),
            Plan = subject => TrialLoad.Read(plan, variant, round, subject.BaseUrl),
            Signals = signals,
            Listener = listener,
            Commit = commit,
        }.RunAsync();
    }

    /// <summary>Publishes every variant that is a project, so that no build falls between trials.</summary>
    /// <exception cref="SubjectException">One cannot be had.</exception>
    public async Task PublishAsync(IProgress<SubjectProgress> progress, CancellationToken cancellation)
    {
        foreach (var options in plan.Variants.Where(v => v.Subject.Project is not null).Select(TrialLoad.Subject).DistinctBy(o => o.Framework))
            await Subjects.Publishing.SubjectPublisher.PublishAsync(options, progress, TimeProvider.System, cancellation);
    }
}
