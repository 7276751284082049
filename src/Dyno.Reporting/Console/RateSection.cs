namespace Dyno.Reporting;

/// <summary>The achieved rate, with the figures that qualify it: the offered rate, drops, redirects.</summary>
internal static class RateSection
{
    private const double RedirectsWorthASentence = 0.01;

    public static IRenderable? Of(RunResult result, ReportStyle style)
    {
        var measured = result.Measured;
        var totals = measured.Totals;
        var lines = new List<IRenderable>
        {
            new Line().Strong($"{FigureText.Digits(totals.RequestsPerSecond)} requests/s")
                .Plain($"   {FigureText.Count(totals.Requests, "request")} in {FigureText.Time(measured.DurationSeconds * 1e9)}")
                .Quiet(style.IsFull ? Traffic(measured) : ""),
        };
        if (totals.FailedRequests > 0) lines.Add(Failed(totals));
        if (totals.OfferedIterationsPerSecond is { } offered && OpenStarts.Of(totals) is { } starts) lines.Add(Offered(result, offered, starts));
        if (NeverBegun.Of(result) is { } never) lines.Add(new Line().Doubtful(never.ToString()));
        if (totals.Redirects > RedirectsWorthASentence * totals.Iterations) lines.Add(Redirected(totals));
        if (totals.Resends > 0) lines.Add(Resent(totals));
        var atEnd = totals.CutAtEnd ?? totals.InterruptedIterations; // earlier results do not distinguish the two
        if (atEnd > 0) lines.Add(Line.Of($"{FigureText.Count(atEnd, "iteration")} cut at the end of the graceful stop"));
        if (totals.InterruptedIterations > atEnd) lines.Add(Line.Of(CutBefore(totals.InterruptedIterations - atEnd, result.Outcome)));
        if (totals.Reconnects > 0 && style.IsFull) lines.Add(Line.Of($"{FigureText.Count(totals.ConnectionsOpened, "connection")} opened, {FigureText.Count(totals.Reconnects)} of them because the server had closed one"));
        return ConsoleSection.Labelled("Rate", lines);
    }

    // Loads in C# do not know how many bytes they sent.
    private static string Traffic(PhaseResult measured) => $"; received {PerSecond(measured.Totals.BytesReceived, measured)}"
        + (measured.Totals.BytesSent > 0 ? $", sent {PerSecond(measured.Totals.BytesSent, measured)}" : "");

    private static Line Failed(Totals totals) => new Line()
        .Bad($"{FigureText.Count(totals.FailedRequests)} failed ({FigureText.Percent(totals.FailedRequests, totals.Requests)})")
        .Plain($"; good answers: {FigureText.Rate(totals.RequestsPerSecond * (totals.Requests - totals.FailedRequests) / totals.Requests)}");

    private static Line Offered(RunResult result, double offered, OpenStarts starts)
    {
        var totals = result.Measured.Totals;
        var line = Line.Of($"{Begun(result, offered)}; ");
        var dropped = $"{FigureText.Count(starts.Dropped, "start")} dropped";
        if (starts.Dropped == 0) line.Good(dropped);
        else line.Bad($"{dropped} ({FigureText.Percent(starts.Dropped, starts.Planned)})");
        return totals.LateStarts == 0 ? line.Plain(", none late") : line.Plain($", {FigureText.Count(totals.LateStarts)} late by more than 1 ms");
    }

    // The starts are divided by the planned time, like the offered rate. The rate of completions would also cover the time after the last start.
    private static string Begun(RunResult result, double offered)
    {
        var each = result.Plan.Model == LoadModel.Mixed ? 1 : OfferedRate.RequestsPerStart(result.Measured.Totals);
        var unit = each == 1 ? "/s" : " iterations/s";
        var begun = OfferedRate.Begun(result) is { } rate ? $", begun {FigureText.Digits(rate)}{unit}" : "";
        var requests = each == 1 ? "" : $" of {FigureText.Digits(each)} requests";
        return $"{(result.Plan.Model == LoadModel.Mixed ? "open scenarios: " : "")}offered {FigureText.Digits(offered)}{unit}{requests}{begun}";
    }

    // A completed run was not stopped, so only a ramp-down can have cut its iterations.
    private static string CutBefore(long count, RunOutcome outcome) =>
        $"{FigureText.Count(count, "iteration")} cut {(outcome == RunOutcome.Completed ? "by a ramp-down" : "when the run was ended")}";

    private static Line Redirected(Totals totals) => new Line().Doubtful(
        $"{FigureText.Count(totals.Redirects, "answer")} were redirects ({FigureText.Percent(totals.Redirects, totals.Iterations)} of the iterations): "
        + "the rate counts the redirect, not the page behind it; aim at the final URL");

    private static Line Resent(Totals totals) => new Line().Doubtful(
        $"{FigureText.Count(totals.Resends!.Value, "request")} sent twice, because the connection ended without an answer");

    private static string PerSecond(long bytes, PhaseResult phase) =>
        phase.DurationSeconds <= 0 ? FigureText.Traffic(bytes) : FigureText.Traffic(bytes / phase.DurationSeconds) + "/s";
}
