using System.Collections.Immutable;
using Dyno.Experiments.Trials;
using Dyno.Results.Problems;
using Dyno.Subjects.Services;

namespace Dyno.Experiments.Duets;

/// <summary>
/// The services of variants that are up at the same time: a set of their own for each place in a round, so that none reads what another
/// wrote. A place keeps its set for the whole experiment, and is reset before each round.
/// </summary>
/// <param name="first">The set of the first place, which runs already.</param>
/// <param name="wanted">The services of the experiment.</param>
/// <param name="listener">Told what goes on.</param>
internal sealed class DuetServices(ServiceGroup first, ImmutableArray<ServiceOptions> wanted, IExperimentListener listener) : IAsyncDisposable
{
    private readonly List<ServiceGroup> _places = [first];

    /// <summary>The set of a place, ready for a round; it is started when it is not there yet.</summary>
    /// <param name="place">From 0, and never more than one beyond those that there are.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="UserFault">One cannot be had beside the others.</exception>
    public async Task<ServiceGroup> ReadyAsync(int place, CancellationToken cancellation)
    {
        while (_places.Count <= place)
        {
            var next = new ServiceGroup(wanted, listener);
            _places.Add(next); // also when it does not come up: what of it runs is stopped in the end
            await next.StartAsync(cancellation);
        }
        await _places[place].ResetAsync(cancellation);
        return _places[place];
    }

    /// <summary>Stops all but the first set, which is its maker's.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var place in _places.Skip(1)) await place.DisposeAsync();
    }
}
