using Dyno.Http.Clients;
using Dyno.JavaScript;

namespace Dyno.K6.Recording;

/// <summary>What one virtual user measured since it was last asked. One thread, but for <see cref="Bytes"/>; keeps its memory.</summary>
internal sealed class SampleBuffer(SharedNumbers frame)
{
    private readonly SharedNumbers _frame = frame;
    private HttpSample[] _requests = new HttpSample[4];

    /// <summary>The numbers shared with the script; its log of events among them.</summary>
    public ref readonly SharedNumbers Frame => ref _frame;

    /// <summary>Of its sockets, its streams of events and its calls of gRPC; those of requests stand with each.</summary>
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
        Array.Clear(_requests, 0, Count); // lets go of what they refer to
        Count = 0;
        _frame[VirtualUsers.Frame.Events] = 0;
    }
}
