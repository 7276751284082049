namespace Dyno.Experiments;

/// <summary>Turns a variant of an experiment into the requests, loads and subjects of the other projects.</summary>
internal static class TrialLoad
{
    /// <summary>The options that the experiment has for a load of requests.</summary>
    public static LoadRequest Request(ExperimentPlan plan, VariantPlan variant) => new()
    {
        Target = variant.Load,
        OnlyPath = variant.Path,
        Duration = plan.Duration is { } length
            ? string.Create(CultureInfo.InvariantCulture, $"{length.TotalMilliseconds:0}ms") : variant.Shape.Duration,
        Rate = variant.Shape.Rate,
        Connections = variant.Shape.Connections,
        Streams = variant.Shape.Streams,
        HttpVersion = variant.Shape.UsesHttp2 == true ? HttpVersionChoice.Http2 : null,
        Method = variant.Shape.Method,
        Headers = variant.Shape.Headers,
        Body = variant.Shape.Body,
        HttpEnvironment = variant.Shape.HttpEnvironment,
        Auth = variant.Shape.Auth,
        ProtoFiles = variant.Shape.ProtoFiles,
        ImportPaths = variant.Shape.ImportPaths,
        HealthLimits = plan.HealthLimits,
        AllowsOutsideFiles = plan.AllowsOutsideFiles,
    };

    /// <summary>How the load of a variant is opened for a trial, whatever kind of load it is.</summary>
    /// <param name="round">The round, which is part of the seed.</param>
    /// <param name="trusted">The certificate of the program for https; null for http.</param>
    /// <param name="instances">The address of each instance; default: not known yet.</param>
    public static LoadOpening Opening(ExperimentPlan plan, VariantPlan variant, int round, Uri baseUrl, string? trusted = null,
        ImmutableArray<Uri> instances = default) => new()
        {
            Path = variant.Load,
            BaseUrl = baseUrl,
            Instances = instances.IsDefault ? [.. Enumerable.Repeat(baseUrl, variant.Subject.Instances)] : instances,
            CertificateFile = trusted,
            Shape = Shape(plan, variant),
            Seed = plan.Seed + round,
        };

    /// <summary>The changes that the experiment makes to a load.</summary>
    public static TrialShape Shape(ExperimentPlan plan, VariantPlan variant) => new()
    {
        Length = plan.Duration ?? (DurationText.TryParseTyped(variant.Shape.Duration, out var length) ? length : null),
        RatePerSecond = RateText.TryParse(variant.Shape.Rate, out var rate, out var unit) ? rate / unit.TotalSeconds : null,
        WarmUp = (variant.WarmUp ?? plan.WarmUp).Maximum,
        Level = Level(variant.WarmUp ?? plan.WarmUp),
        Environment = variant.Shape.Environment,
        Limits = InputReader.ReadHealthLimits(plan.HealthLimits),
    };

    private static WarmUpLevel Level(WarmUpRule rule) => new() { Minimum = rule.Minimum, Window = rule.Window, Tolerance = rule.Tolerance };

    public static TestPlan Read(ExperimentPlan plan, VariantPlan variant, int round, Uri baseUrl, string? trusted = null,
        ImmutableArray<Uri> instances = default) =>
        new RequestLoad(Request(plan, variant)).Read(Opening(plan, variant, round, baseUrl, trusted, instances));

    public static Task<ImmutableArray<HttpRequestPlan>> RequestsAsync(
        ExperimentPlan plan, VariantPlan variant, Uri baseUrl, string? trusted, CancellationToken cancellation) =>
        new RequestLoad(Request(plan, variant)).ReadRequestsAsync(Opening(plan, variant, 1, baseUrl, trusted), cancellation);

    /// <summary>How a variant is started.</summary>
    /// <param name="variant">The variant; not one at a URL.</param>
    /// <param name="services">The variables of the services; the variables of the variant win over them.</param>
    /// <param name="project">The path of the project, when it differs from the file.</param>
    /// <param name="folder">The working directory of a command, unless the variant has one.</param>
    public static SubjectOptions Subject(VariantPlan variant, IEnumerable<KeyValuePair<string, string>> services, string? project, string folder) => new()
    {
        Project = project ?? variant.Subject.Project ?? "",
        Command = variant.Subject.Command,
        Framework = variant.Subject.Framework,
        RuntimeVersion = variant.Subject.Runtime,
        Arguments = variant.Subject.Arguments,
        Environment = ImmutableSortedDictionary.CreateRange(StringComparer.Ordinal, services).SetItems(variant.Subject.Environment),
        Properties = variant.Subject.Properties,
        WorkingDirectory = variant.Subject.Directory ?? (variant.Subject.Command.IsEmpty || variant.Subject.On is not null ? null : folder),
        MemoryLimitBytes = variant.Subject.MemoryLimitBytes,
        UsesHttps = variant.Subject.UsesHttps,
        StartsCold = variant.Subject.StartsCold,
        Port = variant.Subject.Port,
        KeepsFiles = variant.Subject.KeepsFiles,
        Instances = variant.Subject.Instances,
        ReadyPath = variant.Subject.ReadyPath,
        Cpus = CpusOf(variant.Subject),
    };

    // The generator does not use the server's CPUs, as long as there are others.
    private static CpuPlan CpusOf(SubjectPlan subject)
    {
        if (subject.On is not null) return new CpuPlan { Server = subject.Cpus }; // CPUs of the other machine, which runs no generator
        if (subject.Cpus is not { } server) return CpuPlan.ForThisMachine();
        if (CpuAffinity.OfCurrentThread() is not { } allowed) return CpuPlan.Unpinned;
        var others = allowed.Cpus.Except(server.Cpus).ToList();
        return new CpuPlan
        {
            Server = server,
            Generator = others.Count > 0 ? new CpuSet(others) : null,
            Note = others.Count > 0 ? null : "the variant has all CPUs, so the generator shares them with the variant",
        };
    }
}
