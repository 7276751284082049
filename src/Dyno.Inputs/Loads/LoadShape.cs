namespace Dyno.Inputs;

/// <summary>
/// How much load there is, and for how long: options of the command line win over the file, and the file over the defaults. All problems
/// are reported; the value has a meaning only when there were none.
/// </summary>
internal sealed record LoadShape
{
    public const int DefaultConnections = 50;
    public const int MaxConnections = 1_000_000;
    public const int MaxWorkers = 256;
    public static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);
    public static readonly TimeSpan DefaultMaxDuration = TimeSpan.FromMinutes(10);

    /// <summary>Virtual users, one connection each; null when only a rate was given.</summary>
    public int? Connections { get; init; }

    public TimeSpan? Duration { get; init; }

    public long? Iterations { get; init; }

    public (double PerTimeUnit, TimeSpan TimeUnit)? Rate { get; init; }

    /// <summary>The time over which virtual users begin; null: all at once.</summary>
    public TimeSpan? Ramp { get; init; }

    /// <summary>The number of virtual users over time; empty: constant, or as <see cref="Ramp"/> says.</summary>
    public ImmutableArray<VirtualUserStage> Stages { get; init; } = [];

    public ArrivalPattern Arrivals { get; init; }

    public ExecutionSegment Segment { get; init; } = ExecutionSegment.Whole;

    public ImmutableArray<Threshold> Thresholds { get; init; } = [];

    public TimeSpan WarmUp { get; init; }

    public TimeSpan GracefulStop { get; init; }

    public int Workers { get; init; }

    public static LoadShape Read(LoadRequest request, FileSettings file, ProblemList problems)
    {
        var option = new OptionReader(problems);
        var rate = ReadRate(request, problems) ?? (request.Iterations is null ? file.Rate : null);
        if (request.Rate is not null && request.Iterations is not null)
            problems.Add("--iterations", "a rate already sets the number of iterations", "give --rate with --duration, or --iterations alone");
        return new LoadShape
        {
            Connections = option.Count("--connections", request.Connections, 1, MaxConnections) ?? file.Connections,
            Duration = option.Time("--duration", request.Duration, "10s", TimeSpan.FromSeconds(1))
                ?? (request.Iterations is null ? file.Duration : null),
            Iterations = option.Count("--iterations", request.Iterations, 1, 1_000_000_000_000)
                ?? (rate is null && request.Duration is null ? file.Iterations : null),
            Rate = rate,
            Ramp = ReadRamp(request, rate is not null, problems) ?? FileRamp(request, file),
            Stages = SaysHowMuch(request) ? [] : file.Stages,
            Arrivals = ReadArrivals(request, rate is not null, problems) ?? file.Arrivals ?? default,
            Segment = ReadSegment(request, problems),
            Thresholds = ThresholdsOf(request, file, problems),
            WarmUp = option.Time("--warmup", request.WarmUp, "2s") ?? file.WarmUp ?? TimeSpan.Zero,
            GracefulStop = option.Time("--graceful-stop", request.GracefulStop, "30s") ?? file.GracefulStop ?? TimeSpan.FromSeconds(30),
            Workers = option.Count("--threads", request.Threads, 1, MaxWorkers) ?? DefaultWorkers,
        };
    }

    private static bool SaysHowMuch(LoadRequest request) =>
        request is not { Connections: null, Duration: null, Iterations: null, Rate: null, Ramp: null };

    // A ramp of the file holds until the command line says another kind of load, or a time that is too short for it.
    private static TimeSpan? FileRamp(LoadRequest request, FileSettings file)
    {
        if (file.Ramp is not { } ramp || request.Rate is not null || request.Iterations is not null || file.Rate is not null) return null;
        if (file.Iterations is not null && request.Duration is null) return null;
        var duration = new OptionReader(new ProblemList()).Time("--duration", request.Duration, "10s") ?? file.Duration;
        return duration is null || duration > ramp ? ramp : null;
    }

    // Half of the CPUs, because on one machine the server needs the other half.
    private static int DefaultWorkers => Math.Clamp(Environment.ProcessorCount / 2, 1, 8);

    // A condition of the command line replaces one of the file on the same figure.
    private static ImmutableArray<Threshold> ThresholdsOf(LoadRequest request, FileSettings file, ProblemList problems)
    {
        var given = request.Thresholds.Select(text => ReadThreshold(text, problems)).OfType<Threshold>().ToImmutableArray();
        return [.. given, .. file.Thresholds.Where(t => !given.Any(g => IsOfSameFigure(g, t)))];

        static bool IsOfSameFigure(Threshold a, Threshold b) =>
            a.Selector.Equals(b.Selector) && a.Expression.Aggregation.Equals(b.Expression.Aggregation);
    }

    private static ArrivalPattern? ReadArrivals(LoadRequest request, bool hasRate, ProblemList problems)
    {
        if (request.Arrivals is null) return null;
        if (!hasRate && request.Rate is null) problems.Add("--arrivals", "an arrival pattern needs a rate", "give --rate as well");
        switch (request.Arrivals.ToUpperInvariant())
        {
            case "POISSON": return ArrivalPattern.Poisson;
            case "UNIFORM" or "REGULAR": return ArrivalPattern.Uniform;
            default:
                problems.Add("--arrivals", $"\"{InText.Quote(request.Arrivals)}\" is not known", "write uniform or poisson");
                return null;
        }
    }

    private static TimeSpan? ReadRamp(LoadRequest request, bool hasRate, ProblemList problems)
    {
        var ramp = new OptionReader(problems).Time("--ramp", request.Ramp, "60s", TimeSpan.FromSeconds(1));
        if (ramp is not null && (hasRate || request.Iterations is not null))
            problems.Add("--ramp", "works only for connections that loop for a time", "leave --rate and --iterations out, or --ramp");
        var duration = new OptionReader(new ProblemList()).Time("--duration", request.Duration, "10s");
        if (ramp is not null && duration is not null && duration < ramp)
            problems.Add("--ramp", "is longer than the whole load", "write --duration longer than --ramp");
        return ramp;
    }

    private static ExecutionSegment ReadSegment(LoadRequest request, ProblemList problems)
    {
        if (request.ExecutionSegment is not { } text) return ExecutionSegment.Whole;
        if (ExecutionSegment.TryParse(text, null, out var segment, out var error)) return segment;
        problems.Add("--execution-segment", error);
        return ExecutionSegment.Whole;
    }

    private static Threshold? ReadThreshold(string text, ProblemList problems)
    {
        if (ThresholdParser.TryParse(text, out var threshold, out var error)) return threshold;
        problems.Add("--threshold", error);
        return null;
    }

    private static (double, TimeSpan)? ReadRate(LoadRequest request, ProblemList problems)
    {
        if (request.Rate is null) return null;
        if (RateText.TryParse(request.Rate, out var rate, out var timeUnit)) return (rate, timeUnit);
        problems.Add("--rate", $"this is not a rate above 0 and up to {RateText.HighestPerSecond:N0}/s: \"{InText.Quote(request.Rate)}\"", $"write {RateText.Examples}");
        return null;
    }
}
