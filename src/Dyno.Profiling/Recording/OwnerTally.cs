namespace Dyno.Profiling;

/// <summary>Allocations or events by the user's method that they happen in, and by their kind, over all launches of a variant.</summary>
internal sealed class OwnerTally
{
    private readonly Dictionary<(string Owner, string What), double> _weights = [];
    private readonly double _requests;

    /// <param name="tallyOf">What of each is added up.</param>
    /// <param name="counted">
    /// How much of it there is per request by a count of the runtime: the samples then only tell the parts. Null: what was sampled, per
    /// request that was seen meanwhile.
    /// </param>
    public OwnerTally(ImmutableArray<LaunchProfile> launches, Func<LaunchProfile, StackTally> tallyOf, double? counted = null)
    {
        var sampled = launches.Sum(l => tallyOf(l).Total);
        _requests = counted is { } exact and > 0 && sampled > 0 ? sampled / exact : launches.Sum(l => l.EventRequests);
        foreach (var (frames, weight) in launches.SelectMany(l => tallyOf(l).Stacks))
        {
            if (frames.IsEmpty || StackOwner.Of(LogicalStack.Of(frames)) is not { } owner) continue;
            var key = (owner, frames[^1].Name);
            _weights[key] = _weights.GetValueOrDefault(key) + weight;
        }
    }

    /// <summary>Every owner with each kind of what happens in it, and how much of it there is per request.</summary>
    public IEnumerable<(string Owner, string What, double PerRequest)> All => _weights.Keys.Select(k => (k.Owner, k.What, PerRequest(k.Owner, k.What)));

    public IEnumerable<string> WhatOf(string owner) => _weights.Keys.Where(k => k.Owner == owner).Select(k => k.What);

    public double PerRequest(string owner) => WhatOf(owner).Sum(what => PerRequest(owner, what));

    public double PerRequest(string owner, string what) => _requests > 0 ? _weights.GetValueOrDefault((owner, what)) / _requests : 0;

    public string? LargestMore(string owner, OwnerTally before) =>
        WhatOf(owner).MaxBy(what => PerRequest(owner, what) - before.PerRequest(owner, what));

    public string? Largest(string owner) => WhatOf(owner).MaxBy(what => PerRequest(owner, what));
}
