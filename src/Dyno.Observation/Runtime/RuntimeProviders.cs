namespace Dyno.Observation;

/// <summary>The providers that a session enables in the server's runtime. Their names are the same on .NET 8 to 11.</summary>
internal static class RuntimeProviders
{
    public const string System = "System.Runtime";
    public const string Hosting = "Microsoft.AspNetCore.Hosting";
    public const string Kestrel = "Microsoft-AspNetCore-Server-Kestrel";
    public const string Meters = "System.Diagnostics.Metrics";
    public const string RequestDuration = "http.server.request.duration";

    private const long TimeSeriesValues = 0x2;

    // One series for each combination of method, route and status. The runtime drops what is beyond the limit, from series that it has
    // given before, too; the memory is taken only for series that exist.
    private const string MostSeries = "10000";

    /// <summary>The providers of a level.</summary>
    /// <param name="level">Minimal or full.</param>
    /// <param name="sessionId">The name of this session for the provider of the meters.</param>
    public static IReadOnlyList<EventPipeProvider> For(ObserveLevel level, string sessionId)
    {
        if (level == ObserveLevel.Minimal) return [Counters(System), Counters(Hosting)];
        return
        [
            // The first session with the process must include the meters. Their provider defines an event with the id of Kestrel's
            // counters, and a parser that reads Kestrel's counters first cannot tell the two events apart.
            new EventPipeProvider(Meters, EventLevel.Informational, TimeSeriesValues, new Dictionary<string, string>
            {
                ["SessionId"] = sessionId,
                ["ClientId"] = sessionId,
                ["Metrics"] = Hosting + @"\" + RequestDuration,
                ["RefreshInterval"] = "1",
                ["MaxTimeSeries"] = MostSeries,
                ["MaxHistograms"] = MostSeries,
            }),
            Counters(System), Counters(Hosting), Counters(Kestrel),
            new EventPipeProvider(ClrTraceEventParser.ProviderName, EventLevel.Informational,
                (long)(ClrTraceEventParser.Keywords.GC | ClrTraceEventParser.Keywords.Threading)),
        ];
    }

    // Level Critical and nothing below: at Informational, hosting and Kestrel also write an event per request, and the server uses half as
    // much CPU time again for these events. Counters are sent at any level.
    private static EventPipeProvider Counters(string name) => new(name, EventLevel.Critical, 0,
        new Dictionary<string, string> { ["EventCounterIntervalSec"] = 1.ToString(CultureInfo.InvariantCulture) });
}
