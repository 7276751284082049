using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Parsers;

namespace Dyno.Observation.Runtime;

/// <summary>What a session asks of the server's runtime. The same names exist on .NET 8, 9 and 10.</summary>
internal static class RuntimeProviders
{
    public const string System = "System.Runtime";
    public const string Hosting = "Microsoft.AspNetCore.Hosting";
    public const string Kestrel = "Microsoft-AspNetCore-Server-Kestrel";
    public const string Meters = "System.Diagnostics.Metrics";

    private const long TimeSeriesValues = 0x2;

    /// <summary>The providers of a level.</summary>
    /// <param name="level">Minimal or full.</param>
    /// <param name="sessionId">Names this session to the meters' provider.</param>
    public static IReadOnlyList<EventPipeProvider> For(ObserveLevel level, string sessionId)
    {
        if (level == ObserveLevel.Minimal) return [Counters(System), Counters(Hosting)];
        return
        [
            // The first session that touches the process must have the meters. Their provider defines an event with the
            // id of Kestrel's counters; a parser that meets Kestrel's counters first cannot tell the two apart.
            new EventPipeProvider(Meters, EventLevel.Informational, TimeSeriesValues, new Dictionary<string, string>
            {
                ["SessionId"] = sessionId,
                ["ClientId"] = sessionId,
                ["Metrics"] = @"Microsoft.AspNetCore.Hosting\http.server.request.duration",
                ["RefreshInterval"] = "1",
                ["MaxTimeSeries"] = "100",
                ["MaxHistograms"] = "20",
            }),
            Counters(System), Counters(Hosting), Counters(Kestrel),
            new EventPipeProvider(ClrTraceEventParser.ProviderName, EventLevel.Informational,
                (long)(ClrTraceEventParser.Keywords.GC | ClrTraceEventParser.Keywords.Threading)),
        ];
    }

    // Critical, and nothing below: at Informational hosting and Kestrel also write an event per request, and the server
    // pays half again as much CPU for them. The counters arrive at any level.
    private static EventPipeProvider Counters(string name) => new(name, EventLevel.Critical, 0,
        new Dictionary<string, string> { ["EventCounterIntervalSec"] = 1.ToString(CultureInfo.InvariantCulture) });
}
