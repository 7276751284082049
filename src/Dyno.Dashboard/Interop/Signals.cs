using System.Runtime.InteropServices;

namespace Dyno.Dashboard;

/// <summary>Sends SIGINT to one process (man 2 kill). Unix only.</summary>
public static partial class Signals
{
    private const int Interruption = 2;

    /// <summary>Asks a Dyno process to end in order; a second request makes the process cut the work in flight.</summary>
    /// <param name="processId">Greater than 1: 0 would address this process's own group, and 1 the init process.</param>
    public static void Interrupt(int processId)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(processId, 2);
        _ = kill(processId, Interruption); // a process that is gone needs no signal
    }

    [LibraryImport("libc")]
    private static partial int kill(int pid, int signal);
}
