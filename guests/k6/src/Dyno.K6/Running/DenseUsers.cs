namespace Dyno.K6;

/// <summary>
/// The virtual users of a run that live in one loop. As in k6, a user belongs to no scenario: a free user works for any scenario that needs
/// one. Used by the loop's thread.
/// </summary>
internal sealed class DenseUsers(DenseLoop loop, ScriptRun run) : IDisposable
{
    private readonly Queue<DenseUser> _free = new();
    private readonly Queue<DenseUser> _spare = new(); // loaded, but not counted as existing yet
    private readonly List<DenseUser> _all = [];

    public ScriptRun Run => run;

    /// <summary>Creates users until the loop has as many as asked for.</summary>
    /// <exception cref="ScriptException">The init stage threw.</exception>
    public void Fill(int count)
    {
        while (_all.Count < count) _free.Enqueue(Counted(Create()));
    }

    /// <summary>
    /// Creates users beyond those that the options plan, until the loop has as many as asked for: making a user while iterations are due
    /// would delay several iterations.
    /// </summary>
    public void FillSpare(int count)
    {
        try
        {
            while (_all.Count < count) _spare.Enqueue(Create());
        }
        catch (ScriptException)
        {
            // The exception is reported when one of these users is needed.
        }
    }

    /// <summary>A free user, or a new one.</summary>
    /// <exception cref="ScriptException">The init stage threw.</exception>
    public DenseUser Rent()
    {
        if (_free.TryDequeue(out var free)) return free;
        return Counted(_spare.TryDequeue(out var spare) ? spare : Create());
    }

    public void GiveBack(DenseUser user) => _free.Enqueue(user);

    public void Dispose()
    {
        foreach (var user in _all) user.Dispose();
    }

    private DenseUser Create()
    {
        var user = new DenseUser(loop, run, run.NextUser());
        _all.Add(user);
        return user;
    }

    private DenseUser Counted(DenseUser user)
    {
        run.Progress.UserCreated();
        return user;
    }
}
