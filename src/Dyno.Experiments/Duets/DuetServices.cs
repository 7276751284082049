namespace Dyno.Experiments;

/// <summary>
/// The services of variants that run at the same time. Each place in a round has its own set, so that no variant reads what another
/// one wrote. A place keeps its set for the whole experiment; the set is reset before each round.
/// </summary>
/// <param name="first">The set of the first place, which runs already.</param>
internal sealed class DuetServices(ServiceGroup first, ImmutableArray<ServiceOptions> wanted, IExperimentListener listener) : IAsyncDisposable
{
    private readonly List<ServiceGroup> _places = [first];

    /// <summary>The set of a place, ready for a round; it is started when it is not there yet.</summary>
    /// <param name="place">The place, from 0; at most one more than the places that have a set.</param>
    /// <exception cref="UserFault">The services cannot be started beside those of the other places.</exception>
    public async Task<ServiceGroup> ReadyAsync(int place, CancellationToken cancellation)
    {
        while (_places.Count <= place)
        {
            var next = new ServiceGroup(wanted, listener);
            _places.Add(next); // added also when it does not come up, so that what runs of it is stopped in the end
            await next.StartAsync(cancellation);
        }
        await _places[place].ResetAsync(cancellation);
        return _places[place];
    }

    /// <summary>Stops all sets but the first, which its creator stops.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var place in _places.Skip(1)) await place.DisposeAsync();
    }
}
