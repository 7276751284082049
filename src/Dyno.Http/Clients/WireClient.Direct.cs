namespace Dyno.Http;

/// <content>The direct path over an open connection.</content>
public sealed partial class WireClient
{
    private readonly List<DirectExchange> _directs = [];
    private DirectExchange? _free; // the head of the list of those without a request

    /// <summary>
    /// Sends without asynchronous methods, five levels of which would cost more than their work. Sends over an open connection,
    /// one request at a time (any number on a guarded loop), unless the body is large. With a loop: on the loop's thread only. Without
    /// a loop the calling thread waits.
    /// </summary>
    /// <param name="timeout">Longest time from this call to the end of the answer.</param>
    /// <param name="answered">
    /// Called on the same thread, perhaps before this method returns, with the answer or the reason why there is none; with null when
    /// the token was cancelled.
    /// </param>
    /// <returns>False when nothing was sent: use <see cref="SendAsync(WireRequest, TimeSpan?, CancellationToken)"/> instead.</returns>
    public bool TrySend(WireRequest request, TimeSpan timeout, Action<WireResponse?> answered, CancellationToken cancellationToken)
    {
        if (_options.UseCookies || !_network.Options.ReuseConnections || MostRedirects(request) > 0) return false;
        if (_options.Loop is not null && !MayLoop(request)) return false;
        if (request.Body.Length > ClientConnection.JoinedBodyBytes || cancellationToken.IsCancellationRequested) return false;
        if (request.Known is null && RequestHead.Problem(request) is not null) return false;
        var known = request.Known ??= new KnownRequest(request, HttpOrigin.Of(request.Url));
        if (VersionFor(request, known.Origin) != WireVersion.Http11 || FreeDirect() is not { } direct) return false;
        direct.Begin();
        if (Reusable(known.Origin) is not { } connection) return false;
        _free = direct.Next;
        direct.Send(known, connection, timeout, answered, cancellationToken);
        return true;
    }

    private DirectExchange? FreeDirect()
    {
        if (_free is not null || (_directs.Count > 0 && _options.Loop is not { IsGuarded: true })) return _free;
        _directs.Add(_free = new DirectExchange(this));
        return _free;
    }

    /// <summary>Sends one request after another. This object and the objects it refers to are reused for all requests.</summary>
    [SuppressMessage("Reliability", "CA2012", Justification = "awaited by hand: each is taken once, in the step that follows it")]
    private sealed class DirectExchange : IDisposable
    {
        private readonly WireClient _client;
        private readonly ClientExchange _exchange;
        private readonly bool _isBlocking;
        private readonly Action _sent;
        private readonly Action _received;
        private readonly Action _resent;
        private KnownRequest? _known;
        private ClientConnection? _connection;
        private ClientCall _call;
        private int _length; // bytes of the request to send
        private Action<WireResponse?>? _answered;
        private CancellationTokenRegistration _registration;
        private CancellationToken _watched; // the registration is kept: a virtual user has the same token until its cancellation
        private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _sending;
        private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _receiving;
        private ConfiguredValueTaskAwaitable<WireResponse>.ConfiguredValueTaskAwaiter _resending;

        public DirectExchange(WireClient client)
        {
            (_client, _exchange, _isBlocking) = (client, new ClientExchange(client._network.Clock), client._options.Loop is null);
            (_sent, _received, _resent) = (() => Run(Step.Sent), () => Run(Step.Received), Resent);
        }

        private enum Step
        {
            Send,
            Sent,
            Received,
        }

        /// <summary>The next one without a request; only while this one has none.</summary>
        public DirectExchange? Next { get; private set; }

        /// <summary>Starts the timing of a request.</summary>
        public void Begin() => _exchange.Begin();

        public void Send(KnownRequest known, ClientConnection connection, TimeSpan timeout,
            Action<WireResponse?> answered, CancellationToken cut)
        {
            (_known, _connection, _answered, _exchange.IsReused) = (known, connection, answered, true);
            var deadline = new ClientDeadline(_client._network.Clock, _exchange.StartNanos).After(timeout);
            _call = new ClientCall(_isBlocking, deadline, _client._options.Loop, cut, cut);
            if (cut != _watched) Watch(cut);
            Interlocked.MemoryBarrier(); // an earlier cancellation found no connection and is handled here; a later one finds it
            if (cut.IsCancellationRequested) connection.Dispose();
            Run(Step.Send);
        }

