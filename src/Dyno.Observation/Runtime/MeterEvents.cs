namespace Dyno.Observation;

/// <summary>
/// The events of a process's meters. A process has one session for its meters: a second listener is refused, and still receives what the
/// first one asked for. So each event is read only when it names this session.
/// </summary>
/// <param name="timeline">Where the values go.</param>
internal sealed class MeterEvents(string sessionId, RuntimeTimeline timeline)
{
    public void Take(TraceEvent e)
    {
        if (e.EventName == "MultipleSessionsNotSupportedError") Refused(e);
        else if (e.PayloadByName("sessionId") as string == sessionId) TakeOwn(e);
    }

    // Sent to every listener when someone is refused, with the session that was refused.
    private void Refused(TraceEvent e)
    {
        if (e.PayloadByName("runningSessionId") as string == sessionId) return;
        timeline.DurationsMissing("another program observes the meters of the server (dotnet-counters, dotnet-monitor or another Dyno), and .NET allows one at a time");
    }

    private void TakeOwn(TraceEvent e)
    {
        switch (e.EventName)
        {
            case "HistogramValuePublished": TakeDurations(e); break;
            case "TimeSeriesLimitReached" or "HistogramLimitReached":
                timeline.DurationsMissing("the server has more combinations of method, route and status than its runtime reports, and it drops the rest");
                break;
        }
    }

    private void TakeDurations(TraceEvent e)
    {
        if (e.PayloadByName("instrumentName") as string != RuntimeProviders.RequestDuration) return;
        var count = Convert.ToInt64(e.PayloadByName("count") ?? 0, CultureInfo.InvariantCulture);
        if (count > 0 && e.PayloadByName("quantiles") is string quantiles) timeline.Durations(e.TimeStamp.ToUniversalTime(), count, quantiles);
    }
}
