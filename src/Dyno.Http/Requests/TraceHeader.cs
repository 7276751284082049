namespace Dyno.Http;

/// <summary>Adds the header that begins a trace to requests. A request whose own headers say which trace it belongs to stays as it is.</summary>
internal static class TraceHeader
{
    public const string Name = "traceparent";
    private const string Slot = "$dyno.traceparent";

    /// <summary>The request with the header.</summary>
    /// <param name="share">The share of requests whose traces are recorded; 0 adds no header.</param>
    public static HttpRequestPlan AddTo(HttpRequestPlan plan, double share) => share <= 0 || plan.Headers.Any(h => IsIts(h.Name)) ? plan : plan with
    {
        Headers = plan.Headers.Add(new HeaderField(Name, $"{{{{{Slot}}}}}")),
        Slots = plan.Slots.Add(new GeneratedSlot(Slot, new TraceParentValue(share))),
    };

    /// <summary>The request of a sequence with the header.</summary>
    /// <param name="share">The share of requests whose traces are recorded; 0 adds no header.</param>
    public static DependentRequest AddTo(DependentRequest plan, double share) => share <= 0 || plan.Headers.Any(h => IsIts(h.Name)) ? plan : plan with
    {
        Headers = plan.Headers.Add(new DependentHeader(Name, new TextTemplate([TextPart.Slot(Slot, new TraceParentValue(share))]))),
    };

    private static bool IsIts(string name) => name.Equals(Name, StringComparison.OrdinalIgnoreCase);
}
