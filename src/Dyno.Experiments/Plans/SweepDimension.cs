namespace Dyno.Experiments;

/// <summary>What a search varies.</summary>
/// <param name="Name">The environment variable of a <see cref="SweepKind.Setting"/> or <see cref="SweepKind.LoadSetting"/>; otherwise empty.</param>
public sealed record SweepDimension(SweepKind Kind, string Name = "")
{
    private const string Environment = "env.";
    private const string LoadEnvironment = "load.";

    /// <summary>The offered rate; the default.</summary>
    public static SweepDimension Rate { get; } = new(SweepKind.Rate);

    /// <summary>Whether its values are whole numbers.</summary>
    public bool IsWhole => Kind is SweepKind.Connections or SweepKind.Streams;

    /// <summary>Reads <c>rate</c>, <c>connections</c>, <c>streams</c>, <c>env.NAME</c> or <c>load.NAME</c>; null for anything else.</summary>
    public static SweepDimension? Read(string text) => text switch
    {
        "rate" => Rate,
        "connections" => new SweepDimension(SweepKind.Connections),
        "streams" => new SweepDimension(SweepKind.Streams),
        _ when text.StartsWith(Environment, StringComparison.Ordinal) && text.Length > Environment.Length =>
            new SweepDimension(SweepKind.Setting, text[Environment.Length..]),
        _ when text.StartsWith(LoadEnvironment, StringComparison.Ordinal) && text.Length > LoadEnvironment.Length =>
            new SweepDimension(SweepKind.LoadSetting, text[LoadEnvironment.Length..]),
        _ => null,
    };

    public VariantPlan At(VariantPlan variant, double value)
    {
        var text = value.ToString("0.###", CultureInfo.InvariantCulture);
        return Kind switch
        {
            SweepKind.Rate => variant with { Shape = variant.Shape with { Rate = text + "/s" } },
            SweepKind.Connections => variant with { Shape = variant.Shape with { Connections = (int)value } },
            SweepKind.Streams => variant with { Shape = variant.Shape with { Streams = (int)value } },
            SweepKind.LoadSetting => variant with { Shape = variant.Shape with { Environment = variant.Shape.Environment.SetItem(Name, text) } },
            _ => variant with { Subject = variant.Subject with { Environment = variant.Subject.Environment.SetItem(Name, text) } },
        };
    }

    /// <summary>A value in words: <c>240/s</c>, <c>64 connections</c>, <c>LIMIT=50</c>.</summary>
    public string Words(double value)
    {
        var number = value.ToString(value < 100 ? "0.##" : "#,0", CultureInfo.InvariantCulture);
        return Kind switch
        {
            SweepKind.Rate => number + "/s",
            SweepKind.Connections => value == 1 ? "1 connection" : $"{number} connections",
            SweepKind.Streams => value == 1 ? "1 stream" : $"{number} streams",
            _ => $"{Name}={value.ToString("0.###", CultureInfo.InvariantCulture)}",
        };
    }

    public override string ToString() => Kind switch
    {
        SweepKind.Setting => Environment + Name,
        SweepKind.LoadSetting => LoadEnvironment + Name,
        _ => Kind.ToString().ToLowerInvariant(),
    };
}

/// <summary>The kinds of what a search varies.</summary>
public enum SweepKind
{
    /// <summary>The offered rate, per second.</summary>
    Rate,

    /// <summary>The connections of a closed load.</summary>
    Connections,

    /// <summary>The requests in flight on each HTTP/2 connection.</summary>
    Streams,

    /// <summary>An environment variable of the subject.</summary>
    Setting,

    /// <summary>An environment variable of a load in code.</summary>
    LoadSetting,
}
