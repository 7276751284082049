namespace Dyno.Reporting;

/// <summary>The verdict on a run in one paragraph: whether the run can be trusted, what it reached, and whether its goals were met.</summary>
internal static class RunVerdictWords
{
    public static SheetVerdict Of(RunResult result)
    {
        var (tone, word) = Judge(result);
        return new SheetVerdict(tone, word, string.Join(' ', Sentences(result)),
            [.. result.Health.Findings.Select(f => new Finding(f.State == HealthState.Void ? Tone.Bad : Tone.Doubtful, Begun(f.Message), f.Rule))]);
    }

    /// <summary>A message as a separate sentence: with a capital, unless it begins with a name (<c>http_req_duration: …</c>).</summary>
    internal static string Begun(string message)
    {
        var first = message.AsSpan(0, message.IndexOf(' ', StringComparison.Ordinal) is >= 0 and var end ? end : message.Length);
        var isWord = first.Length > 0 && !first.ContainsAnyExceptInRange('a', 'z');
        return isWord ? $"{char.ToUpperInvariant(message[0])}{message[1..]}" : message;
    }

    private static (Tone, string) Judge(RunResult result) => result switch
    {
        { Outcome: RunOutcome.Failed } => (Tone.Bad, "failed"),
        { Health.State: HealthState.Void } => (Tone.Bad, "void"),
        { Outcome: RunOutcome.ThresholdAborted } => (Tone.Bad, "ended early"),
        _ when result.Thresholds.Any(t => !t.Passed) => (Tone.Bad, "threshold crossed"),
        { Outcome: RunOutcome.Interrupted } => (Tone.Doubtful, "interrupted"),
        { Outcome: RunOutcome.Aborted } => (Tone.Doubtful, "aborted"),
        { Health.State: HealthState.Strained } => (Tone.Doubtful, "strained"),
        _ => (Tone.Good, "healthy"),
    };

    private static IEnumerable<string> Sentences(RunResult result)
    {
        if (result.OutcomeReason is { Length: > 0 } reason) yield return $"{Begun(reason)}.";
        if (result.Health.State == HealthState.Void) yield return "These numbers are not a measurement of the server: do not quote them.";
        yield return Reached(result);
        if (result.Thresholds.Length > 0) yield return Thresholds(result);
        if (result.Health.State == HealthState.Strained) yield return FailedMostly(result)
            ? $"These are {Reservation(result)}."
            : "The numbers are usable with the reservation below.";
        if (result.Health.State == HealthState.Healthy) yield return "Nothing the generator observed casts doubt on these numbers.";
    }

    /// <summary>Words for a run in which no request was answered or failed; a request that was cut counts as neither.</summary>
    public static string WithoutRequests(Totals totals) => totals.InterruptedIterations > 0 ? "no request was answered" : "no request was sent";

    /// <summary>How far a strained run can be used, in words that follow its state.</summary>
    public static string Reservation(RunResult result) => FailedMostly(result)
        ? $"the numbers of a failing server: {FigureText.Percent(result.Measured.Totals.FailedRequests, result.Measured.Totals.Requests)} of the requests failed"
        : "usable, with a reservation";

    /// <summary>How a strained run may be quoted.</summary>
    public static string Quoting(RunResult result) => FailedMostly(result)
        ? "do not quote these numbers as the server's: most requests failed"
        : "quote these numbers with the reservation in the first lines";

    private static bool FailedMostly(RunResult result) => result.Measured.Totals is { Requests: > 0 } totals && totals.FailedRequests > totals.Requests / 2;

    private static string Reached(RunResult result)
    {
        var measured = result.Measured;
        var totals = measured.Totals;
        if (totals.Requests == 0) return $"{Begun(WithoutRequests(totals))}.";
        var errors = totals.FailedRequests == 0 ? "none failed" : $"{FigureText.Percent(totals.FailedRequests, totals.Requests)} failed";
        var offered = OfferedRate.BesideRequests(result) is { } rate ? $" (offered: {rate})" : "";
        return $"{FigureText.Digits(totals.RequestsPerSecond)} requests per second{offered}, {errors}{Typical(measured.Overall.Response)}.";
    }

    private static string Typical(LatencyResult latency)
    {
        if (latency.Count == 0) return "";
        var (middle, tail) = (latency.At(0.5), latency.At(0.99));
        if (middle is null) return "";
        return tail is { Reliable: true }
            ? $"; half of the requests took at most {FigureText.Time(middle.Nanos)}, 99 % at most {FigureText.Time(tail.Nanos)}"
            : $"; half of the requests took at most {FigureText.Time(middle.Nanos)}";
    }

    private static string Thresholds(RunResult result)
    {
        var crossed = result.Thresholds.Count(t => !t.Passed);
        var all = result.Thresholds.Length;
        if (crossed == 1 && all == 1) return "The threshold was crossed.";
        return crossed == 0
            ? all switch { 1 => "The threshold held.", 2 => "Both thresholds held.", _ => $"All {all} thresholds held." }
            : $"{crossed} of {FigureText.Count(all, "threshold")} {(crossed == 1 ? "was" : "were")} crossed.";
    }
}
