namespace Dyno.Load;

/// <summary>Why a request failed. The order is the order of reports; <see cref="None"/> is a good answer.</summary>
public enum RequestErrorKind
{
    /// <summary>No error.</summary>
    None,

    /// <summary>The host name did not resolve.</summary>
    Dns,

    /// <summary>Nothing listened: connection refused.</summary>
    Refused,

    /// <summary>The connection was not established in time, or the host or network is unreachable.</summary>
    Unreachable,

    /// <summary>The peer reset the connection.</summary>
    Reset,

    /// <summary>The peer closed the connection before the answer was whole.</summary>
    Closed,

    /// <summary>No whole answer within the request's time-out.</summary>
    Timeout,

    /// <summary>TLS: handshake, certificate, host name.</summary>
    Tls,

    /// <summary>The answer is not valid HTTP, or its head exceeds the limit.</summary>
    Protocol,

    /// <summary>An answer with a status of 400 or above (or outside the expected ones).</summary>
    Status,

    /// <summary>The generator ran out of files, ports or memory for sockets.</summary>
    Exhausted,

    /// <summary>User code (a scenario, a script) threw or reported a failure.</summary>
    Scenario,

    /// <summary>Any other failure of the operating system; the example names it.</summary>
    System,
}
