namespace Dyno.Load;

internal static class AnswerRules
{
    public static ImmutableArray<HealthRule> All { get; } =
    [
        new("errors", HealthState.Strained, Error),
        new("cut-iterations", HealthState.Strained, CutIterations),
        new("exceptions", HealthState.Strained, Exception),
        new("expired-token", HealthState.Strained, ExpiredToken),
        new("redirects", HealthState.Strained, Redirect),
        new("resends", HealthState.Strained, Resend),
        new("throttled", HealthState.Strained, Throttled),
        new("outages", HealthState.Strained, Outage),
        new("warm-up", HealthState.Strained, UnfinishedWarmUpRule.Look),
        new("cold-start", HealthState.Strained, ColdStartRule.Look),
    ];

    // Errors are the server's answers, but the latency of the good answers alone makes the server look better than it is.
    private static Excess? Error(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.FailedRequests == 0) return null;
        var requests = Math.Max(totals.Requests, totals.FailedRequests);
        var share = (double)totals.FailedRequests / requests;
        if (share <= limits.Errors) return null;
        var most = evidence.Measured.Errors.IsDefaultOrEmpty ? "" : $", mostly '{evidence.Measured.Errors[0].Kind}'";
        return new($"{Figures.Of(totals.FailedRequests, requests, "request")} failed "
            + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Errors)}){most}: their latency is shown separately. Look at the errors first.",
            share, limits.Errors);
    }

    // The end of the graceful stop cuts the slowest iterations, and no time is recorded for them. The run is not void, because the iterations that
    // ended were measured correctly.
    private static Excess? CutIterations(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.CutIterations == 0) return null;
        var totals = evidence.Measured.Totals;
        var begun = totals.Iterations + totals.InterruptedIterations;
        var share = (double)evidence.CutIterations / Math.Max(1, begun);
        if (share <= limits.CutIterations) return null;
        return new($"{Figures.Count(evidence.CutIterations)} of {Figures.Count(begun, "iteration")} {(evidence.CutIterations == 1 ? "was" : "were")} "
            + $"cut at the end of the graceful stop ({Figures.Percent(share)}, limit {Figures.Percent(limits.CutIterations)}): the slowest are cut, and their time "
            + "is missing, so the latency looks better than it was. Allow more time (--graceful-stop; gracefulStop in a k6 script, WithCompletionTimeout in C#) "
            + $"or use {(totals.PlannedStarts is null ? "fewer connections" : "a lower rate")}.",
            share, limits.CutIterations);
    }

    // An exception ends a script's iteration early, so the load differs from the load that the script describes.
    private static Excess? Exception(HealthEvidence evidence, HealthLimits limits)
    {
        var (thrown, iterations) = (evidence.ThrownIterations, evidence.Measured.Totals.Iterations);
        var share = (double)thrown / Math.Max(1, iterations);
        if (share <= limits.Exceptions) return null;
        var part = thrown < iterations ? $"{Figures.Count(thrown)} of {Figures.Count(iterations, "iteration")}"
            : iterations == 1 ? "the only iteration" : $"all {Figures.Count(iterations, "iteration")}";
        return new($"{part} ended with an exception ({Figures.Percent(share)}, limit {Figures.Percent(limits.Exceptions)}): the rest of the script's iteration "
            + "did not run, so the load differs from the one that the script describes. The log says where the exception was thrown.",
            share, limits.Exceptions);
    }

    // Requests were sent with a token that had expired, so their failures say nothing about the server.
    private static Excess? ExpiredToken(HealthEvidence evidence, HealthLimits limits) =>
        evidence.Troubles.IsEmpty ? null : new(string.Join(' ', evidence.Troubles), evidence.Troubles.Length, 0);

    // A redirected call is two calls, and the first of them is often not intended.
    private static Excess? Redirect(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.Redirects == 0) return null;
        var requests = Math.Max(totals.Requests, totals.Redirects);
        var share = (double)totals.Redirects / requests;
        if (share <= limits.Redirects) return null;
        return new($"{Figures.Of(totals.Redirects, requests, "request")} {(totals.Redirects == 1 ? "was a redirect" : "were redirects")} "
            + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Redirects)}): the rate counts them as answers. "
            + "Write the URL that the redirects lead to (often https instead of http).",
            share, limits.Redirects);
    }

    // The server received requests more often than the result counts them, and it ended their connections without an answer.
    private static Excess? Resend(HealthEvidence evidence, HealthLimits limits)
    {
        var totals = evidence.Measured.Totals;
        if (totals.Resends is not > 0) return null;
        var share = (double)totals.Resends / Math.Max(1, totals.Requests);
        if (share <= limits.Resends) return null;
        return new($"{Figures.Count(totals.Resends.Value, "request")} of {Figures.Count(totals.Requests)} had to be sent twice "
            + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Resends)}): the connection ended without an answer. "
            + "Look for a keep-alive time-out, a restart or a crash of the server.",
            share, limits.Resends);
    }

    // The server's control group (a container, a slice) used up its CPU time and stood still until the next period.
    private static Excess? Throttled(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Server is not { CpuPeriods: > 0 and var periods, ThrottledPeriods: { } throttled }) return null;
        var share = (double)throttled / periods;
        if (share <= limits.Throttled) return null;
        return new($"the server's control group used up its CPU time in {Figures.Count(throttled)} of {Figures.Count(periods, "period")} "
            + $"({Figures.Percent(share)}, limit {Figures.Percent(limits.Throttled)}) and was paused for {Figures.Number(evidence.Server.ThrottledSeconds ?? 0)} s: "
            + "the figures are those of the CPU limit. Raise the limit (cpu.max, docker --cpus, the limits of the pod), or state that it is intended (--health-limit throttled=100%).",
            share, limits.Throttled);
    }

    // The server gave no good answer for a part of the time. Looping users send almost nothing in that time, so neither the share of failed requests
    // nor the percentiles show it.
    private static Excess? Outage(HealthEvidence evidence, HealthLimits limits)
    {
        var silence = evidence.OutageTime;
        if (silence.Share <= limits.Outages) return null;
        return new($"no good answer came for {Figures.Number(silence.Seconds)} of {Figures.Number(silence.OfSeconds)} s "
            + $"({Figures.Percent(silence.Share)}, limit {Figures.Percent(limits.Outages)}), in {Figures.Count(silence.Pauses, "pause")} of more than 100 ms: "
            + "looping connections send few requests while they wait, so the percentiles hide the outage. Load with a rate (--rate) to see what users would have experienced.",
            silence.Share, limits.Outages);
    }
}
