namespace Dyno.Cli;

/// <summary>What the user asked of <c>dyno run</c>.</summary>
internal sealed record RunOptions
{
    /// <summary>The folder of <c>.dyno</c>.</summary>
    public string Folder { get; init; } = Environment.CurrentDirectory;

    public required RequestedLoad Load { get; init; }

    /// <summary>The program to start; null when the load goes to a server that runs already.</summary>
    public SubjectRequest? Subject { get; init; }

    /// <summary>The fleet with the machine that starts the program; null: this machine starts it.</summary>
    public FleetRequest? SubjectFleet { get; init; }

    /// <summary>
    /// How closely the program's runtime is observed; null when the user did not say: fully when Dyno starts the program, minimally when it
    /// runs already, because it belongs to someone else.
    /// </summary>
    public ObserveLevel? Observe { get; init; }

    /// <summary>Where the figures of a server elsewhere come from; null: the server is looked for on this machine.</summary>
    public ServerElsewhere? Elsewhere { get; init; }

    /// <summary>Name of the run in reports; null: the plan's own.</summary>
    public string? Name { get; init; }

    /// <summary>The name that the user gave the run, or one without the random port of the program under test; null: the plan's own.</summary>
    public string? NameOfRun => Name ?? (Subject is { } subject ? Load.NameOn(subject.Path) : null);

    /// <summary>The reports to print and to write. When none is for stdout, the load's usual reports are printed.</summary>
    public ImmutableArray<ReportTarget> Reports { get; init; } = [];

    public ReportLayout Layout { get; init; }

    /// <summary>File for the result; null for none.</summary>
    public string? ResultFile { get; init; }

    /// <summary>File for k6's summary data; null for none.</summary>
    public string? SummaryFile { get; init; }

    /// <summary>The live outputs that receive snapshots during the run, as the user wrote them.</summary>
    public ImmutableArray<string> Outputs { get; init; } = [];

    /// <summary>Whether the result is kept in <c>.dyno/runs</c>.</summary>
    public bool IsStored { get; init; } = true;

    /// <summary>Whether one more launch of the program is profiled after the run.</summary>
    public bool Profiles { get; init; }

    /// <summary>The folder of the profile's files for other tools; null when nothing is kept.</summary>
    public string? ProfileFolderOf(string id) => IsStored ? Path.GetRelativePath(Environment.CurrentDirectory, RunStore.Here(Folder).ProfileFolderOf(id))
        : ResultFile is { } file && !file.StartsWith("/dev/", StringComparison.Ordinal) ? Path.ChangeExtension(file, null) + RunStore.ProfileEnding : null;

    /// <summary>What is asked of the watch for growth; null for a run that is not watched.</summary>
    public GrowthOptions? Growth { get; init; }

    public bool FailsOnGrowth { get; init; }

    public bool FailsOnVoid { get; init; }

    public bool FailsOnCheck { get; init; }

    /// <summary>Whether progress is hidden.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>Whether stack traces of errors are shown.</summary>
    public bool IsVerbose { get; init; }

    /// <summary>The options for one of several runs of a load: the result of the second run goes into <c>load-2.json</c>.</summary>
    /// <param name="index">Index of the run, from 0.</param>
    public RunOptions OfRun(int index) => index == 0 ? this : this with
    {
        ResultFile = Numbered(ResultFile, index),
        SummaryFile = Numbered(SummaryFile, index),
    };

    private static string? Numbered(string? path, int index) => path is null
        ? null : Path.ChangeExtension(path, null) + FormattableString.Invariant($"-{index + 1}") + Path.GetExtension(path);
}
