namespace Dyno.Experiments;

/// <summary>Starts variants that will run at the same time, each with services of its own.</summary>
internal sealed class VariantLauncher(ExperimentPlan plan, VariantPreparation prepared, DuetServices services, ExperimentRun run)
{
    /// <summary>Starts a variant and sends it its first request.</summary>
    /// <param name="place">Its place in the round, which has services of its own.</param>
    /// <param name="change">What is different from how trials start it.</param>
    /// <param name="signals">Stop and abort.</param>
    /// <exception cref="UserFault">The program did not come up.</exception>
    public async Task<LaunchedVariant> LaunchAsync(VariantPlan variant, int place, Func<SubjectOptions, SubjectOptions> change, RunSignals signals)
    {
        if (variant.Subject.Url is { } url) return new LaunchedVariant(null, url);
        var own = await services.ReadyAsync(place, signals.Stopping);
        var subject = await run.StarterOf(variant)(change(prepared.OptionsOf(variant, own)), null, signals.Stopping);
        var launched = new LaunchedVariant(subject, subject.BaseUrl, own);
        try
        {
            await launched.CountAsync(signals.Stopping);
            subject.FirstRequest = await AnswerCheck.FirstAsync(plan, variant, subject.BaseUrl, subject.CertificateFile, signals.Stopping);
        }
        catch
        {
            await launched.DisposeAsync();
            throw;
        }
        return launched;
    }
}
