namespace Dyno.Profiling;

/// <summary>Where a program allocates the objects of each type, by the methods of the user's own projects.</summary>
public sealed class AllocationSites
{
    private const int MostOfType = 3;
    private const double LeastShare = 0.05;

    private readonly ILookup<string, (string Owner, double Bytes)> _byType;
    private readonly LaunchProfile _launch;
    private readonly ISourceMap _sources;

    internal AllocationSites(LaunchProfile launch, ISourceMap sources)
    {
        (_launch, _sources) = (launch, sources);
        _byType = launch.Allocations.Stacks.Where(stack => stack.Frames.Length > 1)
            .Select(stack => (Type: stack.Frames[^1].Name, Owner: StackOwner.Keys(LogicalStack.Of(stack.Frames[..^1])).First(), Bytes: stack.Weight))
            .ToLookup(one => one.Type, one => (one.Owner, one.Bytes), StringComparer.Ordinal);
    }

    /// <summary>Records a running program's allocations for a time, while something else loads it.</summary>
    /// <returns>The sites; null when the runtime does not answer.</returns>
    public static async Task<AllocationSites?> RecordAsync(int process, TimeSpan length, ISourceMap sources, TimeProvider time, CancellationToken cancellation)
    {
        using var traces = OwnedFolder.Create("dyno-sites-");
        await using var recorder = await ProfileRecorder.BeginAsync([process], traces.Path, SamplerRung.Events, cancellation);
        await recorder.StartEventsAsync(cancellation);
        await Task.Delay(length, time, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await recorder.StopEventsAsync();
        return (await recorder.FinishAsync())[0] is { } launch ? new AllocationSites(launch, sources) : null;
    }

    /// <summary>The methods that allocate a type, the one with the most bytes first; empty for a type that was not seen.</summary>
    /// <param name="type">The type, such as <c>System.Byte[]</c>.</param>
    public ImmutableArray<AllocationSite> Of(string type)
    {
        var all = _byType[type].Sum(one => one.Bytes);
        return
        [
            .. _byType[type].GroupBy(one => one.Owner, (owner, ones) => (Owner: owner, Share: ones.Sum(one => one.Bytes) / all))
                .Where(site => site.Share >= LeastShare)
                .OrderByDescending(site => site.Share).ThenBy(site => site.Owner, StringComparer.Ordinal).Take(MostOfType)
                .Select(site => SiteOf(site.Owner, site.Share)),
        ];
    }

    private AllocationSite SiteOf(string owner, double share)
    {
        var source = _launch.Sources.GetValueOrDefault(owner);
        var file = source is null ? null : _sources.Relative(source.File);
        return new() { Method = owner, File = file, Line = source?.First, Share = Math.Round(share, 3) };
    }
}
