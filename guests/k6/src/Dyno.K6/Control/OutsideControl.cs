namespace Dyno.K6;

/// <summary>What someone outside can do to one run: let it begin, look at it, change it, stop it. Thread-safe.</summary>
internal sealed class OutsideControl : IDisposable
{
    private const string Begin = """{"data":{"type":"status","id":"default","attributes":{"paused":false}}}""";

    private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly StartGate? _gate;
    private readonly ControlServer? _server;
    private readonly Action<string> _tell;
    private CancellationTokenSource _calls = new();

    /// <summary>Begins to listen, where the request has an address.</summary>
    /// <exception cref="UserFault">The interface cannot listen at the address of the request.</exception>
    public OutsideControl(K6Request request, ScriptRun run, K6Options options, ScriptHooks hooks, Action stop)
    {
        _tell = request.Tell;
        _gate = options.IsPaused ? new StartGate() : null;
        if (request.Address is not { } address) return;
        var controls = options.Scenarios.Select(s => s.Executor).OfType<ExternallyControlled>().Select(e => e.Control).ToList();
        _server = ControlServer.Start(address, new ControlApi(run, controls, hooks, _gate, () =>
        {
            _stopped.TrySetResult(); // set before the run learns of the stop
            stop();
        }, () => Volatile.Read(ref _calls).Token));
        Url = _server.Address.Url;
        if (ControlAddress.Parse(address).Port == 0) _tell($"the REST interface listens at {Url}");
    }

    /// <summary>URL of the interface for callers on this machine; null without an interface.</summary>
    public string? Url { get; }

    /// <summary>Ends when someone stops the run, also after its end.</summary>
    public Task Stopped => _stopped.Task;

    /// <summary>Waits until someone lets the run begin; null when the run begins by itself.</summary>
    public Func<CancellationToken, Task>? Wait => _gate is null ? null : WaitAsync;

    /// <summary>Cuts a setup() or teardown() that was asked for through the interface and is still running, because the run itself needs user 0 now.</summary>
    public void CutCalls()
    {
        using var calls = Interlocked.Exchange(ref _calls, new CancellationTokenSource());
        calls.Cancel();
    }

    public void Dispose()
    {
        _calls.Cancel();
        _server?.Dispose();
        _calls.Dispose();
    }

    private Task WaitAsync(CancellationToken cancellationToken)
    {
        if (_gate!.IsClosed) _tell($"paused: every virtual user is ready; start the run with: curl -X PATCH {Url}/v1/status -d '{Begin}'");
        return _gate.WaitAsync(cancellationToken);
    }
}
