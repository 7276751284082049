namespace Dyno.K6;

/// <summary>The thread of one virtual user: loads the script, then does the work that callers give it, until it is disposed of.</summary>
internal sealed class VirtualUserThread : IDisposable
{
    private const int StackBytes = 1024 * 1024;
    private readonly SemaphoreSlim _work = new(0);
    private readonly TaskCompletionSource _loaded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Thread _thread;
    private readonly Queue<Action<VirtualUserThread>> _jobs = new(1);
    private volatile bool _isDismissed;
    private volatile bool _isBusy;
    private ScriptUser? _user;

    public VirtualUserThread(ScriptRun run, int id, SemaphoreSlim? turn = null)
    {
        Id = id;
        _thread = new Thread(() => Live(run, turn), StackBytes) { IsBackground = true, Name = $"VU {id}" };
        _thread.Start();
    }

    public int Id { get; }

    /// <summary>Completes when the init stage has run; faulted when it threw.</summary>
    public Task Loaded => _loaded.Task;

    /// <summary>The user; after <see cref="Loaded"/> only.</summary>
    public ScriptUser User => _user!;

    /// <summary>Whether the thread has not finished the work that it was given.</summary>
    public bool IsBusy => _isBusy;

    /// <summary>Gives the thread something to do, which begins when the thread has finished its earlier work.</summary>
    public void Do(Action<VirtualUserThread> job)
    {
        lock (_jobs)
        {
            _jobs.Enqueue(job);
            _isBusy = true;
        }
        _work.Release();
    }

    /// <summary>Gives the thread something to do with the user.</summary>
    /// <returns>Completes when the work has ended, with the exception that the work threw, if any.</returns>
    public Task<T> DoAsync<T>(Func<ScriptUser, T> work)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        Do(thread =>
        {
            try
            {
                done.SetResult(work(thread.User));
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        });
        return done.Task;
    }

    /// <summary>Ends the thread when its present work is finished.</summary>
    public void Dispose()
    {
        _isDismissed = true;
        _work.Release();
    }

    public override string ToString() => $"number {Id}";

    private Action<VirtualUserThread> Next()
    {
        lock (_jobs) return _jobs.Dequeue();
    }

    private void Live(ScriptRun run, SemaphoreSlim? turn)
    {
        turn?.Wait();
        try
        {
            _user = new ScriptUser(run, Id);
            if (Id > 0) run.Progress.UserCreated();
            _loaded.SetResult();
        }
        catch (Exception e)
        {
            _loaded.SetException(e);
            return;
        }
        finally
        {
            turn?.Release();
        }
        using (_user)
        {
            while (true)
            {
                _work.Wait();
                if (_isDismissed) return;
                Next()(this);
                lock (_jobs) _isBusy = _jobs.Count > 0;
            }
        }
    }
}
