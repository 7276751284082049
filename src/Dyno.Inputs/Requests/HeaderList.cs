namespace Dyno.Inputs;

/// <summary>Rules that concern all headers of a request together.</summary>
internal static class HeaderList
{
    private static readonly ImmutableArray<string> Single = ["Host", "Content-Type", "Authorization"];

    /// <summary>Whether Dyno writes a header itself, so that each message on the wire is complete.</summary>
    public static bool IsWrittenByDyno(string name) => Same(name, "Content-Length") || Same(name, "Transfer-Encoding");

    public static string? Find(IEnumerable<HeaderField> headers, string name) =>
        headers.Where(h => Same(h.Name, name)).Select(h => h.Value).FirstOrDefault();

    /// <summary>Whether <paramref name="field"/> may stand only once and is already in <paramref name="headers"/>.</summary>
    public static bool IsRepeated(IEnumerable<HeaderField> headers, HeaderField field) =>
        Single.Any(name => Same(name, field.Name)) && Find(headers, field.Name) is not null;

    /// <summary>Replaces every header of the same name by the given ones, which go to the end.</summary>
    public static ImmutableArray<HeaderField> Override(
        ImmutableArray<HeaderField> headers, ImmutableArray<HeaderField> by) =>
        [.. headers.Where(h => !by.Any(o => Same(o.Name, h.Name))), .. by];

    /// <summary>Reads <c>-H</c> options.</summary>
    public static ImmutableArray<HeaderField> FromOptions(ImmutableArray<string> lines, ProblemList problems)
    {
        var place = new SourcePlace(problems, "--header");
        var headers = ImmutableArray.CreateBuilder<HeaderField>();
        foreach (var line in lines)
        {
            if (!HeaderLine.TryRead(line, place, out var field)) continue;
            if (IsWrittenByDyno(field.Name)) place.Warning($"\"{field.Name}\" is left out: Dyno writes it to fit the body");
            else if (IsRepeated(headers, field)) place.Problem($"\"{field.Name}\" is given twice", "give it once");
            else headers.Add(field);
        }

        return headers.ToImmutable();
    }

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);
}
