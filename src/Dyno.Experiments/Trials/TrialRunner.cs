namespace Dyno.Experiments;

/// <summary>Trials on real programs.</summary>
internal sealed class TrialRunner(ExperimentPlan plan, ExperimentLoads loads, IRunListener listener, string? commit,
    VariantPreparation prepared, ServiceGroup services, ExperimentRun run, AnswersUnderLoad answers, Action<string> warn) : ITrialRunner
{
    public async Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals)
    {
        await services.ResetAsync(signals.Stopping);
        var result = variant.Subject.Url is { } url ? await OnUrlAsync(variant, round, url, signals) : await OnSubjectAsync(variant, round, signals);
        services.ThrowIfAnyDied();
        return result;
    }

    private async Task<RunResult> OnUrlAsync(VariantPlan variant, int round, Uri url, RunSignals signals)
    {
        var opening = TrialLoad.Opening(plan, variant, round, url) with { Signals = signals };
        await using var load = await run.LoadOf(plan, variant, loads).OpenAsync(opening, signals.Stopping);
        foreach (var warning in load.Warnings) warn(warning);
        return await load.RunOnceAsync(new RunnerOptions
        {
            Machine = new MachineProbe(null, commit),
            Signals = signals,
            Listeners = [listener],
            CalibratedRequestsPerSecond = load.Plan is { } read ? run.CeilingOf?.Invoke(read) : null,
        });
    }

    private async Task<RunResult> OnSubjectAsync(VariantPlan variant, int round, RunSignals signals)
    {
        await using var loaded = await new SubjectLoad
        {
            Subject = prepared.OptionsOf(variant),
            Start = run.StarterOf(variant),
            Load = run.LoadOf(plan, variant, loads),
            Opening = TrialLoad.Opening(plan, variant, round, LoadOpening.NotYetKnown),
            AskFirst = loads.CodeOf(variant) is not null ? null
                : (subject, cancellation) => AnswerCheck.FirstAsync(plan, variant, subject.BaseUrl, subject.CertificateFile, cancellation),
            AskAfter = (subject, cancellation) =>
                answers.AskAsync(variant, round, AnswersUnderLoad.When.AfterLoad, subject.BaseUrl, subject.CertificateFile, cancellation),
            Observe = plan.Observe,
            Services = services.Watched,
            CountCommands = services.CommandsAsync,
            Effective = prepared.EffectiveOf(variant),
            Signals = signals,
            Listener = listener,
            Commit = commit,
            CeilingOf = run.CeilingOf,
            Warn = warn,
        }.RunAsync();
        return loaded.Only;
    }
}
