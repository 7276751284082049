namespace Dyno.Subjects;

/// <summary>Signals to processes and their groups (man 2 kill). Unix only.</summary>
internal static partial class Signals
{
    private const int Terminate = 15;
    private const int KillNow = 9;

    /// <summary>Asks every process of a group to end.</summary>
    /// <param name="group">Id of the group, greater than 1: 0 would address this process's own group, and 1 all processes.</param>
    public static void TerminateGroup(int group) => Send(group, Terminate);

    /// <summary>Ends every process of a group.</summary>
    /// <param name="group">Id of the group; see <see cref="TerminateGroup"/>.</param>
    /// <returns>Whether there is such a group.</returns>
    public static bool KillGroup(int group) => Send(group, KillNow);

    /// <summary>Ends one process.</summary>
    /// <param name="processId">Its id, greater than 1.</param>
    public static void Kill(int processId)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(processId, 2);
        _ = kill(processId, KillNow);
    }

    private static bool Send(int group, int signal)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(group, 2);
        return kill(-group, signal) == 0;
    }

    [LibraryImport("libc")]
    private static partial int kill(int pid, int signal);
}
