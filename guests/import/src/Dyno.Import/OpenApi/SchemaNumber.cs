namespace Dyno.Import;

/// <summary>A number within the limits of a schema: minimum, maximum (both also exclusive, in the ways of 3.0 and 3.1) and multipleOf.</summary>
internal static class SchemaNumber
{
    private static readonly string[] Limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

    public static DocumentNode Of(DocumentNode schema, bool isWhole, OpenApiReferences references)
    {
        foreach (var name in Limits)
            if (schema[name] is { Kind: NodeKind.Text } text) references.Problem(text, $"{name} is not a number: \"{text.Text}\"", $"write {name}: 1, without quotes");
        var (least, isAbove) = Limit(schema, "minimum", "exclusiveMinimum");
        var (most, isBelow) = Limit(schema, "maximum", "exclusiveMaximum");
        var step = Read(schema, "multipleOf") is > 0 and { } said ? said : isWhole ? 1m : 0.5m;
        var value = least is null && most is null ? (isWhole ? 1m : 1.5m) : least ?? Math.Min(most!.Value, 1m);
        if (Read(schema, "multipleOf") is > 0 || isWhole) value = Math.Ceiling(value / step) * step;
        if (isAbove && value <= least) value += step;
        if (most is { } highest && (isBelow ? value >= highest : value > highest)) value = Below(highest, isBelow, step, least, isAbove);
        return new() { Kind = NodeKind.Number, Line = 1, Column = 1, Text = value.ToString("0.############################", CultureInfo.InvariantCulture) };
    }

    private static decimal Below(decimal most, bool isBelow, decimal step, decimal? least, bool isAbove)
    {
        var value = Math.Floor(most / step) * step;
        if (isBelow && value >= most) value -= step;
        return value < least || (isAbove && value == least) ? (least.Value + most) / 2 : value; // the two limits are nearer to each other than one step
    }

    // Version 3.0 says "exclusiveMinimum: true" beside minimum; version 3.1 says the number in exclusiveMinimum.
    private static (decimal? Limit, bool IsExclusive) Limit(DocumentNode schema, string name, string exclusive)
    {
        var limit = Read(schema, name);
        return Read(schema, exclusive) is { } own ? (own, true) : (limit, limit is not null && schema.Is(exclusive));
    }

    // A value that is not a number is no limit; a limit beyond 28 digits is ignored, because a sample does not need it.
    private static decimal? Read(DocumentNode schema, string name) => schema[name] is { Kind: NodeKind.Number, Text: var text }
        && decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && Math.Abs(number) < 1e15m ? number : null;
}
