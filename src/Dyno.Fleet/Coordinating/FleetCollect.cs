namespace Dyno.Fleet;

/// <summary>Finds the results of a run whose coordinator died.</summary>
public static class FleetCollect
{
    private static readonly TimeSpan StoreIsAway = TimeSpan.FromSeconds(10);

    /// <summary>Merges the results that the agents left in the store.</summary>
    /// <param name="address">Address of the NATS server where the fleet meets.</param>
    /// <exception cref="UserFault">The fleet keeps no such run, or no result of it.</exception>
    public static async Task<RunResult> RunAsync(FleetAddress address, FleetKey key, string run, CancellationToken cancellation)
    {
        await using var bus = await FleetBus.ConnectAsync(address, key, "dyno fleet collect", cancellation, StoreIsAway);
        return await new FleetResults(bus, TimeProvider.System).CollectAsync(run);
    }
}
