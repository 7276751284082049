using System.Collections.Immutable;
using System.Text.Json;
using Dyno.Inputs.Problems;
using Dyno.Inputs.Requests;
using Dyno.Inputs.Text;

namespace Dyno.Inputs.HttpFiles.Variables;

/// <summary>
/// <c>http-client.env.json</c>, the nearest from the file's folder upwards, with what is personal beside it
/// (<c>http-client.env.json.user</c> of Visual Studio, <c>http-client.private.env.json</c> of JetBrains): the chosen
/// environment over <c>$shared</c>, the personal file over the other.
/// </summary>
internal sealed class EnvironmentFile
{
    private const string Shared = "$shared";
    private const string PublicName = "http-client.env.json";
    private static readonly ImmutableArray<string> PrivateNames = ["http-client.env.json.user", "http-client.private.env.json"];
    private static readonly JsonDocumentOptions Lenient = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    private readonly Dictionary<string, Dictionary<string, EnvironmentEntry>> _environments = new(StringComparer.Ordinal);
    private readonly string? _chosen;

    private EnvironmentFile(string? chosen) => _chosen = chosen;

    public bool IsChosen => _chosen is not null;

    public IEnumerable<string> Names => Visible.SelectMany(e => e.Keys);

    /// <summary>Reads what is near a file.</summary>
    /// <param name="context">The file, and the environment the user chose.</param>
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

    /// <summary>The environments that know a name.</summary>
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
        try
        {
            using var document = JsonDocument.Parse(TextDecoding.Decode(bytes), Lenient);
            AddEnvironments(document.RootElement, path, origin, place);
        }
        catch (JsonException wrong)
        {
            (place with { Line = (int)(wrong.LineNumber ?? 0) + 1 }).Problem(
                "this is not valid JSON", "write { \"dev\": { \"host\": \"http://localhost:5000\" } }", (int)(wrong.BytePositionInLine ?? 0) + 1);
        }
        catch (InvalidOperationException)
        {
            place.Problem("a text has half of a surrogate pair", "write the whole character");
        }
    }

    private void AddEnvironments(JsonElement root, string path, VariableOrigin origin, SourcePlace place)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            place.Problem("this is no object of environments", "write { \"dev\": { \"host\": \"http://localhost:5000\" } }");
            return;
        }

        foreach (var environment in root.EnumerateObject())
        {
            if (environment.Value.ValueKind != JsonValueKind.Object)
            {
                if (!environment.Name.StartsWith('$'))
                    place.Problem($"the environment \"{InText.Quote(environment.Name)}\" is no object", $"write \"{InText.Quote(environment.Name)}\": {{ \"host\": \"…\" }}");
                continue;
            }

            if (!_environments.TryGetValue(environment.Name, out var values)) _environments[environment.Name] = values = new(StringComparer.Ordinal);
            foreach (var variable in environment.Value.EnumerateObject()) values[variable.Name] = Entry(variable, path, origin);
        }
    }

    private static EnvironmentEntry Entry(JsonProperty variable, string path, VariableOrigin origin)
    {
        var value = variable.Value;
        var provider = value.ValueKind == JsonValueKind.Object && value.TryGetProperty("provider", out var name) ? name.ToString() : null;
        var text = value.ValueKind == JsonValueKind.String ? value.GetString()! : value.GetRawText();
        return new EnvironmentEntry(new Definition(variable.Name, text, null, 1, path), origin, provider);
    }
}

/// <summary>A variable of an environment.</summary>
/// <param name="Definition">Its value.</param>
/// <param name="Origin">Whether it may be shown.</param>
/// <param name="Provider">Who keeps the value, when the file only says where it is; otherwise null.</param>
internal sealed record EnvironmentEntry(Definition Definition, VariableOrigin Origin, string? Provider);
