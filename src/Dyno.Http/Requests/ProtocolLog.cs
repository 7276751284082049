namespace Dyno.Http;

/// <summary>The protocols that were negotiated, each once, in alphabetical order. Thread-safe.</summary>
internal sealed class ProtocolLog
{
    private ImmutableSortedSet<string> _seen = ImmutableSortedSet.Create<string>(StringComparer.Ordinal);

    public ImmutableArray<string> Seen => [.. Volatile.Read(ref _seen)];

    public void Add(string protocol) => ImmutableInterlocked.Update(ref _seen, static (seen, p) => seen.Add(p), protocol);
}
