namespace Dyno.Load;

/// <summary>
/// Void: a server that never gave a good answer was not measured. A user who loads failures or redirects on purpose raises their limit to
/// 100 %; even then there must be an answer.
/// </summary>
internal static class NoGoodAnswerRule
{
    private const int FirstRedirect = 300;
    private const int FirstFailure = 400;

    public static Excess? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var measured = evidence.Measured;
        if (measured.DurationSeconds <= 0 || Good(measured, limits) > 0) return null;
        var totals = measured.Totals;
        if (totals.Requests == 0 && (totals.Iterations > 0 || limits.CutIterations >= 1)) return null; // code that sends no requests
        return new(Message(totals, Redirects(measured), StatusAdvice.For(measured)) + Most(measured), 0, 0);
    }

    private static long Good(PhaseResult measured, HealthLimits limits)
    {
        var totals = measured.Totals;
        var good = totals.Requests - totals.FailedRequests;
        if (limits.Errors >= 1) good += measured.Statuses.Where(s => s.Key >= FirstFailure).Sum(s => s.Value);
        return limits.Redirects >= 1 ? good : good - Redirects(measured);
    }

    // A client that follows redirects also counts them, but the statuses of its answers are the final ones.
    private static long Redirects(PhaseResult measured) => Math.Min(measured.Totals.Redirects,
        measured.Statuses.Where(s => s.Key is >= FirstRedirect and < FirstFailure).Sum(s => s.Value));

    private static string Message(Totals totals, long redirects, string? advice)
    {
        if (totals.Requests == 0) return totals.InterruptedIterations > 0
            ? "no request was answered before it was cut. Send a request to the server by hand, or allow more time (--graceful-stop)"
            : "no request was sent";
        if (redirects == totals.Requests) return $"{All(totals)} got only redirects: write the URL that the redirects lead to (often https instead of http), "
            + "or state that redirects are intended (--health-limit redirects=100%)";
        return $"{All(totals)} failed{(redirects > 0 ? " or were redirected" : "")}: there is no good answer to measure. {advice ?? "Send a request to the server by hand first"}, or state that failures are intended "
            + "(--health-limit errors=100%)";
    }

    private static string All(Totals totals) => totals.Requests switch
    {
        1 => "the only request",
        2 => "both requests",
        var count => $"all {Figures.Count(count, "request")}",
    };

    private static string Most(PhaseResult measured) =>
        measured.Errors.IsDefaultOrEmpty ? "." : $". Mostly '{measured.Errors[0].Kind}': {measured.Errors[0].FirstExample}.";
}
