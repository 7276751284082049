namespace Dyno.Reporting;

/// <summary>The server's memory for each WebSocket that is only held open.</summary>
internal static class SocketMemory
{
    private const int SwitchingProtocols = 101; // the status that an opened and held socket counts under; messages have no status

    /// <summary>
    /// Words to follow the server's memory, such as <c>, 28.1 KiB for each of 10,000 open sockets</c>. Empty without open sockets, or where the
    /// memory did not grow.
    /// </summary>
    public static string Of(RunResult result)
    {
        if (result.Server is not { WorkingSetBeforeBytes: { } before, Series: [.., var last] }) return "";
        var open = result.Measured.Statuses.GetValueOrDefault(SwitchingProtocols) - result.Measured.Totals.Reconnects;
        var growth = last.WorkingSetBytes - before;
        return open > 0 && growth > 0 ? $", {FigureText.Memory((double)growth / open)} for each of {FigureText.Count(open, "open socket")}" : "";
    }
}
