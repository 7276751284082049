namespace Dyno.Scenarios;

/// <summary>Reads a JSON configuration and applies it over the settings of the code. All mistakes are reported at once.</summary>
internal sealed class ConfigFile
{
    private static readonly JsonDocumentOptions Lenient = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };
    private readonly string _path;
    private readonly List<string> _problems = [];

    private ConfigFile(string path) => _path = path;

    /// <summary>Scenarios and settings as the file changes them; unchanged without a file.</summary>
    /// <exception cref="UserFault">The file is missing or wrong.</exception>
    public static (ImmutableArray<ScenarioProps> Scenarios, SessionSettings Settings) Apply(
        string? path, ImmutableArray<ScenarioProps> scenarios, SessionSettings settings)
    {
        if (path is null) return (scenarios, settings);
        var file = new ConfigFile(path);
        using var document = file.Read();
        var applied = file.Apply(document.RootElement.Clone(), scenarios, settings);
        if (file._problems.Count == 0) return applied;
        throw new UserFault($"{path}: {string.Join($"\n{path}: ", file._problems)}", "docs/scenarios.md lists the keys of a configuration");
    }

    private JsonDocument Read()
    {
        try
        {
            return JsonDocument.Parse(File.ReadAllText(_path), Lenient);
        }
        catch (JsonException wrong)
        {
            throw new UserFault($"{_path}({wrong.LineNumber + 1},{wrong.BytePositionInLine + 1}): this is not JSON: {wrong.Message}", null, wrong);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"the configuration {_path} cannot be read: {failure.Message}", "LoadConfig and --config take a path from the current directory", failure);
        }
    }

    private (ImmutableArray<ScenarioProps>, SessionSettings) Apply(JsonElement root, ImmutableArray<ScenarioProps> scenarios, SessionSettings settings)
    {
        var top = new ConfigObject(root, "", _problems, "TestSuite", "TestName", "TargetScenarios", "GlobalSettings");
        var global = top.Object("GlobalSettings", "ScenariosSettings", "GlobalCustomSettings", "ReportFormats", "ReportFolder", "ReportFileName");
        var changed = settings with
        {
            TestSuite = top.Text("TestSuite") ?? settings.TestSuite,
            TestName = top.Text("TestName") ?? settings.TestName,
            TargetScenarios = top.Has("TargetScenarios") ? [.. top.Texts("TargetScenarios")] : settings.TargetScenarios,
            ReportFolder = global?.Text("ReportFolder") ?? settings.ReportFolder,
            ReportFileName = global?.Text("ReportFileName") ?? settings.ReportFileName,
            ReportFormats = global?.Has("ReportFormats") == true ? [.. Formats(global)] : settings.ReportFormats,
            GlobalCustomSettings = global?.Value("GlobalCustomSettings") ?? settings.GlobalCustomSettings,
        };
        foreach (var one in global?.Objects("ScenariosSettings", ScenarioConfig.Keys) ?? [])
        {
            var config = new ScenarioConfig(one, _problems);
            scenarios = config.ApplyTo(scenarios);
            if (config.CustomSettings is { } custom) changed = changed with { CustomSettings = changed.CustomSettings.SetItem(config.Name, custom) };
        }
        return (scenarios, changed);
    }

    private IEnumerable<ReportFormat> Formats(ConfigObject global)
    {
        foreach (var text in global.Texts("ReportFormats"))
            if (Enum.TryParse<ReportFormat>(text, ignoreCase: true, out var format) && Enum.IsDefined(format)) yield return format;
            else _problems.Add(string.Create(CultureInfo.InvariantCulture,
                $"GlobalSettings.ReportFormats: '{text}' is not a report format: write {string.Join(", ", Enum.GetNames<ReportFormat>())}"));
    }
}
