using System.Runtime.ExceptionServices;

namespace Dyno.Http;

/// <content>Requests over HTTP/2: the choice of the connection, and repeated sending.</content>
public sealed partial class WireClient
{
    private const int MaxRepeats = 3; // after that the error of a server that goes away again and again is reported

    /// <summary>The version to try. <see cref="WireVersion.Agreed"/> becomes HTTP/1.1 on http (no ALPN), or if the server chose it before.</summary>
    private WireVersion VersionFor(WireRequest request, HttpOrigin origin)
    {
        var version = request.Version ?? _options.Version;
        return version == WireVersion.Agreed && (!origin.IsTls || _network.SpeaksHttp2(origin) == false) ? WireVersion.Http11 : version;
    }

    // The methods use the pooling builders: callers that await .NET's own tasks would not continue inside a loop.

    /// <summary>The answer; null when the server wants HTTP/1.1. The second value is then the HTTP/1.1 connection that was opened, if any.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<(WireResponse? Response, ClientConnection? Opened)> SendHttp2Async(
        KnownRequest known, WireVersion version, ClientExchange exchange, ClientCall call)
    {
        for (var repeats = 0; ; repeats++)
        {
            var (connection, older) = await ConnectionAsync(known, version, exchange, call).ConfigureAwait(call.Loop is not null);
            if (connection is null) return (null, older);
            try
            {
                var cookies = _options.UseCookies ? Cookies.HeaderFor(known.Wire.Url) : "";
                var request = new ClientRequest(known.Wire, cookies, false, _options.MaxBodyBytes, null) { IsRepeated = known.WasSentBefore() };
                var sent = connection.Begin(request, exchange, call);
                await EndAsync(sent, call).ConfigureAwait(false);
                exchange.BytesReceived = sent.BytesReceived;
                if (sent.Error is not { } error)
                    return (Answered(known.Wire, exchange, Http2Protocol, sent.Head!, sent.Body.Bytes, sent.BytesReceived), null);
                if (!sent.MayRepeat || repeats == MaxRepeats || call.Deadline.IsOver || call.Cut.IsCancellationRequested) ExceptionDispatchInfo.Throw(error);
                exchange.SendAgain(sent.SentBytes);
            }
            finally
            {
                connection.Release();
                if (!_network.Options.ReuseConnections) connection.Dispose();
            }
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask EndAsync(Http2Exchange sent, ClientCall call)
    {
        using var cut = call.Token.UnsafeRegister(static s => ((Http2Exchange)s!).Abandon(new OperationCanceledException()), sent);
        if (!call.Blocking) await sent.Ended.ConfigureAwait(false);
        else if (!sent.Wait()) sent.Abandon(new TimeoutException());
    }

    /// <summary>An HTTP/2 connection with a stream for the caller, or a new HTTP/1.1 connection. Neither: the server wants HTTP/1.1.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<(Http2Connection? Connection, ClientConnection? Older)> ConnectionAsync(
        KnownRequest known, WireVersion version, ClientExchange exchange, ClientCall call)
    {
        if (!_network.Options.ReuseConnections) return await OpenHttp2Async(known.Origin, null, version, exchange, call);
        while (true)
        {
            if (_http2.TryTake(known.Origin) is { } open)
            {
                exchange.IsReused = true;
                return (open, null);
            }
            var opening = _http2.Opening(known.Origin, out var isOwn);
            if (isOwn) return await OpenHttp2Async(known.Origin, opening, version, exchange, call);
            OpeningFailure? failure;
            try
            {
                failure = await OverAsync(opening, call);
            }
            finally
            {
                if (call.Loop is { } own) await own.Return();
            }
            if (failure is not null)
            {
                exchange.Enter(failure.Phase);
                ExceptionDispatchInfo.Throw(failure.Error);
            }
            if (VersionFor(known.Wire, known.Origin) == WireVersion.Http11) return (null, null);
        }
    }

    private async ValueTask<(Http2Connection? Connection, ClientConnection? Older)> OpenHttp2Async(
        HttpOrigin origin, Http2Opening? opening, WireVersion version, ClientExchange exchange, ClientCall call)
    {
        try
        {
            var stream = await ClientOpening.OpenAsync(_network, origin, _options, version, exchange, call);
            if (version == WireVersion.Agreed && !stream.IsHttp2)
            {
                if (opening is not null) _http2.Opened(opening, null);
                return (null, NewConnection(stream, origin, call));
            }
            var connection = new Http2Connection(stream, _http2.Streams, _network, stream.IsLooped ? call.Loop : null);
            if (opening is null) connection.Start(static _ => { });
            else
            {
                _http2.Add(opening, connection);
                connection.Start(failure => _http2.Opened(opening, failure));
            }
            return (connection, null);
        }
        catch (Exception e)
        {
            // A caller's own time-out or cancellation says nothing about the server.
            var isOwn = e is OperationCanceledException or TimeoutException || call.Deadline.IsOver;
            if (opening is not null) _http2.Opened(opening, isOwn ? null : new OpeningFailure(e, exchange.Phase));
            throw;
        }
    }

    private static async ValueTask<OpeningFailure?> OverAsync(Http2Opening opening, ClientCall call)
    {
        var over = opening.Over.Task;
        var left = TimeSpan.FromMilliseconds(Math.Min(call.Deadline.Left.TotalMilliseconds, int.MaxValue));
        if (!call.Blocking) return await over.WaitAsync(left, call.Deadline.Clock.Provider, call.Cut);
        return over.Wait(left, call.Cut) ? over.Result : throw new TimeoutException();
    }
}
