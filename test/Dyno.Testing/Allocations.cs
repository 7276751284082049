namespace Dyno.Testing;

/// <summary>What code allocates.</summary>
public static class Allocations
{
    /// <summary>
    /// Bytes that an action allocates on this thread: the least of three times, because the runtime itself may allocate a
    /// little there while it compiles a loop anew.
    /// </summary>
    /// <param name="action">Can be done again and again.</param>
    public static long Least(Action action)
    {
        ArgumentNullException.ThrowIfNull(action);
        var least = long.MaxValue;
        for (var time = 0; time < 3; time++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        return least;
    }
}
