using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;

namespace Dyno.Http.Clients;

/// <summary>An answer that is a <c>text/event-stream</c>, read to its end. Immutable.</summary>
internal sealed record EventStreamResponse : WireResponse
{
    /// <summary>An answer and its events.</summary>
    /// <param name="answer">All else.</param>
    /// <param name="eventNanos">At least one.</param>
    [SetsRequiredMembers]
    public EventStreamResponse(WireResponse answer, ImmutableArray<long> eventNanos) : base(answer) => EventNanos = eventNanos;

    /// <summary>When each event had come, on the engine's clock.</summary>
    public ImmutableArray<long> EventNanos { get; }
}
