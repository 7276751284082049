namespace Dyno.Import;

/// <summary>One request of a collection, with what its folders say.</summary>
internal sealed partial class BruRequest(BruVariables variables, InputContext context, InputContext ofFiles, ScriptNotes scripts)
{
    private static readonly string[] Methods = ["get", "post", "put", "delete", "patch", "options", "head", "connect", "trace", "http"];

    private readonly HashSet<string> _labels = new(StringComparer.Ordinal);

    private ImportScope Scope => variables.Scope;

    public static string NameOf(BruFile file) => file.Of("meta")?.Of("name") is { Length: > 0 } name ? name.ReplaceLineEndings(" ")
        : Path.GetFileNameWithoutExtension(file.Place.Source);

    /// <summary>The request; null when it is none, or wrong.</summary>
    /// <param name="above">The settings of collection and folders, the outermost first.</param>
    public RequestDraft? Read(BruFile file, ImmutableArray<BruFile> above, string name)
    {
        if (file.Blocks.Find(b => b.Name is "grpc" or "ws") is { } other)
        {
            other.In(file.Place).Warning($"\"{InText.Quote(name)}\" is left out: it is a {(other.Name == "ws" ? "WebSocket" : "gRPC call")}", "write it into a .http file: WEBSOCKET ws://…, or GRPC …");
            return null;
        }

        if (file.Blocks.Find(b => Methods.Contains(b.Name)) is not { } head)
        {
            (file.Place with { Line = 1, Column = 1 }).Problem($"\"{InText.Quote(name)}\" has no request", "write a block such as get { url: http://localhost:5000/ }, or remove the file");
            return null;
        }

        var place = head.In(file.Place);
        Scope.Enter(OwnVariables(file, above));
        if (!MethodName.TryRead(head.Name == "http" ? head.Of("method") ?? "" : head.Name.ToUpperInvariant(), place, out var method)) return null;
        var address = head.Of("url") ?? "";
        if (address.Length == 0)
        {
            place.Problem($"\"{InText.Quote(name)}\" has no URL", "write url: http://localhost:5000/");
            return null;
        }

        foreach (var pair in file.Of("params:path")?.Enabled ?? []) address = ImportedUrl.WithVariable(address, pair.Name, pair.Value);
        address = ImportedUrl.Encoded(address);
        var headers = HeadersOf(file, above, name, place);
        address = new BruAuth(variables, headers, name).Apply(head.Of("auth") ?? "inherit", file, above, address);
        var body = new BruBody(variables, ofFiles).Read(head.Of("body") ?? "none", file, head, headers, name);
        var url = ImportedUrl.Template(address, Scope);
        if (url.IsLiteral && !TargetUrl.TryRead(url.Written, place, out _, out _)) return null;
        NoteScripts(file, name);
        return new RequestDraft
        {
            Name = name,
            Label = TakeAnswers(file, name),
            Method = method,
            Url = url,
            Headers = headers.ToImmutable(),
            Body = body,
            Checks = ChecksOf(file, name),
            Line = file.Place.Source == context.Path ? head.Line : null,
            Column = file.Place.Source == context.Path ? 1 : null,
        };
    }

    /// <summary>Notes the scripts of a file, which are not run.</summary>
    public void NoteScripts(BruFile file, string name)
    {
        foreach (var block in file.Blocks.Where(b => (b.Name == "tests" || b.Name.StartsWith("script:", StringComparison.Ordinal)) && b.Text.Trim().Length > 0))
            scripts.Note(block.Name, name, block.In(file.Place));
    }

    /// <summary>The names that a request takes from its answer.</summary>
    public static IEnumerable<string> NamesTaken(BruFile file) => (file.Of("vars:post-response")?.Enabled ?? []).Select(p => p.Name.TrimStart('@'));

