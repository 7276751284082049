using System.Runtime.InteropServices;

namespace Dyno.Dashboard.Interop;

/// <summary>SIGINT to one process (man 2 kill). Unix only.</summary>
internal static partial class Signals
{
    private const int Interruption = 2;

    /// <summary>Asks a Dyno to end in order; asked a second time it cuts what is in flight.</summary>
    /// <param name="processId">Above 1: 0 and 1 would mean this process's own group and everything.</param>
    public static void Interrupt(int processId)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(processId, 2);
        _ = kill(processId, Interruption); // one that is gone needs no signal
    }

    [LibraryImport("libc")]
    private static partial int kill(int pid, int signal);
}
