using CacheLab.Implementations;
using CacheLab.Properties;
using CacheLab.Redis;

namespace CacheLab;

/// <summary>Tests one property on one cache, and ends even if the cache hangs.</summary>
internal static class LabRun
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    /// <summary>Tests the property; a cache that throws or hangs has violated it.</summary>
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