    // Variables of folders and of the request: the nearest one wins.
    private static Dictionary<string, string> OwnVariables(BruFile file, ImmutableArray<BruFile> above)
    {
        var own = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var pair in above.Skip(1).Append(file).SelectMany(f => f.Of("vars:pre-request")?.Enabled ?? [])) own[pair.Name.TrimStart('@')] = pair.Value;
        return own;
    }

    private ImportedHeaders HeadersOf(BruFile file, ImmutableArray<BruFile> above, string name, SourcePlace place)
    {
        var headers = new ImportedHeaders();
        foreach (var level in above.Append(file).Reverse())
            foreach (var pair in level.Of("headers")?.Enabled ?? [])
            {
                if (headers.Has(pair.Name)) continue; // that of the nearest level counts
                if (variables.IsTooEarly(pair.Value)) place.Warning($"\"{InText.Quote(name)}\" is sent without the header {InText.Quote(pair.Name)}: its value comes from the answer of a later request");
                else headers.Add(pair.Name, Scope.Read(pair.Value), pair.In(level.Place));
            }

        return headers;
    }

    private string? TakeAnswers(BruFile file, string name)
    {
        string? label = null;
        foreach (var pair in file.Of("vars:post-response")?.Enabled ?? [])
        {
            var wanted = label ?? LabelOf(NameOf(file));
            if (variables.Take(pair.Name.TrimStart('@'), pair.Value.Trim(), wanted)) label = wanted;
            else pair.In(file.Place).Warning($"\"{InText.Quote(name)}\": Dyno does not take the value of \"{InText.Quote(pair.Name)}\": {InText.Quote(pair.Value)}", "write it like res.body.token, res.body.items[0].id or res.headers.location");
        }

        return label;
    }

    private ImmutableArray<ResponseCheck> ChecksOf(BruFile file, string name)
    {
        var checks = ImmutableArray.CreateBuilder<ResponseCheck>();
        foreach (var pair in file.Of("assert")?.Enabled ?? [])
        {
            if (CheckOf(pair.Name.Trim(), pair.Value.Trim()) is { } text && CheckText.Read(text, pair.In(file.Place)) is { } check) checks.Add(check);
            else if (context.Problems.Count == 0) pair.In(file.Place).Warning($"\"{InText.Quote(name)}\": the assertion is not checked: {InText.Quote(pair.Name)}: {InText.Quote(pair.Value)}", "write --check 'body contains \"…\"', or judge the answer in a load in C#");
        }

        return checks.ToImmutable();
    }

    private string? CheckOf(string subject, string condition)
    {
        if (Condition().Match(condition) is not { Success: true } match) return null;
        var (word, operand) = (match.Groups[1].Value, Scope.ReadKnown(match.Groups[2].Value.Trim()));
        var sign = word switch { "eq" => "==", "neq" => "!=", "gt" => ">", "gte" => ">=", "lt" => "<", "lte" => "<=", "contains" => "contains", _ => null };
        if (sign is null || string.IsNullOrEmpty(operand) || operand.Any(char.IsControl)) return null;
        if (subject == "res.status") return sign != "contains" && operand.Length == 3 && operand.All(char.IsAsciiDigit) ? $"status {sign} {operand}" : null;
        if (subject == "res.responseTime") return sign is not ("contains" or "==" or "!=") && operand.All(char.IsAsciiDigit) ? $"duration {sign} {operand}ms" : null;
        if (subject == "res.body") return sign is "contains" ? $"body contains {operand}" : null;
        return BruVariables.HeaderOf(subject) is { } header && sign is "contains" or "==" or "!=" ? $"header {BruVariables.HeaderOf(subject)} {sign} {operand}" : null;
    }

    // A name of one word by which later requests refer to this one.
    private string LabelOf(string name)
    {
        var plain = NoWord().Replace(name, "_").Trim('_');
        if (plain.Length == 0 || !char.IsAsciiLetter(plain[0])) plain = "r" + plain;
        if (plain.Length > 40) plain = plain[..40];
        var label = plain;
        for (var number = 2; !_labels.Add(label); number++) label = $"{plain}{number}";
        return label;
    }

    [GeneratedRegex(@"^(\w+)\s+(.+)$", RegexOptions.CultureInvariant | RegexOptions.Singleline)]
    private static partial Regex Condition();

    [GeneratedRegex(@"[^A-Za-z0-9]+", RegexOptions.CultureInvariant)]
    private static partial Regex NoWord();
}
