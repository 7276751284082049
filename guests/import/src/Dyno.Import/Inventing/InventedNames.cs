namespace Dyno.Import;

/// <summary>
/// The values that Postman and newman invent for each request, by name: <c>$randomFullName</c>. They look like newman's, but every address
/// of a host or of a person is in example.com, so that a load reaches no one.
/// </summary>
internal static class InventedNames
{
    private const string JavaScriptDate = "ddd MMM dd yyyy HH:mm:ss 'GMT+0000 (Coordinated Universal Time)'";

    private static readonly FrozenDictionary<string, string> Patterns = Table("names.txt").ToFrozenDictionary(p => p[0], p => WithBreaks(p[1]));

    /// <summary>Every name, with its <c>$</c>.</summary>
    public static IEnumerable<string> All => Patterns.Keys.Concat(["$randomUUID", "$randomDatePast", "$randomDateFuture", "$randomDateRecent"]);

    /// <summary>The value of a name; null when there is none.</summary>
    public static GeneratedValue? Find(string name) => name switch
    {
        "$randomUUID" => new GuidValue(),
        "$randomDatePast" => new RandomDateValue(TimeSpan.FromDays(-365), TimeSpan.Zero, JavaScriptDate),
        "$randomDateFuture" => new RandomDateValue(TimeSpan.Zero, TimeSpan.FromDays(365), JavaScriptDate),
        "$randomDateRecent" => new RandomDateValue(TimeSpan.FromDays(-1), TimeSpan.Zero, JavaScriptDate),
        _ => Patterns.TryGetValue(name, out var pattern) ? InventedPattern.Read(pattern) : null,
    };

    /// <summary>The lines of a file of the assembly, each cut after its first word.</summary>
    internal static IEnumerable<string[]> Table(string file)
    {
        using var stream = typeof(InventedNames).Assembly.GetManifestResourceStream(file)!;
        return new StreamReader(stream).ReadToEnd().TrimEnd().Split('\n', StringSplitOptions.TrimEntries).Select(line => line.Split(' ', 2));
    }

    private static string WithBreaks(string pattern) =>
        pattern.Replace(@"\n", "\n", StringComparison.Ordinal).Replace(@"\r", "\r", StringComparison.Ordinal);
}
