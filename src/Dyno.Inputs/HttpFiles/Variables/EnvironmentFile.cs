namespace Dyno.Inputs;

/// <summary>
/// The nearest <c>http-client.env.json</c> from the file's folder upwards, with the personal file beside it
/// (<c>http-client.env.json.user</c> of Visual Studio, <c>http-client.private.env.json</c> of JetBrains). The chosen environment wins over
/// <c>$shared</c>, and the personal file wins over the other one.
/// </summary>
internal sealed class EnvironmentFile
{
    private const string Shared = "$shared";
    private const int MaxNesting = 8;
    private const int MaxValues = 100_000;
    private const string Example = "write { \"dev\": { \"host\": \"http://localhost:5000\" } }";
    private const string PublicName = "http-client.env.json";
    private static readonly ImmutableArray<string> PrivateNames = ["http-client.env.json.user", "http-client.private.env.json"];

    private readonly Dictionary<string, Dictionary<string, EnvironmentEntry>> _environments = new(StringComparer.Ordinal);
    private readonly string? _chosen;

    private EnvironmentFile(string? chosen) => _chosen = chosen;

    public bool IsChosen => _chosen is not null;

    public IEnumerable<string> Names => Visible.SelectMany(e => e.Keys);

    /// <summary>Reads the environment files for an input file.</summary>
    /// <param name="context">The input file, and the environment that the user chose.</param>
    public static EnvironmentFile Read(InputContext context)
    {
        var file = new EnvironmentFile(context.Request.HttpEnvironment);
        var path = NearbyFiles.Find(context.Path, PublicName);
        if (path is not null) file.Add(path, VariableOrigin.Environment, context.Problems);
        foreach (var name in PrivateNames)
            if (NearbyFiles.Find(context.Path, name) is { } personal) file.Add(personal, VariableOrigin.PrivateEnvironment, context.Problems);
        if (context.Request.HttpEnvironment is { } chosen && !file._environments.ContainsKey(chosen)) file.ReportUnknown(chosen, path, context);
        return file;
    }

    public EnvironmentEntry? Find(string name) => Visible.Select(e => e.GetValueOrDefault(name)).FirstOrDefault(e => e is not null);

    /// <summary>The environments that have a variable of this name.</summary>
    public ImmutableArray<string> EnvironmentsWith(string name) => [.. _environments.Where(e => e.Value.ContainsKey(name)).Select(e => e.Key)];

    private IEnumerable<Dictionary<string, EnvironmentEntry>> Visible =>
        new[] { _chosen, Shared }.OfType<string>().Where(_environments.ContainsKey).Select(name => _environments[name]);

    private void ReportUnknown(string chosen, string? path, InputContext context)
    {
        var known = _environments.Keys.Where(k => k != Shared).ToList();
        var what = path is null && known.Count == 0
            ? $"there is no {PublicName} beside \"{context.Path}\" or above"
            : $"there is no environment \"{InText.Quote(chosen)}\"";
        context.Problems.Add("--http-env", what, known.Count == 0
            ? $"write one: {{ \"{InText.Quote(chosen)}\": {{ \"host\": \"{TargetUrl.Example.TrimEnd('/')}\" }} }}"
            : $"write {NearestWord.Find(chosen, known) ?? string.Join(", ", known)}");
    }

    private void Add(string path, VariableOrigin origin, ProblemList problems)
    {
        var place = new SourcePlace(problems, path);
        if (!InputFile.TryRead(path, place, out var bytes)) return;
        if (DocumentReader.Read(bytes, place, writeInstead: Example) is { } root) AddEnvironments(root, path, origin, place);
    }

    private void AddEnvironments(DocumentNode root, string path, VariableOrigin origin, SourcePlace place)
    {
        if (root.Kind != NodeKind.Object)
        {
            root.In(place).Problem("this is not an object that holds environments", Example);
            return;
        }

        foreach (var (environment, variables) in root.Members)
        {
            if (variables.Kind != NodeKind.Object)
            {
                if (!environment.StartsWith('$'))
                    variables.In(place).Problem($"the environment \"{InText.Quote(environment)}\" is not an object", $"write \"{InText.Quote(environment)}\": {{ \"host\": \"…\" }}");
                continue;
            }

            if (!_environments.TryGetValue(environment, out var values)) _environments[environment] = values = new(StringComparer.Ordinal);
            foreach (var (name, value) in variables.Members) Add(values, name, value, path, origin, 0);
        }
    }

    // { "nested": { "url": … } } is also known as {{nested.url}}.
    private static void Add(Dictionary<string, EnvironmentEntry> values, string name, DocumentNode value, string path, VariableOrigin origin, int depth)
    {
        values[name] = Entry(name, value, path, origin);
        if (depth > MaxNesting || values.Count > MaxValues) return;
        foreach (var (inner, member) in value.Members) Add(values, $"{name}.{inner}", member, path, origin, depth + 1);
        for (var i = 0; i < value.Items.Count; i++) Add(values, $"{name}[{i}]", value.Items[i], path, origin, depth + 1);
    }

    private static EnvironmentEntry Entry(string name, DocumentNode value, string path, VariableOrigin origin)
    {
        var text = value.Kind switch
        {
            NodeKind.Null => "null",
            NodeKind.Array or NodeKind.Object => ImportedJson.Compact(value),
            _ => value.Text,
        };
        var column = value.Kind == NodeKind.Text ? value.Column + 1 : value.Column; // after the quote
        return new EnvironmentEntry(new Definition(name, text, value.Line, column, path), origin, value.Of("provider"));
    }
}

/// <summary>A variable of an environment.</summary>
/// <param name="Origin">Where the value comes from, which says whether it may be shown.</param>
/// <param name="Provider">The store that keeps the value, when the file only says where the value is; otherwise null.</param>
internal sealed record EnvironmentEntry(Definition Definition, VariableOrigin Origin, string? Provider);
