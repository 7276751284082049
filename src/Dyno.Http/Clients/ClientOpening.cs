namespace Dyno.Http;

/// <summary>Opens the connections of clients: tries the addresses of the origin until one answers, then does the TLS handshake.</summary>
internal static class ClientOpening
{
    private const string NoHttp2 = "the server does not speak HTTP/2 (it did not choose h2 by ALPN): ask for HTTP/1.1";

    /// <summary>Opens a connection as the client's options say.</summary>
    /// <exception cref="InvalidDataException">HTTP/2 is required, and the server does not speak it.</exception>
    public static async ValueTask<ClientStream> OpenAsync(WireNetwork network, HttpOrigin origin, WireClientOptions options,
        WireVersion version, ClientExchange exchange, ClientCall call)
    {
        var local = options.LocalAddress;
        var (blocking, deadline, cancellationToken) = (call.Blocking, call.Deadline, call.Token);
        // Returns to the caller's thread when it has a synchronization context: a socket of a loop must be created there.
        ClientTarget target;
        try
        {
            target = await network.TargetAsync(origin, blocking, cancellationToken);
        }
        finally
        {
            if (call.Loop is { } own) await own.Return();
        }
        var connectDeadline = deadline.AtMost(network.Options.ConnectTimeout);
        exchange.Enter(ClientPhase.Connecting);
        var trial = target.Endpoints.Begin();
        while (true)
        {
            var endpoint = trial.Current;
            ClientStream? stream = null;
            try
            {
                // A socket for blocking calls only; not for HTTP/2, which receives while other callers send.
                var onlyBlocks = blocking && OperatingSystem.IsLinux() && !origin.IsTls && version != WireVersion.Http2;
                stream = call.Loop is { } loop && endpoint is IPEndPoint address
                    ? await ConnectAsync(loop, address, local, connectDeadline, cancellationToken)
                    : onlyBlocks && endpoint is IPEndPoint own
                    ? new ClientStream(BlockingSocket.Connect(own, connectDeadline, local, cancellationToken))
                    : await ConnectAsync(endpoint, local, blocking, connectDeadline, cancellationToken);
                await FinishAsync(stream, target, version, exchange, blocking, connectDeadline, cancellationToken);
                target.Endpoints.Worked(endpoint);
                if (stream.TlsText() is { } tls) network.Saw(tls);
                return stream;
            }
            catch (Exception e)
            {
                stream?.Dispose();
                var mayTryOn = e is SocketException && exchange.Phase == ClientPhase.Connecting && !connectDeadline.IsOver;
                if (!mayTryOn || !trial.MoveNext()) throw;
            }
        }
    }

    private static async ValueTask<ClientStream> ConnectAsync(
        ClientLoop loop, IPEndPoint endpoint, IPAddress? local, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        var socket = loop.CreateSocket();
        using var cut = cancellationToken.UnsafeRegister(static s => ((LoopSocket)s!).Dispose(), socket);
        try
        {
            await socket.ConnectAsync(endpoint, deadline, local);
            return new ClientStream(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static async ValueTask<ClientStream> ConnectAsync(
        EndPoint endpoint, IPAddress? local, bool blocking, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        var socket = Sockets.Create(endpoint, local);
        try
        {
            await ConnectAsync(socket, endpoint, blocking, deadline, cancellationToken);
            return new ClientStream(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static async ValueTask ConnectAsync(
        Socket socket, EndPoint endpoint, bool blocking, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        if (!blocking)
        {
            using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            patience.CancelAfter(deadline.Left);
            await socket.ConnectAsync(endpoint, patience.Token);
            return;
        }
        // A blocking connect has no time-out of its own; closing the socket ends it. The socket stays a blocking one.
        using var watch = deadline.Clock.Provider.CreateTimer(static s => ((Socket)s!).Dispose(), socket, deadline.Left, Timeout.InfiniteTimeSpan);
        using var cut = cancellationToken.UnsafeRegister(static s => ((Socket)s!).Dispose(), socket);
        socket.Connect(endpoint);
    }

    private static async ValueTask FinishAsync(ClientStream stream, ClientTarget target, WireVersion version, ClientExchange exchange,
        bool blocking, ClientDeadline deadline, CancellationToken cancellationToken)
    {
        if (target.Authentication(version) is not { } authentication) return;
        exchange.Enter(ClientPhase.Handshaking);
        var silence = target.Origin.Handshakes.Limit;
        var limit = deadline.AtMost(silence);
        using var patience = blocking || stream.IsLooped ? null : CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience?.CancelAfter(limit.Left);
        try
        {
            await stream.ShakeHandsAsync(authentication, blocking, limit, patience?.Token ?? (blocking ? default : cancellationToken));
        }
        catch (Exception e) when (e is OperationCanceledException or IOException or SocketException && RanOut(limit, patience, cancellationToken))
        {
            if (limit == deadline) throw new TimeoutException(); // the request's own time-out, which says nothing about the port
            throw new AuthenticationException(ErrorKinds.SilentTls(silence));
        }
        catch (AuthenticationException e) when (version == WireVersion.Http2 && ErrorKinds.Text(e).Contains("application protocol", StringComparison.OrdinalIgnoreCase))
        {
            throw new InvalidDataException(NoHttp2);
        }
        target.Origin.Handshakes.Finished();
        if (version == WireVersion.Http11) return;
        target.SpeaksHttp2 = stream.IsHttp2;
        if (version == WireVersion.Http2 && !stream.IsHttp2) throw new InvalidDataException(NoHttp2);
    }

    /// <summary>Whether the time limit of the handshake ended it, not the caller.</summary>
    private static bool RanOut(ClientDeadline limit, CancellationTokenSource? patience, CancellationToken cancellationToken) =>
        patience is null ? limit.IsOver : patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested;
}
