namespace Dyno.Scenarios;

/// <summary>The command line of a load program.</summary>
internal sealed record ProgramArguments
{
    private const string Known = "the options are --config FILE, --target NAME, --session-id ID, --seed N, --execution-segment FROM:TO, --result FILE, --quiet";

    public string? ConfigFile { get; private set; }

    public string? ResultFile { get; private set; }

    public bool IsQuiet { get; private set; }

    private List<string> Targets { get; } = [];

    private string? SessionId { get; set; }

    private long? Seed { get; set; }

    private ExecutionSegment? Segment { get; set; }

    /// <summary>Reads the command line.</summary>
    /// <exception cref="UserFault">The message names everything that is wrong.</exception>
    public static ProgramArguments Read(string[] args)
    {
        var read = new ProgramArguments();
        var problems = new List<string>();
        for (var i = 0; i < args.Length; i++)
        {
            var (name, value) = Split(args[i]);
            if (name is "--quiet" or "-q") { read.IsQuiet = true; continue; }
            if (name is not ("--config" or "-c" or "--target" or "-t" or "--session-id" or "--seed" or "--execution-segment" or "--result")) { problems.Add($"'{args[i]}' is not an option of a load program"); continue; }
            value ??= i + 1 < args.Length ? args[++i] : null;
            if (value is null) problems.Add($"{name} needs a value");
            else if (read.Take(name, value) is { } wrong) problems.Add($"{name} {value}: {wrong}");
        }
        return problems.Count == 0 ? read : throw new UserFault(string.Join('\n', problems), Known);
    }

    public SessionSettings ApplyTo(SessionSettings settings) => settings with
    {
        SessionId = SessionId ?? settings.SessionId,
        Seed = Seed ?? settings.Seed,
        Segment = Segment ?? settings.Segment,
        TargetScenarios = Targets.Count > 0 ? [.. Targets] : settings.TargetScenarios,
    };

    private static (string Name, string? Value) Split(string word)
    {
        var equals = word.StartsWith("--", StringComparison.Ordinal) ? word.IndexOf('=', StringComparison.Ordinal) : -1;
        return equals < 0 ? (word, null) : (word[..equals], word[(equals + 1)..]);
    }

    // Returns what is wrong with the value; null for a valid value.
    private string? Take(string name, string value)
    {
        switch (name)
        {
            case "--config" or "-c": ConfigFile = value; break;
            case "--target" or "-t": Targets.AddRange(value.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)); break;
            case "--session-id": SessionId = value; break;
            case "--result": ResultFile = value; break;
            case "--execution-segment":
                if (!ExecutionSegment.TryParse(value, null, out var segment, out var error)) return error;
                Segment = segment;
                break;
            default:
                if (!long.TryParse(value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var seed)) return "write a whole number";
                Seed = seed;
                break;
        }
        return null;
    }
}
