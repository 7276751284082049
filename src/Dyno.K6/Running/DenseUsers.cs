using Dyno.JavaScript;
using Dyno.K6.VirtualUsers;

namespace Dyno.K6.Running;

/// <summary>
/// The virtual users of a run that live in one loop. As in k6 they belong to no scenario: whoever is free works for
/// whichever needs one. The loop's thread.
/// </summary>
internal sealed class DenseUsers(DenseLoop loop, ScriptRun run) : IDisposable
{
    private readonly Queue<DenseUser> _free = new();
    private readonly Queue<DenseUser> _spare = new(); // loaded, but not yet counted as there
    private readonly List<DenseUser> _all = [];

    public ScriptRun Run => run;

    /// <summary>Creates users until there are so many.</summary>
    /// <exception cref="ScriptException">The init stage threw.</exception>
    public void Fill(int count)
    {
        while (_all.Count < count) _free.Enqueue(Counted(Create()));
    }

    /// <summary>
    /// Creates users beyond those that the options plan, until there are so many: making one while iterations are due holds
    /// up several of them.
    /// </summary>
    public void FillSpare(int count)
    {
        try
        {
            while (_all.Count < count) _spare.Enqueue(Create());
        }
        catch (ScriptException)
        {
            // It is told when one of them is needed.
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
