using System.Text.Json.Serialization;

namespace Dyno.Reporting;

/// <summary>
/// Charts as the page's script reads them. The text may stand in a script element, because it holds no <c>&lt;</c>, <c>&gt;</c> or
/// <c>&amp;</c>.
/// </summary>
internal static class ChartJson
{
    private static readonly ChartContext Context = new(new JsonSerializerOptions
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.Never,
        Encoder = JavaScriptEncoder.Default,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
    });

    public static string Write(ImmutableArray<Chart> charts) =>
        JsonSerializer.Serialize(charts.Select(Finite).ToImmutableArray(), Context.ImmutableArrayChart);

    public static string Write(ImmutableArray<FlameFrame> frames) => JsonSerializer.Serialize(frames, Context.ImmutableArrayFlameFrame);

    // JSON cannot express infinity or NaN, which a document that was edited by hand may still lead to.
    private static Chart Finite(Chart chart) => chart with
    {
        X = [.. chart.X.Select(x => double.IsFinite(x) ? x : 0)],
        Lines = [.. chart.Lines.Select(line => line with { Values = [.. line.Values.Select(v => v is { } value && double.IsFinite(value) ? v : null)] })],
    };
}

/// <summary>The generated contract of the charts.</summary>
[JsonSerializable(typeof(ImmutableArray<Chart>))]
[JsonSerializable(typeof(ImmutableArray<FlameFrame>))]
internal sealed partial class ChartContext : JsonSerializerContext;
