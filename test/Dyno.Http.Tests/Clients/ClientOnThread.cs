namespace Dyno.Http.Tests;

/// <summary>A client on the thread that it belongs to.</summary>
internal sealed class ClientOnThread : IDisposable
{
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(30);
    private readonly EngineClock _clock = new();
    private readonly ClientLoop? _loop;
    private readonly WireClient _client;
    private readonly WorkerActivity _activity = new();
    private readonly Action<WireResponse?> _count;
    private readonly bool _isTls;
    private readonly ConcurrentQueue<Action> _posts = new();
    private readonly Func<bool> _hasPosts;
    private int _answers;

    private ClientOnThread(ClientWay kind, HttpOptions? options, WireVersion version)
    {
        _count = _ => _answers++;
        _hasPosts = () => !_posts.IsEmpty;
        var looped = kind is ClientWay.Looped or ClientWay.LoopedTls;
        _isTls = kind is ClientWay.BlockingTls or ClientWay.LoopedTls;
        _loop = looped ? ClientLoop.TryCreate(_clock, WaitStrategy.Frugal) : null;
        Assert.SkipWhen(looped && _loop is null, "the loop is Linux's");
        _client = ClientModes.New(options, new WireClientOptions { UseCookies = false, MaxRedirects = 0, Loop = _loop, Version = version });
    }

    /// <summary>Runs a test on a thread of its own, with such a client.</summary>
    public static async Task RunAsync(
        ClientWay kind, Action<ClientOnThread> test, HttpOptions? options = null, WireVersion version = WireVersion.Http11)
    {
        var cancel = TestContext.Current.CancellationToken;
        await Task.Factory.StartNew(() =>
        {
            using var way = new ClientOnThread(kind, options, version);
            if (way._loop is not null) SynchronizationContext.SetSynchronizationContext(new Context(way));
            try
            {
                test(way);
            }
            finally
            {
                SynchronizationContext.SetSynchronizationContext(null);
            }
        }, cancel, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    public ScriptedServer Start(params ServerAction[] script) =>
        _isTls ? ScriptedServer.StartTls(TestCertificates.Good, script) : ScriptedServer.Start(script);

    public ScriptedServer Answering(string answer) => Start(ServerAction.ReadRequest, ServerAction.Send(answer), ServerAction.Repeat);

    /// <summary>The way of a request that was never sent.</summary>
    public WireResponse SendLong(WireRequest request, CancellationTokenSource? cut = null, Func<bool>? cutWhen = null)
    {
        var token = cut?.Token ?? default;
        if (_loop is null)
        {
            if (cutWhen is not null) _ = CutAsync(cut!, cutWhen);
            return _client.Send(request, token);
        }
        var sending = _client.SendAsync(request, null, token).AsTask();
        TurnUntil(() =>
        {
            if (cutWhen?.Invoke() == true) cut!.Cancel();
            return sending.IsCompleted;
        });
        return sending.GetAwaiter().GetResult();
    }

    /// <summary>Several at once, without holding the thread; on a loop, everything they do is done on it.</summary>
    public WireResponse[] SendTogether(params WireRequest[] requests)
    {
        var thread = Environment.CurrentManagedThreadId;
        var sending = Task.WhenAll(requests.Select(SendAsync));
        TurnUntil(() => sending.IsCompleted);
        return sending.GetAwaiter().GetResult();

        async Task<WireResponse> SendAsync(WireRequest request)
        {
            var answer = await _client.SendAsync(request).ConfigureAwait(false);
            if (_loop is not null) Environment.CurrentManagedThreadId.ShouldBe(thread, "the answer came on another thread");
            return answer;
        }
    }

    public void CloseConnections() => _client.CloseConnections();

    public bool TrySend(WireRequest request, TimeSpan timeout, CancellationToken cut = default) =>
        _client.TrySend(request, timeout, static _ => { }, cut);

    public WireResponse? Direct(WireRequest request, TimeSpan timeout, CancellationTokenSource? cut = null, Func<bool>? cutWhen = null)
    {
        var (answer, answers) = ((WireResponse?)null, 0);
        if (_loop is null && cutWhen is not null) _ = CutAsync(cut!, cutWhen);
        _client.TrySend(request, timeout, response => (answer, answers) = (response, answers + 1), cut?.Token ?? default).ShouldBeTrue();
        TurnUntil(() =>
        {
            if (cutWhen?.Invoke() == true) cut!.Cancel();
            return answers > 0;
        });
        answers.ShouldBe(1);
        return answer;
    }

    public void SendOften(WireRequest request, int times)
    {
        for (_answers = 0; _answers < times;)
        {
            var before = _answers;
            _client.TrySend(request, Long, _count, default).ShouldBeTrue();
            for (var until = _clock.NowNanos + 20_000_000_000; _answers == before && _clock.NowNanos < until;)
                Turn();
            if (_answers == before) throw new TimeoutException();
        }
    }

    public void Dispose()
    {
        _client.Dispose();
        _loop?.Dispose();
    }

    private static Task CutAsync(CancellationTokenSource cut, Func<bool> cutWhen) => Task.Run(async () =>
    {
        while (!cutWhen()) await Task.Delay(5);
        await cut.CancelAsync();
    });

    private void TurnUntil(Func<bool> isDone)
    {
        for (var until = _clock.NowNanos + 20_000_000_000; !isDone() && _clock.NowNanos < until;)
            Turn();
        isDone().ShouldBeTrue();
    }

    private void Turn()
    {
        while (_posts.TryDequeue(out var post)) post();
        _loop?.Wait(_clock.NowNanos + 10_000_000, isStart: false, _hasPosts, _activity);
    }

    /// <summary>As the thread of dense users has one.</summary>
    private sealed class Context(ClientOnThread way) : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
            way._posts.Enqueue(() => d(state));
            way._loop!.Wake();
        }

        public override SynchronizationContext CreateCopy() => this;
    }
}

/// <summary>How the requests of one client go: over a loop or blocking, in TLS or not.</summary>
public enum ClientWay
{
    Blocking,
    Looped,
    BlockingTls,
    LoopedTls,
}
