namespace Dyno.Load;

/// <summary>
/// The dedicated thread of one worker. The worker is built, run phase by phase and disposed of on this thread. An exception of the worker
/// fails the run, but nothing that was recorded is lost.
/// </summary>
internal sealed class WorkerThread : IDisposable
{
    private readonly IWorkload _workload;
    private readonly WorkerContext _context;
    private readonly SemaphoreSlim _handedOver = new(0);
    private readonly TaskCompletionSource _created = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TaskCompletionSource? _phaseEnded;
    private WorkerPhase? _phase;

    public WorkerThread(IWorkload workload, WorkerContext context)
    {
        _workload = workload;
        _context = context;
        new Thread(Live) { IsBackground = true, Name = $"{context.Scenario} {context.Index}" }.Start();
    }

    /// <summary>Completes when the worker is built; faulted with a <see cref="UserFault"/> when it could not be.</summary>
    public Task Created => _created.Task;

    /// <summary>When the last phase ended, on the engine's clock.</summary>
    public long PhaseEndNanos { get; private set; }

    /// <summary>Hands over a phase; completes when the worker has left it, whatever happened inside.</summary>
    public Task RunAsync(WorkerPhase phase)
    {
        _phaseEnded = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _phase = phase;
        _handedOver.Release();
        return _phaseEnded.Task;
    }

    /// <summary>Lets the thread dispose of its worker and end.</summary>
    public Task EndAsync()
    {
        _phase = null;
        _handedOver.Release();
        return _ended.Task;
    }

    public void Dispose() => _handedOver.Dispose();

    private void Live()
    {
        IWorker? worker = null;
        try
        {
            worker = _workload.CreateWorker(_context);
            _created.SetResult();
        }
        catch (Exception e)
        {
            _created.SetException(e as UserFault ?? new UserFault(
                $"worker {_context.Index} of scenario '{_context.Scenario}' could not be built: {Describe(e)}", inner: e));
        }

        if (worker is not null)
            using (worker)
                RunPhases(worker);
        _ended.SetResult();
    }

    private void RunPhases(IWorker worker)
    {
        while (true)
        {
            _handedOver.Wait();
            if (_phase is not { } phase) return;
            RunPhase(worker, phase);
        }
    }

    private void RunPhase(IWorker worker, WorkerPhase phase)
    {
        try
        {
            worker.Run(phase);
        }
        catch (Exception e)
        {
            phase.Signals.Fail($"worker {_context.Index} of scenario '{_context.Scenario}' failed: {Describe(e)}");
        }

        PhaseEndNanos = _context.Clock.NowNanos;
        _phaseEnded!.SetResult();
    }

    private static string Describe(Exception e) => e is UserFault load
        ? load.Hint is null ? load.Message : $"{load.Message} ({load.Hint})"
        : $"{e.GetType().Name}: {e.Message}";
}
