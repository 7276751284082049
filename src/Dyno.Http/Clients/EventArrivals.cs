using Dyno.Http.Parsing;
using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>Notes when the events of an answer that is a <c>text/event-stream</c> come. One request's.</summary>
internal sealed class EventArrivals(EngineClock clock) : IBodySink
{
    private List<long>? _nanos;
    private EventStreamReader _reader; // a struct that is worked on in place

    /// <summary>On the engine's clock, one for each event so far; empty of what is not a stream of events.</summary>
    public IReadOnlyList<long> Nanos => _nanos ?? [];

    /// <inheritdoc/>
    public bool OnlyLooks => true;

    /// <inheritdoc/>
    public bool Begins(AnswerHead head)
    {
        (_nanos, _reader) = (null, default); // a request may be sent again
        return head.IsEventStream;
    }

    /// <inheritdoc/>
    public void Take(ReadOnlySpan<byte> piece)
    {
        var events = _reader.Read(piece);
        if (events == 0) return;
        _nanos ??= [];
        for (var now = clock.NowNanos; events > 0; events--) _nanos.Add(now);
    }
}
