namespace Dyno.Inputs;

/// <summary>
/// Reads <c>.http</c> and <c>.rest</c> files as Visual Studio, VS Code's REST Client and JetBrains write them.
/// docs/http-files.md says what is understood, and what was chosen where the three differ.
/// </summary>
internal static partial class HttpFileReader
{
    public static FileKind Kind { get; } = new([".http", ".rest"], ".http file", LooksLikeHttpFile, Read);

    public static RequestSet Read(InputContext context)
    {
        var before = context.Problems.Count;
        var lines = SessionLines.Read(context.Bytes, context.Place);
        var blocks = FileBlock.Split(lines).Select(block => BlockParts.Read(block, context.Place)).ToImmutableArray();
        var data = DataDirective.Read(blocks, context);
        if (data is not null) context = context with { Columns = data.Columns.IsDefault ? [] : data.Columns, HasUnknownColumns = data.Columns.IsDefault };
        var definitions = blocks.SelectMany(b => b.Variables).OrderBy(l => l.Number).Select(l => DefinitionOf(l, context.Place)).OfType<Definition>().ToList();
        var scope = new VariableScope(definitions, EnvironmentFile.Read(context), LabelsOf(blocks), context, LoginsOf(blocks));
        var variables = scope.ReadAll(context.Place);
        var reader = new HttpRequestReader(scope, context);
        var requests = blocks.Where(b => b.HasRequest).SelectMany(reader.Read)
            .SelectMany(WebSocketBlock.Split).ToImmutableArray();
        var settings = FileDirectives.Read(blocks, context);
        if (requests.IsEmpty && context.Problems.Count == before)
            SessionLines.EndOf(lines).In(context.Place).Problem("the file has no request", blocks.Any(b => b.IsSwitchedOff)
                ? $"remove \"{ControlHeaders.Inactive}: 1\", or \"# @disabled\", from one"
                : $"write one, e.g. \"GET {TargetUrl.Example}\"");
        return new RequestSet
        {
            Name = Path.GetFileNameWithoutExtension(context.Path),
            InputKind = "http",
            Source = context.Path,
            Requests = RequestOrder.Check(requests, AfterOf(blocks), context.Place),
            Settings = settings with { Feed = data },
            Variables = variables,
            Tokens = scope.Tokens,
        };
    }

    // For each request line, the directives that name the requests to send before it.
    private static ILookup<int, Directive> AfterOf(ImmutableArray<BlockParts> blocks) => blocks.Where(b => b.HasRequest)
        .SelectMany(b => b.Directives.Where(d => d.Name == "after").Select(d => (b.RequestLine[0].Number, d))).ToLookup(a => a.Number, a => a.d);

    private static Definition? DefinitionOf(SessionLine line, SourcePlace place)
    {
        var match = Variable().Match(line.Text);
        if (match.Success)
            return new Definition(match.Groups["name"].Value, Unescaped(match.Groups["value"].Value),
                line.Number, match.Groups["value"].Index + 1);
        (place with { Line = line.Number, Column = 1 }).Problem($"this is not a variable: \"{InText.Quote(line.Text.Trim())}\"", "write @name = value");
        return null;
    }

    // REST Client's escapes; a backslash before any other character stays.
    private static string Unescaped(string value) => Escape().Replace(value, m => m.Value[1] switch { 'n' => "\n", 'r' => "\r", 't' => "\t", _ => "\\" });

    private static HashSet<string> LabelsOf(ImmutableArray<BlockParts> blocks)
    {
        var labels = new HashSet<string>(StringComparer.Ordinal);
        foreach (var block in blocks.Where(b => b.HasRequest))
        {
            if (block.Label is not { } label) continue;
            labels.Add(label); // of several labels with the same name the nearest one above counts, as for variables
        }

        return labels;
    }

    // Problems of these directives are reported with those of their requests.
    private static ImmutableDictionary<string, TokenDirective> LoginsOf(ImmutableArray<BlockParts> blocks)
    {
        var logins = ImmutableDictionary.CreateBuilder<string, TokenDirective>(StringComparer.Ordinal);
        foreach (var block in blocks.Where(b => b.HasRequest && b.Label is not null))
            if (block.Directives.FirstOrDefault(d => d.Name == "token") is { } directive)
                logins[block.Label!] = TokenDirective.Read(directive, block.Label, new SourcePlace(new ProblemList(), ""));
        return logins.ToImmutable();
    }

    private static bool LooksLikeHttpFile(ContentSample sample) =>
        sample.Lines.Any(line => line.StartsWith("###", StringComparison.Ordinal)) && sample.Lines.Any(RequestLineText.LooksLikeOne);

    [GeneratedRegex(@"\\[nrt\\]", RegexOptions.CultureInvariant)]
    private static partial Regex Escape();

    [GeneratedRegex(@"^\s*@(?<name>[^\s=@{}]+)\s*=\s*(?<value>.*?)\s*$", RegexOptions.CultureInvariant)]
    private static partial Regex Variable();
}
