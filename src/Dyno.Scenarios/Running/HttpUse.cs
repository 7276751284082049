namespace Dyno.Scenarios;

/// <summary>
/// Records how a run uses its HttpClients, for the run's result: versions of HTTP, and clients that reach a server in memory without
/// a socket. The current run follows the flow of the code.
/// </summary>
internal sealed class HttpUse
{
    private const string TestHost = "Microsoft.AspNetCore.TestHost";
    private static readonly ConditionalWeakTable<HttpClient, StrongBox<bool>> Kinds = [];
    private static readonly AsyncLocal<HttpUse?> Flow = new();
    private volatile Seen _seen = new(null, null, false);

    private sealed record Seen(HttpClient? Client, Version? Version, bool InMemory);

    private readonly HashSet<string> _protocols = [];
    private long _resends;

    /// <summary>The run to which the calling code belongs. Two runs in one process do not see each other's clients.</summary>
    public static HttpUse? Current { get => Flow.Value; set => Flow.Value = value; }

    /// <summary>Whether a client reached a server in memory.</summary>
    public bool HasInMemory { get; private set; }

    /// <summary>Counts requests that were sent once more.</summary>
    public void Resent(int count)
    {
        if (count > 0) Interlocked.Add(ref _resends, count);
    }

    /// <summary>The requests sent once more since the last call.</summary>
    public long TakeResends() => Volatile.Read(ref _resends) == 0 ? 0 : Interlocked.Exchange(ref _resends, 0);

    public string[] Protocols
    {
        get { lock (_protocols) return [.. _protocols]; }
    }

    /// <summary>Records an answer. In the usual case (the client and version of the last answer) this costs two comparisons.</summary>
    public void Saw(HttpClient client, Version version)
    {
        var seen = _seen;
        if (ReferenceEquals(seen.Client, client) && ReferenceEquals(seen.Version, version)) return;
        Add(client, version);
    }

    private void Add(HttpClient client, Version version)
    {
        var inMemory = Kinds.GetValue(client, static c => new StrongBox<bool>(IsInMemory(c))).Value;
        _seen = new Seen(client, version, inMemory);
        lock (_protocols)
        {
            HasInMemory |= inMemory;
            _protocols.Add(inMemory ? "in memory, without sockets" : $"HTTP/{(version.Major == 1 ? version.ToString(2) : version.Major)}");
        }
    }

    private static bool IsInMemory(HttpClient client)
    {
        var handler = HandlerOf(client);
        while (handler is DelegatingHandler { InnerHandler: { } inner }) handler = inner;
        return handler?.GetType().FullName?.StartsWith(TestHost, StringComparison.Ordinal) == true;
    }

    // The test server's client differs from any other client only by its innermost handler, which the client hides.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_handler")]
    private static extern ref HttpMessageHandler HandlerField(HttpMessageInvoker client);

    private static HttpMessageHandler? HandlerOf(HttpClient client)
    {
        try
        {
            return HandlerField(client);
        }
        catch (MissingFieldException)
        {
            return null; // on another runtime the handler is not known
        }
    }
}
