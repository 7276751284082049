namespace Dyno.Http;

/// <summary>Maps failures of the platform to the kinds of errors and the texts that reports show.</summary>
public static class ErrorKinds
{
    public static RequestErrorKind Of(SocketError error) => error switch
    {
        SocketError.Success => RequestErrorKind.None,
        SocketError.ConnectionRefused => RequestErrorKind.Refused,
        SocketError.TimedOut or SocketError.HostUnreachable or SocketError.NetworkUnreachable or SocketError.HostDown
            or SocketError.NetworkDown => RequestErrorKind.Unreachable,
        SocketError.ConnectionReset or SocketError.ConnectionAborted or SocketError.Shutdown => RequestErrorKind.Reset,
        SocketError.HostNotFound or SocketError.TryAgain or SocketError.NoRecovery or SocketError.NoData => RequestErrorKind.Dns,
        // connect fails with "address not available" when no local port is left.
        SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable or SocketError.AddressNotAvailable
            or SocketError.AddressAlreadyInUse or SocketError.ProcessLimit => RequestErrorKind.Exhausted,
        _ => RequestErrorKind.System,
    };

    /// <summary>The kind of an exception thrown by a socket, a TLS stream or an HTTP handler.</summary>
    public static RequestErrorKind Of(Exception error) => error switch
    {
        SocketException socket => Of(socket.SocketErrorCode),
        AuthenticationException => RequestErrorKind.Tls,
        HttpRequestException http => Of(http),
        HttpIOException http => Of(http.HttpRequestError, http),
        OperationCanceledException or TimeoutException => RequestErrorKind.Timeout,
        IOException { InnerException: { } inner } => Of(inner),
        IOException => RequestErrorKind.Closed,
        _ => RequestErrorKind.System,
    };

    /// <summary>The text of an error's example: the innermost message, which is the system's own.</summary>
    public static string Text(Exception error)
    {
        while (error.InnerException is { } inner) error = inner;
        return error.Message;
    }

    /// <summary>The text for a port that accepts a connection and never answers the TLS handshake.</summary>
    public static string SilentTls(TimeSpan timeout) =>
        $"no TLS handshake within {timeout.TotalSeconds} s: the port accepts connections but stays silent, perhaps because it speaks plain "
        + "HTTP (write http://)";

    private static RequestErrorKind Of(HttpRequestException error) => Of(error.HttpRequestError, error);

    private static RequestErrorKind Of(HttpRequestError kind, Exception error) => kind switch
    {
        HttpRequestError.NameResolutionError => RequestErrorKind.Dns,
        HttpRequestError.SecureConnectionError => RequestErrorKind.Tls,
        HttpRequestError.ResponseEnded => RequestErrorKind.Closed,
        HttpRequestError.HttpProtocolError or HttpRequestError.InvalidResponse or HttpRequestError.VersionNegotiationError
            or HttpRequestError.ExtendedConnectNotSupported => RequestErrorKind.Protocol,
        HttpRequestError.ConfigurationLimitExceeded => RequestErrorKind.Protocol,
        _ => OfInner(error),
    };

    private static RequestErrorKind OfInner(Exception error)
    {
        for (var inner = error.InnerException; inner is not null; inner = inner.InnerException)
            if (inner is SocketException or AuthenticationException or OperationCanceledException) return Of(inner);
        return error.InnerException is IOException ? RequestErrorKind.Closed : RequestErrorKind.System;
    }
}
