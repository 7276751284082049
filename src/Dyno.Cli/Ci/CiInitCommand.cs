using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno ci init</c>: writes the pipeline into the user's repository.</summary>
internal sealed class CiInitCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Argument<string?> _forge = new("FORGE")
    {
        Description = "github, gitlab or azure (default: as the remote or the files of the repository say)",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> _project = Text("--project", "PATH", "The project under test (default: the first web project)");
    private readonly Option<string?> _load = Text("--load", "LOAD", "A load file, or a path such as /orders (default: the first .http or .websurge file, or /)");
    private readonly Option<string?> _branch = Text("--branch", "NAME", "The branch that gets a history (default: origin's, or main)");
    private readonly Option<string?> _yardstick = Text("--yardstick", "REVISION", "The release that the history measures against (default: the newest tag, or this commit)");
    private readonly Option<bool> _dryRun = Flag("--dry-run", "Print the files, and write nothing");

    public CiInitCommand(Terminal terminal) : base("init", "Write a pipeline that compares each pull request and keeps a history of the main branch.")
    {
        _terminal = terminal;
        _forge.CompletionSources.Add([.. PipelinePlan.Forges]);
        Add(_forge);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _project, _load, _branch, _yardstick, _dryRun)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("In a repository", "dyno ci init"),
        new("Which project, under which load", "dyno ci init github --project src/Api --load loads/orders.http"),
        new("What would be written", "dyno ci init gitlab --dry-run"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private async Task<int> RunAsync(ParseResult parsed)
    {
        using var interruption = new Interruption(_terminal, _ => { });
        var facts = await new Repository(_terminal.Folder).FactsAsync(interruption.Signals.Stopping);
        bool Exists(string path) => Path.Exists(Path.Combine(facts.Root, path));
        var plan = Plan(parsed, facts, Exists);
        var (hadManifest, hadPipeline) = (Exists(PipelinePlan.Manifest), Exists(PipelinePlan.GitLabRoot));
        var files = plan.Files(Exists);
        if (parsed.GetValue(_dryRun))
        {
            foreach (var file in files) await _terminal.Out.WriteLineAsync($"# {file.Path}\n{file.Text}");
            return ExitCode.Success;
        }
        PipelineFile[] taken = [.. files.Where(file => Exists(file.Path))];
        if (taken.Length > 0) throw Taken(taken);
        foreach (var file in files) Write(facts.Root, file);
        await _terminal.Out.WriteLineAsync(
            $"The pipeline loads {plan.Project} with {plan.Load} for each pull request, and measures {plan.Branch} against {plan.Yardstick} for the history.\n");
        foreach (var file in files) await _terminal.Out.WriteLineAsync($"wrote {file.Path}");
        await _terminal.Out.WriteLineAsync("\nNext:");
        foreach (var (step, number) in plan.NextSteps(hadManifest, hadPipeline).Select((step, i) => (step, i + 1))) await _terminal.Out.WriteLineAsync($"{number}. {step}");
        return ExitCode.Success;
    }

    private PipelinePlan Plan(ParseResult parsed, RepositoryFacts facts, Func<string, bool> exists)
    {
        var forge = parsed.GetValue(_forge);
        if (forge is not null && !PipelinePlan.Forges.Contains(forge))
            throw new UserFault([new Problem("FORGE", null, null, $"'{forge}' is none of {string.Join(", ", PipelinePlan.Forges)}", "write dyno ci init github")]);
        var project = parsed.GetValue(_project) is { } named ? Below(facts.Root, "--project", named)
            : FirstExperiment.FindProject(facts.Root) is { } found ? FolderOf(Path.GetRelativePath(facts.Root, found))
            : throw new UserFault($"there is no web project in {facts.Root} or up to two levels below", "name it: dyno ci init --project PATH");
        var load = parsed.GetValue(_load) is { } asked ? IsPath(asked) ? asked : Below(facts.Root, "--load", asked)
            : FirstExperiment.FindLoad(facts.Root) is { } file ? Path.GetRelativePath(facts.Root, file) : "/";
        return new PipelinePlan
        {
            Forge = forge ?? PipelinePlan.ForgeOf(facts.Remote, exists)
                ?? throw new UserFault("neither a remote nor a file says where this repository is hosted", "name it: dyno ci init github, gitlab or azure"),
            Project = Slashed(project),
            Load = Slashed(load),
            Branch = parsed.GetValue(_branch) ?? facts.Branch ?? "main",
            Yardstick = parsed.GetValue(_yardstick) ?? facts.NewestTag ?? facts.Head
                ?? throw new UserFault("the repository has no commit yet", "commit the project first: git add . && git commit"),
            Version = VersionLine.Number,
        };
    }

    // An API's path begins with a slash, as a file of the root directory does; only the latter is there.
    private static bool IsPath(string load) => load.StartsWith('/') && !File.Exists(load);

    private string Below(string root, string option, string path)
    {
        var full = Path.GetFullPath(path, _terminal.Folder);
        if (!Path.Exists(full)) throw new UserFault([new Problem(option, null, null, $"there is no {path}", $"name a file or folder of the repository: {option} PATH")]);
        var relative = Path.GetRelativePath(root, full);
        return relative == ".." || relative.StartsWith("../", StringComparison.Ordinal)
            ? throw new UserFault([new Problem(option, null, null, $"{path} is outside the repository {root}", "a pipeline sees only the repository: move it there")])
            : relative;
    }

    private static string FolderOf(string file) => Path.GetDirectoryName(file) is { Length: > 0 } folder ? folder : ".";

    private static string Slashed(string path) => path.Replace('\\', '/');

    // A file that came meanwhile is kept.
    private static void Write(string root, PipelineFile file)
    {
        if (!WholeFile.TryWriteNew(Path.Combine(root, file.Path), file.Text)) throw Taken(file);
    }

    private static UserFault Taken(params IEnumerable<PipelineFile> files) =>
        new([.. files.Select(file => new Problem(file.Path, null, null, "already exists", "remove it, or see what would be written with --dry-run"))]);
}
