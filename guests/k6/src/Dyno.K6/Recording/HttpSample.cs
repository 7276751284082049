namespace Dyno.K6;

/// <summary>One request and its answer, or the failure to get one, as the metrics see it. Each hop of a redirect is its own sample.</summary>
internal struct HttpSample
{
    public int Step;
    public long IntendedNanos;
    public long StartNanos;
    public long EndNanos;
    public int Status;
    public Dyno.Load.RequestErrorKind Error;
    public string? ErrorText;
    public WireTimings Timings;
    public bool IsRedirect;

    /// <summary>1: the status was expected; 0: it was not; −1: no rule judges it.</summary>
    public sbyte Expected;
    public bool IsNewConnection;
    public int Resends;
    public long BytesSent;
    public long BytesReceived;

    /// <summary>Number of the tags in force when the request was sent.</summary>
    public int TagSet;

    /// <summary>The tags that the samples carry; null when nothing needs them.</summary>
    public ImmutableSortedDictionary<string, string>? Tags;
}
