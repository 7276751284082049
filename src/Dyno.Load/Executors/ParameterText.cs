namespace Dyno.Load;

/// <summary>Parameters of executors as text, for the record.</summary>
internal static class ParameterText
{
    public static ImmutableSortedDictionary<string, string> Of(params ReadOnlySpan<(string Name, string Text)> parameters)
    {
        var texts = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var (name, text) in parameters) texts.Add(name, text);
        return texts.ToImmutable();
    }

    public static string Text(this TimeSpan duration) => DurationText.Format(duration);

    public static string Text(this double number) => number.ToString(CultureInfo.InvariantCulture);

    public static string Text(this int number) => number.ToString(CultureInfo.InvariantCulture);

    public static string Text(this long number) => number.ToString(CultureInfo.InvariantCulture);
}
