using CacheLab.Implementations;
using CacheLab.Properties;
using CacheLab.Redis;

namespace CacheLab;

/// <summary>One property on one cache, with an end whatever the cache does.</summary>
internal static class LabRun
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    /// <summary>Tries it; a cache that throws or hangs has broken the property.</summary>
    public static async Task<Finding> OfAsync(ILabProperty property, Registration cache, LabRedis redis)
    {
        redis.Restore();
        redis.Empty();
        await using var lab = new Lab(cache, redis);
        try
        {
            return await property.TryAsync(lab).WaitAsync(Patience);
        }
        catch (TimeoutException)
        {
            return new Finding(1, 1) { Milliseconds = Patience.TotalMilliseconds, IsAtLeast = true, Faults = "not back" };
        }
        catch (Exception fault)
        {
            return new Finding(1, 1) { Faults = fault.GetType().Name };
        }
        finally
        {
            redis.Restore();
        }
    }
}
