namespace Dyno.Load;

/// <summary>
/// An experiment's changes to a load that is described in code: how long it measures, at which rate, and when its warm-up ends. Stages and
/// numbers of iterations belong to the code and stay as they are.
/// </summary>
public sealed record TrialShape
{
    /// <summary>The environment variable that passes the shape to a load that runs as a separate program.</summary>
    public const string Variable = "DYNO_TRIAL";

    /// <summary>Length of scenarios with a constant number of users or a constant rate; null keeps the length.</summary>
    public TimeSpan? Length { get; init; }

    /// <summary>Starts per second of scenarios with a constant rate; null keeps the rate.</summary>
    public double? RatePerSecond { get; init; }

    public required TimeSpan WarmUp { get; init; }

    /// <summary>When the warm-up ends earlier.</summary>
    public required WarmUpLevel Level { get; init; }

    /// <summary>Limits of the health rules; null keeps the load's own.</summary>
    public HealthLimits? Limits { get; init; }

    /// <summary>Environment variables for the code. They are passed as environment variables and not in <see cref="Variable"/>.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Returns the changed plan.</summary>
    /// <exception cref="UserFault">A rate is asked for, but no scenario has a constant rate.</exception>
    public TestPlan ApplyTo(TestPlan plan)
    {
        if (RatePerSecond is not null && plan.Scenarios.All(s => s.Executor.AtRate(1) is null))
            throw new UserFault($"{plan.Source}: none of its scenarios has a constant rate, so no rate can be set",
                "add a constant rate (k6: constant-arrival-rate; C#: Simulation.Inject), or remove rate and sweep from the experiment");
        return plan with
        {
            WarmUp = WarmUp,
            WarmUpLevel = WarmUp > TimeSpan.Zero ? Level : null,
            HealthLimits = Limits ?? plan.HealthLimits,
            Scenarios = [.. plan.Scenarios.Select(s => s with { Executor = Shaped(s.Executor), WarmUp = null })],
        };
    }

    /// <summary>The shape as a value of <see cref="Variable"/>.</summary>
    public override string ToString() => string.Join(' ', Parts().Where(p => p.Value is not null)
        .Select(p => string.Create(CultureInfo.InvariantCulture, $"{p.Key}={p.Value}")));

    /// <summary>Reads a shape from a value of <see cref="Variable"/>; null when the value is missing or damaged.</summary>
    public static TrialShape? Parse(string? text)
    {
        if (string.IsNullOrWhiteSpace(text)) return null;
        var parts = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var part in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            if (part.Split('=') is [var key, var value] && double.TryParse(value, CultureInfo.InvariantCulture, out var number)) parts[key] = number;
        TimeSpan? Time(string key) => parts.TryGetValue(key, out var milliseconds) ? TimeSpan.FromMilliseconds(milliseconds) : null;
        if ((Time("warmUpMs"), Time("minimumMs"), Time("windowMs")) is not ({ } warmUp, { } minimum, { } window)) return null;
        return new TrialShape
        {
            Length = Time("lengthMs"),
            RatePerSecond = parts.TryGetValue("rate", out var rate) ? rate : null,
            WarmUp = warmUp,
            Level = new WarmUpLevel { Minimum = minimum, Window = window, Tolerance = parts.GetValueOrDefault("tolerance", new WarmUpLevel().Tolerance) },
            Limits = LimitNumbers.Of(parts),
        };
    }

    private IEnumerable<KeyValuePair<string, double?>> Parts() =>
    [
        new("lengthMs", Length?.TotalMilliseconds), new("rate", RatePerSecond), new("warmUpMs", WarmUp.TotalMilliseconds),
        new("minimumMs", Level.Minimum.TotalMilliseconds), new("windowMs", Level.Window.TotalMilliseconds), new("tolerance", Level.Tolerance),
        .. Limits is null ? [] : LimitNumbers.From(Limits).Select(limit => KeyValuePair.Create(limit.Key, (double?)limit.Value)),
    ];

    private ExecutorPlan Shaped(ExecutorPlan executor)
    {
        if (Length is { } length) executor = executor.For(length) ?? executor;
        return RatePerSecond is { } rate ? executor.AtRate(rate) ?? executor : executor;
    }
}
