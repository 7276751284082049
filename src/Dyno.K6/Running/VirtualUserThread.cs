using Dyno.K6.VirtualUsers;

namespace Dyno.K6.Running;

/// <summary>The thread of one virtual user: loads the script, then works for whoever calls, until it is dismissed.</summary>
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

    /// <summary>Whether it has not done yet what it was told.</summary>
    public bool IsBusy => _isBusy;

    /// <summary>Lets the thread do something when it has done what it was told before.</summary>
    public void Do(Action<VirtualUserThread> job)
    {
        lock (_jobs)
        {
            _jobs.Enqueue(job);
            _isBusy = true;
        }
        _work.Release();
    }

    /// <summary>Lets the thread do something with the user.</summary>
    /// <returns>Completes with it, or with what it threw.</returns>
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

    /// <summary>Ends the thread when it has done what it is doing.</summary>
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