        public void Dispose() => _registration.Dispose();

        private void Watch(CancellationToken cut)
        {
            _registration.Dispose();
            _watched = cut;
            _registration = cut.UnsafeRegister(static e => ((DirectExchange)e!)._connection?.Dispose(), this);
        }

        /// <summary>Continues from a step until the answer is complete or an operation does not complete at once.</summary>
        private void Run(Step from)
        {
            WireResponse? response;
            try
            {
                if (!TryFinish(from)) return;
                response = End();
            }
            catch (Exception e) when (IsExpected(e))
            {
                if (!TryFail(e, out response)) return;
            }
            catch
            {
                _connection?.Dispose();
                Free();
                throw;
            }
            Answer(response);
        }

        private bool TryFinish(Step from)
        {
            var (connection, deadline) = (_connection!, _call.Deadline);
            if (from == Step.Send)
            {
                connection.Begin(_known!.Wire, _client._options.MaxBodyBytes, _exchange);
                var bytes = _known.HeadAgain() ?? connection.Compose(_known.Wire);
                _length = bytes.Length;
                var seen = deadline with { SeenNanos = _exchange.MarkNanos };
                _sending = connection.SendAsync(bytes, _isBlocking, seen, default).ConfigureAwait(false).GetAwaiter();
                if (!_sending.IsCompleted)
                {
                    _sending.UnsafeOnCompleted(_sent);
                    return false;
                }
            }
            if (from <= Step.Sent)
            {
                _sending.GetResult();
                _exchange.BytesSent = _length;
                _exchange.Enter(ClientPhase.Waiting);
            }
            while (from != Step.Received || !connection.Take(_receiving.GetResult(), _exchange, deadline))
            {
                var first = _exchange.Phase == ClientPhase.Waiting ? _exchange.MarkNanos : 0; // sent just now: no new reading
                _receiving = connection.ReceiveAsync(_isBlocking, deadline with { SeenNanos = first }, default).ConfigureAwait(false).GetAwaiter();
                if (!_receiving.IsCompleted)
                {
                    _receiving.UnsafeOnCompleted(_received);
                    return false;
                }
                from = Step.Received;
            }
            return true;
        }

        private WireResponse End()
        {
            var (connection, keep) = (_connection!, _connection!.End(_exchange));
            _exchange.BytesReceived = connection.Answer.BytesReceived;
            _connection = null; // a body that cannot be decoded is no fault of the connection
            if (keep) _client._pool.GiveBack(connection);
            else connection.Dispose();
            return _client.Answered(_known!.Wire, _exchange, connection.Answer);
        }

        /// <summary>Handles a failure. False when the request is sent again.</summary>
        private bool TryFail(Exception e, out WireResponse? response)
        {
            var request = _known!.Wire;
            response = null;
            if (_connection is { } connection)
            {
                _exchange.BytesReceived = connection.Answer.BytesReceived;
                _exchange.CannotHaveBegun = connection.CannotHaveBegun(e);
                connection.Dispose();
            }
            if (_connection is { } lost && _client.MayRepeat(request, _exchange) && IsLost(e, _call))
            {
                _exchange.SendAgain(lost.SentBytes); // as in SendOneAsync
                _connection = null;
                _resending = _client.SendOneAsync(request, _call, _exchange).ConfigureAwait(false).GetAwaiter();
                if (_resending.IsCompleted) Resent();
                else _resending.UnsafeOnCompleted(_resent);
                return false;
            }
            _exchange.Enter(ClientPhase.Blocked);
            if (!_call.Cut.IsCancellationRequested)
                response = Failed(request, _exchange, KindOf(e, _exchange.FailedIn, _call.Deadline), TextOf(e, _call.Deadline));
            return true;
        }

        private void Resent()
        {
            WireResponse? response = null;
            try
            {
                response = _resending.GetResult();
            }
            catch (OperationCanceledException)
            {
                // The token was cancelled: the callback gets null.
            }
            Answer(response);
        }

        private void Answer(WireResponse? response)
        {
            var answered = _answered!;
            Free();
            answered(response);
        }

        private void Free()
        {
            (_answered, _connection, _known) = (null, null, null);
            (Next, _client._free) = (_client._free, this);
        }
    }
}
