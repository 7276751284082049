namespace Dyno.Import;

/// <summary>
/// The configuration that holds for the requests of one level of the plan: that of the levels above, and that of the level itself, wherever
/// it stands among the requests.
/// </summary>
internal sealed record JMeterLevel
{
    /// <summary>Nothing is configured.</summary>
    public static readonly JMeterLevel None = new();

    /// <summary>HTTP request defaults, the nearest first.</summary>
    public ImmutableArray<JMeterElement> Defaults { get; private init; } = [];

    /// <summary>Header managers, the nearest first.</summary>
    public ImmutableArray<JMeterElement> Headers { get; private init; } = [];

    public ImmutableArray<JMeterElement> Cookies { get; private init; } = [];

    public ImmutableArray<JMeterElement> Authorizations { get; private init; } = [];

    public ImmutableArray<JMeterElement> Timers { get; private init; } = [];

    public ImmutableArray<JMeterElement> Assertions { get; private init; } = [];

    public ImmutableArray<JMeterElement> Extractors { get; private init; } = [];

    /// <summary>The level below, with its own elements.</summary>
    public JMeterLevel With(List<JMeterElement> own) => new()
    {
        Defaults = [.. own.Where(JMeterKinds.IsDefaults), .. Defaults],
        Headers = [.. Of(own, "HeaderManager"), .. Headers],
        Cookies = [.. Of(own, "CookieManager"), .. Cookies],
        Authorizations = [.. Of(own, "AuthManager"), .. Authorizations],
        Timers = [.. Timers, .. own.Where(e => JMeterKinds.IsTimer(e.Type))],
        Assertions = [.. Assertions, .. own.Where(e => JMeterKinds.IsAssertion(e.Type))],
        Extractors = [.. Extractors, .. own.Where(e => JMeterKinds.IsExtractor(e.Type))],
    };

    private static IEnumerable<JMeterElement> Of(List<JMeterElement> own, string type) => own.Where(e => e.Type == type);
}
