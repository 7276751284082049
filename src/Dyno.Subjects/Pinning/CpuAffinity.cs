namespace Dyno.Subjects;

/// <summary>Reads and sets the CPUs that threads may run on. Linux only; elsewhere the methods read and set nothing.</summary>
public static class CpuAffinity
{
    private const int CurrentThread = 0;

    /// <summary>The CPUs that the calling thread may run on; null where the system does not tell.</summary>
    public static CpuSet? OfCurrentThread() => OperatingSystem.IsLinux() ? Scheduling.GetAffinity(CurrentThread) : null;

    /// <summary>The CPUs that the main thread of a process may run on; null where the system does not tell.</summary>
    public static CpuSet? OfProcess(int processId) =>
        OperatingSystem.IsLinux() ? Scheduling.GetAffinity(processId) : null;

    /// <summary>Pins the calling thread; threads and processes that it starts later inherit the pinning.</summary>
    /// <returns>False when the system refused.</returns>
    public static bool PinCurrentThread(CpuSet cpus) => OperatingSystem.IsLinux() && Scheduling.SetAffinity(CurrentThread, cpus);

    /// <summary>
    /// Runs work on a pinned thread of its own. A process that is started there is pinned from its first instruction, so its runtime counts
    /// the right number of CPUs.
    /// </summary>
    /// <exception cref="Exception">Whatever the work throws.</exception>
    internal static T RunPinned<T>(CpuSet cpus, Func<T> work)
    {
        var result = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() =>
        {
            try
            {
                PinCurrentThread(cpus);
                result.SetResult(work());
            }
            catch (Exception e)
            {
                result.SetException(e);
            }
        })
        { Name = "pinned start" };
        thread.Start();
        thread.Join();
        return result.Task.GetAwaiter().GetResult();
    }
}
