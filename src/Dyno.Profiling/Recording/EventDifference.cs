using System.Collections.Immutable;
using System.Globalization;
using Dyno.Profiling.Differences;
using Dyno.Profiling.Stacks;
using Dyno.Results.Profiles;

namespace Dyno.Profiling.Recording;

/// <summary>What the variant allocates, throws and waits for more, by the method that does it.</summary>
internal sealed class EventDifference(ProfiledPair pair)
{
    private const int MostEvents = 3;
    private const double LeastPerRequest = 0.0001; // a wait or two in a launch say nothing
    private const double LeastBytes = 50; // per request; less is noise of the sampling

    private readonly OwnerTally _allocatedBefore = new(pair.Before, l => l.Allocations);
    private readonly OwnerTally _allocatedAfter = new(pair.After, l => l.Allocations);
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
            Events = [.. MoreEvents(row.Method).OrderByDescending(e => e.Now).Take(MostEvents).Select(e => InWords(e.What, e.Now))],
        };
    }

    private IEnumerable<(string What, double Now)> MoreEvents(string method) => _eventsAfter.WhatOf(method)
        .Select(what => (What: what, Now: _eventsAfter.PerRequest(method, what), Before: _eventsBefore.PerRequest(method, what)))
        .Where(e => e.Now > 2 * e.Before && e.Now >= LeastPerRequest).Select(e => (e.What, e.Now));

    private static string InWords(string what, double perRequest) => perRequest >= 0.95
        ? string.Create(CultureInfo.InvariantCulture, $"{what} {perRequest:0.#} times per request")
        : string.Create(CultureInfo.InvariantCulture, $"{what} in {perRequest:0.## %} of the requests");

    /// <summary>Weights by owner and kind, over all launches of a variant.</summary>
    private sealed class OwnerTally
    {
        private readonly Dictionary<(string Owner, string What), double> _weights = [];
        private readonly double _requests;

        public OwnerTally(ImmutableArray<LaunchProfile> launches, Func<LaunchProfile, StackTally> tallyOf)
        {
            _requests = launches.Sum(l => l.EventRequests);
            foreach (var (frames, weight) in launches.SelectMany(l => tallyOf(l).Stacks))
            {
                if (frames.IsEmpty || StackOwner.Of(LogicalStack.Of(frames)) is not { } owner) continue;
                var key = (owner, frames[^1].Name);
                _weights[key] = _weights.GetValueOrDefault(key) + weight;
            }
        }

        public IEnumerable<string> WhatOf(string owner) => _weights.Keys.Where(k => k.Owner == owner).Select(k => k.What);

        public double PerRequest(string owner) => WhatOf(owner).Sum(what => PerRequest(owner, what));

        public double PerRequest(string owner, string what) => _requests > 0 ? _weights.GetValueOrDefault((owner, what)) / _requests : 0;

        public string? LargestMore(string owner, OwnerTally before) =>
            WhatOf(owner).MaxBy(what => PerRequest(owner, what) - before.PerRequest(owner, what));
    }
}
