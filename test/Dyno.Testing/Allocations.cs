namespace Dyno.Testing;

/// <summary>Measures the allocations of code.</summary>
public static class Allocations
{
    /// <summary>
    /// The bytes that an action allocates on this thread. The action runs three times and the least is returned, because the runtime may
    /// allocate a little on this thread while it recompiles a loop.
    /// </summary>
    /// <param name="action">The action; it must be repeatable.</param>
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
