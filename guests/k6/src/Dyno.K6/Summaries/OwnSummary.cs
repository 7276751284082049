namespace Dyno.K6;

/// <summary>The summary that a script makes of its run by itself, in its <c>handleSummary()</c>, which user 0 runs.</summary>
/// <param name="main">User 0.</param>
/// <param name="timeout">How long it may take.</param>
internal sealed class OwnSummary(ScriptRun run, VirtualUserThread main, TimeSpan timeout)
{
    /// <summary>What the script wants to be written; null when the script makes no summary, or fails to make it, which is logged.</summary>
    public async Task<ImmutableArray<SummaryOutput>?> WriteAsync(SummaryModel model, SummaryRequest request)
    {
        if (await main.DoAsync(user => user.Runtime.Ask("has", user.Vm.From("handleSummary"))) != "1") return null;
        var json = SummaryJson.ForScript(model, request);
        var work = main.DoAsync(user =>
        {
            user.CallAndWait("callSummary", user.Vm.From(json));
            return user.Runtime.Ask("writeSummary") == "yes";
        });
        try
        {
            return await work.WaitAsync(timeout, run.Clock.Provider) ? [.. run.SummaryOutputs] : null;
        }
        catch (TimeoutException)
        {
            main.User.Cut();
            run.Log.Write("error", $"handleSummary() did not end within {DurationText.Format(timeout)}");
        }
        catch (ScriptException e)
        {
            run.Log.Write("error", "handleSummary() failed, here is the default summary: " + run.Errors.Describe(e));
        }
        return null;
    }
}
