namespace Dyno.Profiling;

/// <summary>What the variant allocates, throws and waits for more, by the method that does it.</summary>
internal sealed class EventDifference(ProfiledPair pair)
{
    private const double LeastBytes = 50; // per request; less is noise of the sampling

    private readonly OwnerTally _allocatedBefore = new(pair.Before, l => l.Allocations, Counted(pair, pair.AllocatedBefore));
    private readonly OwnerTally _allocatedAfter = new(pair.After, l => l.Allocations, Counted(pair, pair.AllocatedAfter));
    private readonly OwnerTally _eventsBefore = new(pair.Before, l => l.Events);
    private readonly OwnerTally _eventsAfter = new(pair.After, l => l.Events);

    /// <summary>Adds to a row what its method allocates, and which events happen there.</summary>
    public ProfileRow Complete(ProfileRow row)
    {
        var bytes = _allocatedAfter.PerRequest(row.Method) - _allocatedBefore.PerRequest(row.Method);
        return row with
        {
            AllocatedBytes = bytes >= LeastBytes || -bytes >= LeastBytes ? Math.Round(bytes) : null,
            AllocatedType = bytes >= LeastBytes ? _allocatedAfter.LargestMore(row.Method, _allocatedBefore) : null,
            Events = [.. MoreEvents(row.Method).OrderByDescending(e => e.Now).Take(EventWords.MostEvents).Select(e => EventWords.Of(e.What, e.Now))],
        };
    }

    // Both or neither: a difference of a counted and a sampled figure would be that of the two methods.
    private static double? Counted(ProfiledPair pair, double? bytes) => pair.AllocatedBefore is null || pair.AllocatedAfter is null ? null : bytes;

    private IEnumerable<(string What, double Now)> MoreEvents(string method) => _eventsAfter.WhatOf(method)
        .Select(what => (What: what, Now: _eventsAfter.PerRequest(method, what), Before: _eventsBefore.PerRequest(method, what)))
        .Where(e => e.Now > 2 * e.Before && e.Now >= EventWords.LeastPerRequest).Select(e => (e.What, e.Now));
}
