namespace Dyno.Cli;

/// <summary><c>dyno inspect</c>: prints as JSON what a load of any kind would do, and sends nothing.</summary>
internal sealed class InspectCommand : DocumentedCommand, IReadingCommand
{
    public InspectCommand(Terminal terminal, LoadKind kind) : base("inspect", kind.InspectPurpose)
    {
        Kind = kind;
        Add(kind.Target);
        AddGroupedOptions();
        SetAction((parsed, cancellation) => RunAsync(terminal, parsed, cancellation));
    }

    /// <summary>The kind of load that the command's target names.</summary>
    public LoadKind Kind { get; }

    public override IReadOnlyList<OptionGroup> Groups => Kind.InspectGroups;

    public override IReadOnlyList<Example> Examples => Kind.InspectExamples;

    public IEnumerable<string> Contradictions(CommandResult command) => Kind.Contradictions(command);

    public IEnumerable<Problem> OtherProblems(ParseResult parsed)
    {
        var problems = new List<Problem>();
        var options = Kind.Read(parsed, [], problems);
        return [.. problems, .. options.Load.Problems(hasSubject: false)];
    }

    private async Task<int> RunAsync(Terminal terminal, ParseResult parsed, CancellationToken cancellation)
    {
        var problems = new List<Problem>();
        var asked = Kind.Read(parsed, [], problems).Load;
        if (problems.Count > 0) throw new UserFault([.. problems, .. asked.Problems(hasSubject: false)]);
        if (asked is AskedRequests { Asked: var requests } && ServiceList.IsMeant(requests)) return ServiceList.Print(requests, terminal);
        using var progress = new ProgressLines(terminal, isQuiet: true);
        await using var ready = asked.GetReady(terminal, progress);
        await using var load = await ready.Load.OpenAsync(new LoadOpening { Path = asked.Target, IsRehearsal = true }, cancellation);
        terminal.Out.Write(await load.InspectAsync());
        return ExitCode.Success;
    }
}
