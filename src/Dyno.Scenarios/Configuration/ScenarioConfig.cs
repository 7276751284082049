namespace Dyno.Scenarios;

/// <summary>The settings of a configuration for one scenario.</summary>
internal sealed class ScenarioConfig
{
    private readonly ConfigObject _settings;
    private readonly List<string> _problems;

    public ScenarioConfig(ConfigObject settings, List<string> problems)
    {
        (_settings, _problems) = (settings, problems);
        Name = settings.Text("ScenarioName") ?? "";
        if (Name.Length == 0) settings.Problem("ScenarioName", "is missing: write the name of the scenario that these settings are for");
    }

    public static string[] Keys { get; } =
    [
        "ScenarioName", "WarmUpDuration", "LoadSimulationsSettings", "ThresholdSettings", "CustomSettings", "MaxFailCount",
        "RestartIterationOnFail", "Weight", "MaxConcurrentIterations",
    ];

    public string Name { get; }

    public JsonElement? CustomSettings => _settings.Value("CustomSettings");

    public ImmutableArray<ScenarioProps> ApplyTo(ImmutableArray<ScenarioProps> scenarios)
    {
        var changed = scenarios.Select(s => s.ScenarioName == Name ? ApplyTo(s) : s).ToImmutableArray();
        if (Name.Length > 0 && scenarios.All(s => s.ScenarioName != Name))
            _settings.Problem("ScenarioName", $"is '{Name}', which is not a scenario of the code: the scenarios are {string.Join(", ", scenarios.Select(s => s.ScenarioName))}");
        return changed;
    }

    private ScenarioProps ApplyTo(ScenarioProps props) => props with
    {
        WarmUp = _settings.Time("WarmUpDuration") ?? props.WarmUp,
        MaxFailCount = _settings.Number("MaxFailCount") ?? props.MaxFailCount,
        Weight = _settings.Number("Weight") ?? props.Weight,
        MaxUsers = _settings.Number("MaxConcurrentIterations") ?? props.MaxUsers,
        RestartIterationOnFail = Flag("RestartIterationOnFail") ?? props.RestartIterationOnFail,
        Simulations = _settings.Has("LoadSimulationsSettings") ? [.. Simulations()] : props.Simulations,
        Thresholds = _settings.Has("ThresholdSettings") ? [.. Thresholds()] : props.Thresholds,
    };

    private bool? Flag(string key)
    {
        if (_settings.Value(key) is not { } value) return null;
        if (value.ValueKind is JsonValueKind.True or JsonValueKind.False) return value.GetBoolean();
        _settings.Problem(key, $"is {ConfigObject.KindOf(value)}: write true or false");
        return null;
    }

    private IEnumerable<LoadSimulation> Simulations()
    {
        foreach (var (value, index) in _settings.Items("LoadSimulationsSettings"))
            if (SimulationConfig.Read(value, out var simulation, out var error)) yield return simulation;
            else _settings.Problem($"LoadSimulationsSettings[{index}]", error);
    }

    private IEnumerable<Threshold> Thresholds()
    {
        foreach (var one in _settings.Objects("ThresholdSettings", ThresholdConfig.Keys))
            if (new ThresholdConfig(one).Read() is { } threshold) yield return threshold;
    }
}
