using Dyno.Http.Clients;

namespace Dyno.K6.VirtualUsers;

/// <summary>
/// Whether a virtual user with a thread of its own is at work, which takes a processor, or waits for something. Written by
/// its thread, read by any.
/// </summary>
internal sealed class UserPresence
{
    private volatile bool _isAtWork;

    /// <summary>The answer that it waits for, where a connection is to bring it.</summary>
    public AnswerWait Answer { get; } = new();

    /// <summary>Whether it runs its script, or would if it had a processor.</summary>
    public bool IsAtWork
    {
        get => _isAtWork;
        set => _isAtWork = value;
    }

    /// <summary>Whether it slept, or waited for a timer, since this was last set to false. Its thread only.</summary>
    public bool HasRested { get; set; }

    /// <summary>It waits for something from now on. Returns whether it was at work, to be set again afterwards.</summary>
    public bool Leave()
    {
        var was = _isAtWork;
        _isAtWork = false;
        return was;
    }

    /// <summary>The same, because its script wants to wait.</summary>
    public bool Rest()
    {
        HasRested = true;
        return Leave();
    }
}
