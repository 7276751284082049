using Dyno.Fleet.Trust;
using Dyno.Fleet.Wire;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Fleet.Coordinating;

/// <summary>Finds the results of a run whose coordinator died.</summary>
public static class FleetCollect
{
    /// <summary>Merges what the agents left.</summary>
    /// <param name="address">Where the fleet meets.</param>
    /// <param name="key">Its key.</param>
    /// <param name="run">The run's ID.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="UserFault">There is nothing.</exception>
    public static async Task<RunResult> RunAsync(FleetAddress address, FleetKey key, string run, CancellationToken cancellation)
    {
        await using var bus = await FleetBus.ConnectAsync(address, key, "dyno fleet collect", cancellation);
        return await new FleetResults(bus, TimeProvider.System).CollectAsync(run);
    }
}
