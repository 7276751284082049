namespace Dyno.Experiments;

/// <summary>
/// The plan of a stored experiment, so that its programs can be launched again as they were: the text of the record, the commits that its
/// revisions stood for, and the variants that were measured.
/// </summary>
/// <param name="Doubts">What may be different from what was measured, one sentence each.</param>
public sealed record RecordedExperiment(ExperimentPlan Plan, ImmutableArray<string> Doubts)
{
    /// <summary>Reads the plan of a comparison.</summary>
    /// <param name="name">How the user calls it, for messages.</param>
    /// <param name="isOwn">Whether this folder's experiments have it. A record from elsewhere starts no command and no service.</param>
    /// <exception cref="UserFault">It cannot be launched again: nothing was launched then, or its sources are gone or have changed.</exception>
    public static async Task<RecordedExperiment> ReadAsync(Comparison comparison, string name, bool isOwn, CancellationToken cancellation)
    {
        var record = comparison.Experiment;
        if (comparison.Sweep is not null) throw new UserFault($"{name} is a search, which compares no pair", "explain a comparison: dyno compare --why");
        if (record.Text.Length == 0 || comparison.Variants.IsEmpty)
            throw new UserFault($"{name} was put together from stored results, so there is no program to launch", "compare the programs in one experiment, with --why");
        if (comparison.Pairs.All(pair => !pair.IsAsked || pair.Verdict == "void"))
            throw new UserFault($"{name} has no difference to explain: every pair is void", "compare anew: dyno compare --why");
        var (text, folder, isHere) = TextOf(record, name);
        var plan = PlanOf(record, text, folder, name, allowsOutsideFiles: isOwn || isHere);
        plan = plan with { Variants = [.. comparison.Variants.Where(v => !IsControl(v)).Select(v => Recorded(plan, v, name))] };
        if (!isOwn && !isHere && (plan.Services.Length > 0 || plan.Variants.Any(v => v.Subject.Command.Length > 0)))
            throw new UserFault($"{name} starts commands or services, and the file of the experiment is not here", $"run dyno why where {record.Source} is, or where the experiment ran");
        return new RecordedExperiment(plan, await DoubtsAsync(comparison, plan, name, cancellation));
    }

    private static ExperimentPlan PlanOf(ExperimentRecord record, string text, string folder, string name, bool allowsOutsideFiles)
    {
        try
        {
            var plan = ExperimentReader.ReadText(text, record.Source, folder, new ExperimentOverrides { AllowsOutsideFiles = allowsOutsideFiles });
            return plan with { Seed = record.Seed, Control = record.Control };
        }
        catch (UserFault fault) // such as a project that is gone
        {
            throw new UserFault($"{name} cannot be launched again: {fault.Message}", "run dyno why in the folder in which the experiment ran", fault);
        }
    }

    private static bool IsControl(VariantResult variant) => variant.Name == Judgement.ControlName;

    // As it was measured: a branch may have moved on since.
    private static VariantPlan Recorded(ExperimentPlan plan, VariantResult variant, string name)
    {
        var planned = plan.Variants.FirstOrDefault(v => v.Name == variant.Name && v.Cell == variant.Cell)
            ?? throw new UserFault($"{name} has a variant {variant.Name} that its experiment does not describe", "compare anew: dyno compare --why");
        if (planned.Subject.Git is null || variant.Revision?.Commit is not { } commit) return planned;
        return planned with { Subject = planned.Subject with { Git = commit } };
    }

    // Secrets are masked in a record; the file has them, as long as it is the same file.
    private static (string Text, string Folder, bool IsHere) TextOf(ExperimentRecord record, string name)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(record.Source)) is { } own && Directory.Exists(own) ? own : Environment.CurrentDirectory;
        if (File.Exists(record.Source) && File.ReadAllText(record.Source) is var now && Redaction.Lines(now) == record.Text) return (now, folder, true);
        return record.Text.Contains(Redaction.Mask, StringComparison.Ordinal)
            ? throw new UserFault($"{name} has masked secrets, and its file {record.Source} is gone or has changed", $"compare anew: dyno compare {record.Source} --why")
            : (record.Text, folder, false);
    }

    private static async Task<ImmutableArray<string>> DoubtsAsync(Comparison comparison, ExperimentPlan plan, string name, CancellationToken cancellation)
    {
        if (plan.Variants.All(v => v.Subject.Git is not null || v.Subject.Project is null)) return [];
        var was = comparison.Environment.GitCommit;
        var now = await GitRevision.DescribeAsync(plan.BaseDirectory, cancellation);
        if (was is null || now is null) return [$"whether the sources are those that {name} measured is not known: they are in no git repository"];
        if (was.EndsWith("-dirty", StringComparison.Ordinal)) return [$"whether the sources are those that {name} measured is not known: they had changes that were not committed"];
        if (await GitDiff.ReadAsync(plan.BaseDirectory, was, null, cancellation) is { IsEmpty: true }) return [];
        throw new UserFault($"the sources that {name} measured are gone: the working copy was at {was[..8]}, and has changed since", $"git checkout {was[..8]}, or compare anew with --why");
    }
}
