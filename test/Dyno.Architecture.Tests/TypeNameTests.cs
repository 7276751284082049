namespace Dyno.Architecture.Tests;

/// <summary>One word, one meaning: a type name that a reader has met means the same everywhere.</summary>
public sealed partial class TypeNameTests
{
    /// <summary>Names that are better used twice, and why.</summary>
    private static readonly Dictionary<string, string> Allowed = new(StringComparer.Ordinal)
    {
        ["Libc"] = "the P/Invokes of a room: rooms share no unsafe code",
        ["Signals"] = "as Libc: signals to a process",
        ["TimeSpec"] = "struct timespec of the system, beside those P/Invokes",
        ["Threshold"] = "that of Dyno.Scenarios, a package, is what its users write; it becomes that of Dyno.Metrics",
        ["DataFeed"] = "that of Dyno.Scenarios, a package, is what its users write; that of Dyno.Http is the rows that requests are filled with",
        ["Metric"] = "that of Dyno.Scenarios, a package, is what its users write; it becomes that of Dyno.Metrics",
        ["Counter"] = "as Metric",
        ["Gauge"] = "as Metric",
    };

    [Fact]
    public void A_type_name_is_used_once()
    {
        var twice = Declarations().Distinct().GroupBy(type => type.Name).Where(name => name.Count() > 1)
            .Select(name => name.Key).ToHashSet(StringComparer.Ordinal);

        twice.Except(Allowed.Keys).ShouldBeEmpty("two types with one name: name one of them after what only it is, or say in this test why both keep it");
        Allowed.Keys.Except(twice).ShouldBeEmpty("no longer used twice: remove it from the list");
    }

    private static IEnumerable<(string Name, string Namespace)> Declarations() =>
        from path in RepositoryFiles.Sources
        let text = RepositoryFiles.Read(path)
        from match in Declaration().Matches(text)
        select (match.Groups["name"].Value, Namespace().Match(text).Groups[1].Value);

    // At the left edge: types inside others are named by these.
    [GeneratedRegex(@"^(\[.*\]\s*)?((public|internal|sealed|abstract|static|readonly|partial|ref|unsafe)\s+)*(class|record struct|record|struct|interface|enum)\s+(?<name>[A-Z]\w*)", RegexOptions.Multiline)]
    private static partial Regex Declaration();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();
}
