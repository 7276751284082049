namespace Dyno.Cli;

/// <summary><c>dyno bisect</c>: finds the commit that made a program slower.</summary>
internal sealed class BisectCommand : DocumentedCommand
{
    private readonly BisectSymbols _symbols = new();
    private readonly Terminal _terminal;

    public BisectCommand(Terminal terminal)
        : base("bisect", "Find the commit that made a project slower, and say how certain that is.")
    {
        _terminal = terminal;
        Add(_symbols.Good);
        Add(_symbols.Bad);
        AddGroupedOptions();
        SetAction((parsed, _) => new BisectPipeline(terminal, Read(parsed)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Which commit since the release made /orders slower?", "dyno bisect v1.4 main --project src/Api --load /orders"),
        new("And which method", "dyno bisect v1.4 main --project src/Api --load /orders --why"),
        new("Which commit allocates more? Counted work is found on any machine", "dyno bisect v1.4 main --load /orders --metric server.allocatedPerRequest"),
        new("How many comparisons will it take?", "dyno bisect v1.4 main --project src/Api --load /orders --dry-run"),
        new("Go on after Ctrl-C", "dyno bisect v1.4 main --project src/Api --load /orders --resume"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private BisectOptions Read(ParseResult parsed)
    {
        var problems = new List<Problem>();
        if (parsed.GetValue(_symbols.Load) is null) problems.Add(new Problem("--load", null, null, "the load is missing", "write --load /hello, or --load FILE"));
        var longest = Time("--for", parsed.GetValue(_symbols.For), problems);
        var length = Time("--duration", parsed.GetValue(_symbols.Length), problems);
        var confidence = Confidence(parsed.GetValue(_symbols.Confidence), problems);
        if (parsed.GetValue(_symbols.Most) is < 1) problems.Add(new Problem("--most", null, null, "there must be at least one comparison", "write --most 20"));
        if (problems.Count > 0) throw new UserFault([.. problems]);
        var usual = new BisectExperiment { Project = parsed.GetValue(_symbols.Project) ?? _terminal.PathOf("."), Load = parsed.GetValue(_symbols.Load)! };
        return new BisectOptions
        {
            Good = parsed.GetRequiredValue(_symbols.Good),
            Bad = parsed.GetRequiredValue(_symbols.Bad),
            Experiment = usual with
            {
                Metric = parsed.GetValue(_symbols.Metric),
                Longest = longest ?? usual.Longest,
                Duration = length,
                HealthLimits = [.. parsed.GetValue(_symbols.HealthLimits) ?? []],
                AllowsOutsideFiles = parsed.GetValue(_symbols.AllowOutsideFiles),
            },
            Plan = new BisectPlan { Confidence = confidence, MostComparisons = parsed.GetValue(_symbols.Most), Explains = parsed.GetValue(_symbols.Why) },
            Run = _terminal.NewRun() with { Resumes = parsed.GetValue(_symbols.Resume) },
            IsDryRun = parsed.GetValue(_symbols.DryRun),
            IsJson = parsed.GetValue(_symbols.Format) == "json",
            ResultFile = parsed.GetValue(_symbols.Result),
            IsQuiet = parsed.GetValue(_symbols.Quiet),
        };
    }

    private static double Confidence(string? text, List<Problem> problems)
    {
        if (text is null) return BisectPlan.UsualConfidence;
        if (text.EndsWith('%') && double.TryParse(text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
            && percent is >= 50 and < 100)
            return percent / 100;
        problems.Add(new Problem("--confidence", null, null, $"'{text}' is not a share from 50 % to below 100 %", "write --confidence 95%"));
        return BisectPlan.UsualConfidence;
    }

    private static TimeSpan? Time(string option, string? text, List<Problem> problems)
    {
        if (text is null) return null;
        if (DurationText.TryParseTyped(text, out var length) && length > TimeSpan.Zero) return length;
        problems.Add(new Problem(option, null, null, $"'{text}' is not a time above zero", "write 4m"));
        return null;
    }
}
