namespace Dyno.Cli;

/// <summary><c>dyno run</c>: loads a target of any kind and prints a result.</summary>
internal sealed class RunCommand : DocumentedCommand, IReadingCommand
{
    private readonly Terminal _terminal;
    private readonly string[] _programArguments;

    public RunCommand(Terminal terminal, LoadKind kind, string[] programArguments) : base("run", kind.RunPurpose)
    {
        (Kind, _terminal, _programArguments) = (kind, terminal, programArguments);
        Add(kind.Target);
        AddGroupedOptions();
        SetAction((parsed, _) =>
        {
            var (options, problems) = Read(parsed);
            return ShareChannel.TakeLease() is { } lease
                ? new SharePipeline(terminal, options, problems, lease).RunAsync()
                : new RunPipeline(terminal, options, problems).RunAsync();
        });
    }

    /// <summary>The kind of load that the command's target names.</summary>
    public LoadKind Kind { get; }

    public override IReadOnlyList<OptionGroup> Groups => Kind.RunGroups;

    public override IReadOnlyList<Example> Examples => Kind.RunExamples;

    public override string Epilogue => Kind.Epilogue;

    public IEnumerable<string> Contradictions(CommandResult command) => Kind.Contradictions(command);

    public IEnumerable<Problem> OtherProblems(ParseResult parsed)
    {
        var (options, problems) = Read(parsed);
        return [.. problems, .. RunProblems.Of(options)];
    }

    private (RunOptions Options, List<Problem> Problems) Read(ParseResult parsed)
    {
        var problems = new List<Problem>();
        return (Kind.Read(parsed, _programArguments, problems) with { Folder = _terminal.Folder }, problems);
    }
}
