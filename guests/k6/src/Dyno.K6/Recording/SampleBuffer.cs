namespace Dyno.K6;

/// <summary>What one virtual user has measured since its samples were last taken. One thread, except for <see cref="Bytes"/>; keeps its memory.</summary>
internal sealed class SampleBuffer(SharedNumbers frame)
{
    private readonly SharedNumbers _frame = frame;
    private HttpSample[] _requests = new HttpSample[4];

    /// <summary>The numbers shared with the script; the log of events is among them.</summary>
    public ref readonly SharedNumbers Frame => ref _frame;

    /// <summary>Bytes of the user's sockets, streams of events and gRPC calls; the bytes of an HTTP request are kept with the request.</summary>
    public ByteTally Bytes { get; } = new();

    public int Count { get; private set; }

    public ReadOnlySpan<HttpSample> Requests => _requests.AsSpan(0, Count);

    /// <summary>Room for one more request.</summary>
    public ref HttpSample Next()
    {
        if (Count == _requests.Length) Array.Resize(ref _requests, Count * 2);
        return ref _requests[Count++];
    }

    public void Clear()
    {
        Array.Clear(_requests, 0, Count); // releases the objects that the requests refer to
        Count = 0;
        _frame[Dyno.K6.Frame.Events] = 0;
    }
}
