namespace Dyno.Import;

/// <summary>Reads curl command lines: one after <c>--curl</c>, or any number of them in a file, as browsers and documentation write them.</summary>
internal static class CurlReader
{
    public static FileKind Kind { get; } = new([".curl", ".sh", ".cmd", ".bat", ".ps1"], "curl command lines", LooksLikeCurl, ReadFile);

    /// <summary>Reads the value of <c>--curl</c>.</summary>
    public static RequestSet ReadOption(string text, ProblemList problems) =>
        Read(text, new SourcePlace(problems, "--curl"), "curl", NamedFiles.OfUser(Environment.CurrentDirectory));

    private static RequestSet ReadFile(InputContext context)
    {
        var text = TextDecoding.Decode(context.Bytes);
        return Read(text, context.Place, Path.GetFileNameWithoutExtension(context.Path), NamedFiles.Of(context));
    }

    private static RequestSet Read(string text, SourcePlace place, string name, NamedFiles files)
    {
        var before = place.Problems.Count;
        var command = new CurlCommand(place, files);
        var words = ImmutableArray<ShellWord>.Empty;
        if (text.IndexOf('\0', StringComparison.Ordinal) is >= 0 and var nul) TextPosition.Of(text, nul).In(place).Problem("this is not text: it has a NUL character", "write curl command lines");
        else words = ShellWords.Split(text, place);
        foreach (var one in Commands(words)) command.Read(one);
        if (command.Requests.Count == 0 && place.Problems.Count == before)
            TextPosition.Start.In(place).Problem("there is no curl command", $"write curl {TargetUrl.Example}");
        return new RequestSet
        {
            Name = name,
            InputKind = "curl",
            Source = place.Source,
            Requests = [.. command.Requests],
            Settings = command.Settings,
        };
    }

    private static IEnumerable<ImmutableArray<ShellWord>> Commands(ImmutableArray<ShellWord> words)
    {
        var command = ImmutableArray.CreateBuilder<ShellWord>();
        foreach (var word in words)
        {
            if (!word.EndsCommand) command.Add(word);
            if (!word.EndsCommand || command.Count == 0) continue;
            yield return command.DrainToImmutable();
        }

        if (command.Count > 0) yield return command.DrainToImmutable();
    }

    private static bool LooksLikeCurl(ContentSample sample) => sample.Lines.Any(line => IsCurl(line.Trim().Split(' ', 2)[0]));

    /// <summary>Whether a word starts a curl command.</summary>
    public static bool IsCurl(string word) => word is "curl" or "curl.exe" or "$" or "/usr/bin/curl";
}
