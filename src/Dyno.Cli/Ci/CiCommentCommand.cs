using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno ci comment</c>: the result as the one comment of a pull request, which each push replaces.</summary>
internal sealed class CiCommentCommand : DocumentedCommand
{
    private const long MostBytes = 1024 * 1024;

    private readonly Terminal _terminal;
    private readonly Argument<string> _file = new("FILE") { Description = "The comment that dyno compare --markdown-summary FILE wrote, or a comparison (.json)" };
    private readonly Option<string?> _forge = Choice("--forge", "Where the repository is (default: as the pipeline says)", [.. PipelinePlan.Forges]);
    private readonly Option<string?> _repository = Text("--repository", "NAME", "OWNER/NAME; GROUP/PROJECT; PROJECT/REPOSITORY (default: as the pipeline says)");
    private readonly Option<long?> _pull = Long("--pull", "N", "Number of the pull request (default: as the pipeline says)");
    private readonly Option<string?> _api = Text("--api", "URL", "Address of the REST interface (default: as the pipeline says)");
    private readonly Option<string?> _key = Text("--key", "NAME", "Tells several comments on one pull request apart (default: dyno)");
    private readonly Option<bool> _dryRun = Flag("--dry-run", "Print method, URL and comment, and post nothing");

    public CiCommentCommand(Terminal terminal) : base("comment", "Post the result of a comparison to its pull request, as one comment that each push replaces.")
    {
        _terminal = terminal;
        Add(_file);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _forge, _repository, _pull, _api, _key, _dryRun)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("In a pipeline of GitHub, GitLab or Azure DevOps", "dyno ci comment comparison.md"),
        new("From anywhere, with the token in DYNO_TOKEN", "dyno ci comment result.md --forge github --repository acme/shop --pull 12"),
        new("Two comments on one pull request", "dyno ci comment orders.md --key orders\n  dyno ci comment search.md --key search"),
        new("What would be sent", "dyno ci comment comparison.md --dry-run"),
    ];

    public override string Epilogue => "The token stands in DYNO_TOKEN, or in the variable of the forge: GITHUB_TOKEN,\nGITLAB_TOKEN, SYSTEM_ACCESSTOKEN.\n\n" + ExitCodeTable.Text;

    private async Task<int> RunAsync(ParseResult parsed)
    {
        using var interruption = new Interruption(_terminal, _ => { });
        var key = parsed.GetValue(_key) ?? "dyno";
        if (key.Length is 0 or > 60 || key.Any(c => !char.IsAsciiLetterOrDigit(c) && c is not ('.' or '-' or '_')))
            throw new UserFault([new Problem("--key", null, null, $"'{key}' is not a name of letters, digits, dots and hyphens", "write --key orders")]);
        var isDryRun = parsed.GetValue(_dryRun);
        var place = new ForgePlace(_terminal.Variable, File.ReadAllText)
        {
            Forge = parsed.GetValue(_forge),
            Repository = parsed.GetValue(_repository),
            Pull = parsed.GetValue(_pull),
            Api = parsed.GetValue(_api),
            NeedsToken = !isDryRun,
        };
        var markdown = MarkdownOf(parsed.GetRequiredValue(_file), place.RunPage);
        using var forge = await place.OpenAsync(TimeProvider.System, line => _terminal.Error.WriteLine($"dyno: {line}"), interruption.Signals.Stopping);
        if (isDryRun)
        {
            await _terminal.Out.WriteAsync($"POST {forge.Address}\n\n{StickyComment.WithMark(markdown, key, place.Run)}");
            return ExitCode.Success;
        }
        await _terminal.Out.WriteLineAsync(await new StickyComment(forge, key, place.Run).PutAsync(markdown, interruption.Signals.Stopping));
        return ExitCode.Success;
    }

    private static string MarkdownOf(string file, string? link)
    {
        if (Path.GetExtension(file).Equals(".json", StringComparison.OrdinalIgnoreCase)) return PullRequestSummary.Of(ComparisonJson.ReadFile(file), link);
        try
        {
            if (new FileInfo(file) is { Exists: true, Length: > MostBytes })
                throw new UserFault([new Problem(file, null, null, "is too large for a comment", "name the file that dyno compare --markdown-summary FILE wrote")]);
            var text = File.ReadAllText(file);
            return text.AsSpan().Trim().Length > 0 ? text : throw new UserFault([new Problem(file, null, null, "is empty", "see the output of dyno compare --markdown-summary")]);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UserFault([new Problem(file, null, null, $"cannot be read: {failure.Message}", "write dyno compare … --markdown-summary comparison.md before")]);
        }
    }
}
