namespace Dyno.Inputs;

/// <summary>A language in which requests can be written. A new language is an entry in <see cref="All"/>.</summary>
/// <param name="Extensions">With their dots; the first is the usual one.</param>
/// <param name="Description">A word or two that name the language.</param>
/// <param name="Write">
/// Writes a set to a path. What the language cannot express is a problem when the load would change, and a warning when it would not, so
/// that nothing is lost unnoticed.
/// </param>
internal sealed record WriterKind(
    ImmutableArray<string> Extensions, string Description, Func<RequestSet, string, ProblemList, ImmutableArray<WrittenFile>> Write)
{
    public static ImmutableArray<WriterKind> All { get; } =
    [
        new([".http", ".rest"], ".http file", HttpFileWriter.Write),
        new([".websurge"], "WebSurge session", SessionWriter.Write),
        new([".js"], "k6 script", K6ScriptWriter.Write),
    ];

    public static string Known => string.Join(" or ", All.Select(k => $"{k.Extensions[0]} ({k.Description})"));

    public static WriterKind? Of(string path) =>
        All.FirstOrDefault(k => k.Extensions.Any(e => path.EndsWith(e, StringComparison.OrdinalIgnoreCase)));
}
