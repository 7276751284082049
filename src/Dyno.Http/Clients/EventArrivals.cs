using System.Collections.Immutable;
using Dyno.Http.Parsing;
using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>When the events of an answer that is a <c>text/event-stream</c> have come.</summary>
internal sealed class EventArrivals(EngineClock clock)
{
    private readonly ImmutableArray<long>.Builder _nanos = ImmutableArray.CreateBuilder<long>();
    private EventStreamReader _reader; // a struct that is worked on in place

    /// <summary>On the engine's clock, one for each event so far.</summary>
    public ImmutableArray<long> Nanos => _nanos.ToImmutable();

    /// <summary>Reads the next piece of the body.</summary>
    public void Read(ReadOnlySpan<byte> piece)
    {
        var events = _reader.Read(piece);
        if (events == 0) return;
        for (var now = clock.NowNanos; events > 0; events--) _nanos.Add(now);
    }
}
