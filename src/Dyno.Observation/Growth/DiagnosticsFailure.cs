using System.Net.Sockets;

namespace Dyno.Observation;

/// <summary>The ways in which a process that is asked for its diagnostics may fail.</summary>
internal static class DiagnosticsFailure
{
    /// <summary>Whether the other side refused, went away or did not answer in time.</summary>
    public static bool IsOne(Exception e) => e is DiagnosticsClientException or IOException or OperationCanceledException
        or TimeoutException or SocketException or UnauthorizedAccessException or ObjectDisposedException;

    /// <summary>Whether the parser met part of an event, which a process that is killed leaves behind.</summary>
    public static bool IsDamage(Exception e) => e is FormatException or InvalidDataException or NullReferenceException;
}
