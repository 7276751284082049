namespace Dyno.Cli;

/// <summary>The environment variables that k6 reads for the options of its command line. An option on the command line wins.</summary>
internal static class ScriptVariables
{
    private static readonly (string Name, Func<ScriptOptions, string, ScriptOptions> Set)[] Table =
    [
        ("K6_CONFIG", (script, file) => script with { ConfigFile = file }),
        ("K6_INCLUDE_SYSTEM_ENV_VARS", (script, text) => script with { SeesEnvironment = Truth(text) }),
        ("K6_SECRET_SOURCE", (script, source) => script with { SecretSources = [source] }),
        ("K6_NO_THRESHOLDS", (script, text) => script with { NoThresholds = Truth(text) }),
        ("K6_OUT", (script, list) => script with { Outputs = [.. list.Split(',')] }),
        ("K6_TYPE", (script, text) => script with { Kind = Among(text, "js", "archive") }),
        ("K6_ADDRESS", (script, address) => script with { Address = address }),
        ("K6_NEW_MACHINE_READABLE_SUMMARY", (script, text) => script with { IsSummaryMachineReadable = Truth(text) }),
        ("K6_NO_SUMMARY", (script, text) => script with { HasNoSummary = Truth(text) }),
        ("K6_SUMMARY_MODE", (script, text) => script with { SummaryMode = Among(text, "compact", "full", "legacy", "disabled") }),
        ("K6_NO_COLOR", (script, text) => script with { HasColour = !Truth(text) }),
        ("K6_LOG_FORMAT", (script, text) => script with { LogFormat = Among(text, "text", "json", "raw") }),
        ("K6_LOG_OUTPUT", (script, where) => script with { LogOutput = where }),
        ("K6_CONSOLE_OUTPUT", (script, file) => script with { ConsoleFile = file }),
        ("K6_TRACES_OUTPUT", (script, where) => script with { AsksForTraces = where != "none" }),
    ];

    /// <summary>The options with what the environment sets.</summary>
    public static ScriptOptions Read(ScriptOptions options, ICollection<Problem> problems)
    {
        foreach (var (name, set) in Table)
        {
            if (Get(name) is not { } value) continue;
            try
            {
                options = set(options, value);
            }
            catch (UserFault wrong)
            {
                foreach (var problem in wrong.Problems) problems.Add(problem with { Source = name });
            }
        }
        return options;
    }

    /// <summary>A variable of the environment; null when it is not set, or empty.</summary>
    public static string? Get(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : null;

    private static bool Truth(string text) => TruthText.Read(text) ?? throw Wrong($"'{text}' is neither true nor false", "write true or false");

    private static string Among(string text, params string[] values) =>
        values.Contains(text) ? text : throw Wrong($"'{text}' is unknown", $"write {string.Join(" or ", values)}");

    private static UserFault Wrong(string what, string instead) => new([new Problem("", null, null, what, instead)]);
}
