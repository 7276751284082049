namespace Dyno.Cli;

/// <summary>A script that has been read.</summary>
internal sealed class OpenScript(K6Session session, LoadOpening opening, ScriptOptions options, SummaryRequest summary, ScriptLog log) : IOpenLoad
{
    public required TestPlan? Plan { get; init; }

    public required ImmutableArray<string> Warnings { get; init; }

    public async Task<ImmutableArray<RunResult>> RunAsync(RunnerOptions runner)
    {
        try
        {
            var result = await Runner.RunAsync(Plan!, session.With(runner));
            WarnOfNothingSent();
            // Only in a trial: after any other run, FinishAsync passes on the exit code of the failure.
            var hasFailed = opening.Shape is not null && session.Failure is not null;
            return [hasFailed ? result with { Outcome = RunOutcome.Failed, OutcomeReason = session.Failure!.Message } : result];
        }
        catch (UserFault) when (session.Failure is { } failure)
        {
            throw failure; // A virtual user whose init stage throws is a mistake of the script, not of the load.
        }
    }

    public async Task<FinishedLoad> FinishAsync(RunResult result)
    {
        var finished = await session.FinishAsync(result, summary);
        return new FinishedLoad(finished.Result)
        {
            Texts = [.. finished.Outputs.Select(output => new LoadText(output.Target, output.Content))],
            SummaryExport = finished.ExportJson,
            Problems = finished.Problems,
            ExitsWith = session.Failure?.ExitsWith,
            Lingers = session.Lingers ? (WhyItStays(), session.StoppedFromOutside) : null,
        };
    }

    public Task<string> InspectAsync() => Task.FromResult(options.InspectsRequirements ? session.InspectRequirements() : session.InspectScript());

    public ValueTask DisposeAsync()
    {
        session.Dispose();
        return ValueTask.CompletedTask;
    }

    private void WarnOfNothingSent()
    {
        if (opening.BaseUrl is not { } url || session.HasBeenAt(options.Rebase ?? url) || session.HasBeenAt(url)) return;
        log.Write("warning", "the script sent nothing to the program under test: use __ENV.BASE_URL in the script, or name its URL with --rebase");
    }

    private string WhyItStays() => session.Url is { } url
        ? $"lingering: the run is over, and {url}/v1/status still answers; stop Dyno with Ctrl-C, or by PATCH stopped: true"
        : "lingering: the run is over; stop Dyno with Ctrl-C (with --address, k6's REST interface would answer until then)";
}
