using Dyno.Results.Runs;

namespace Dyno.Reporting.Figures;

/// <summary>What a WebSocket that is only held open costs the server in memory.</summary>
internal static class SocketMemory
{
    private const int SwitchingProtocols = 101; // the status of a socket that is opened and held; messages have none

    /// <summary>
    /// Words behind the server's memory, such as <c>, 28.1 KiB for each of 10,000 open sockets</c>; empty where it did not grow by sockets.
    /// </summary>
    /// <param name="result">The run.</param>
    public static string Of(RunResult result)
    {
        if (result.Server is not { WorkingSetBeforeBytes: { } before, Series: [.., var last] }) return "";
        var open = result.Measured.Statuses.GetValueOrDefault(SwitchingProtocols) - result.Measured.Totals.Reconnects;
        var growth = last.WorkingSetBytes - before;
        return open > 0 && growth > 0 ? $", {Figure.Memory((double)growth / open)} for each of {Figure.Count(open, "open socket")}" : "";
    }
}
