namespace Dyno.Http;

/// <summary>Records when the events of a <c>text/event-stream</c> answer arrive. For one request.</summary>
internal sealed class EventArrivals(EngineClock clock) : IBodySink
{
    private const int MostEvents = 1_000_000; // of one answer
    private List<long>? _nanos;
    private EventStreamReader _reader; // a mutable struct, changed in place

    /// <summary>Arrival time of each event so far, on the engine's clock; empty when the answer is no event stream.</summary>
    public IReadOnlyList<long> Nanos => _nanos ?? [];

    public bool OnlyLooks => true;

    public bool Begins(AnswerHead head)
    {
        (_nanos, _reader) = (null, default); // a request may be sent again
        return head.IsEventStream;
    }

    public void Take(ReadOnlySpan<byte> piece)
    {
        var events = _reader.Read(piece);
        if (events == 0) return;
        if (Nanos.Count + events > MostEvents) throw new InvalidDataException($"the answer has more than {MostEvents} events");
        _nanos ??= [];
        for (var now = clock.NowNanos; events > 0; events--) _nanos.Add(now);
    }
}
