namespace Dyno.Forges;

/// <summary>What a pipeline measures, and the files that make it.</summary>
public sealed record PipelinePlan
{
    /// <summary>The forges: <c>github</c>, <c>gitlab</c>, <c>azure</c>.</summary>
    public static ImmutableArray<string> Forges { get; } = ["github", "gitlab", "azure"];

    /// <summary>The manifest of tools, below the repository's root.</summary>
    public const string Manifest = ".config/dotnet-tools.json";

    /// <summary>The usual file of GitLab's pipelines, below the repository's root.</summary>
    public const string GitLabRoot = ".gitlab-ci.yml";

    private const string GitLabJobs = ".gitlab/dyno.yml";

    // Enough for paths and URLs; nothing that a shell, YAML or a forge's own templates give a meaning to within quotes.
    private const string Harmless = "/._-~?&=%+,:@ ";

    /// <summary>One of <see cref="Forges"/>.</summary>
    public required string Forge { get; init; }

    /// <summary>The project under test, below the repository's root.</summary>
    public required string Project { get; init; }

    /// <summary>A load file below the repository's root, or a path of the API such as <c>/orders</c>.</summary>
    public required string Load { get; init; }

    /// <summary>The branch whose commits make the history.</summary>
    public required string Branch { get; init; }

    /// <summary>The release that every commit is measured against: a tag or a commit.</summary>
    public required string Yardstick { get; init; }

    public required string Version { get; init; }

    /// <summary>Which forge hosts the repository; null when nothing says so.</summary>
    /// <param name="remote">Address of the remote <c>origin</c>; null for none.</param>
    /// <param name="exists">Whether there is a file or folder below the repository's root.</param>
    public static string? ForgeOf(string? remote, Func<string, bool> exists)
    {
        var address = remote ?? "";
        if (address.Contains("github", StringComparison.OrdinalIgnoreCase)) return "github";
        if (address.Contains("gitlab", StringComparison.OrdinalIgnoreCase)) return "gitlab";
        if (address.Contains("dev.azure.com", StringComparison.OrdinalIgnoreCase) || address.Contains("visualstudio.com", StringComparison.OrdinalIgnoreCase)) return "azure";
        return exists(GitLabRoot) ? "gitlab" : exists("azure-pipelines.yml") ? "azure" : exists(".github") ? "github" : null;
    }

    /// <summary>The files of the pipeline.</summary>
    /// <param name="exists">Whether there is a file below the repository's root.</param>
    /// <exception cref="UserFault">A value has a character that a shell or a pipeline would read as something else.</exception>
    public ImmutableArray<PipelineFile> Files(Func<string, bool> exists)
    {
        Check();
        var files = ImmutableArray.CreateBuilder<PipelineFile>();
        switch (Forge)
        {
            case "github":
                files.Add(new(".github/workflows/dyno.yml", Filled("github-dyno.yml")));
                files.Add(new(".github/workflows/dyno-comment.yml", Filled("github-dyno-comment.yml")));
                break;
            case "gitlab":
                files.Add(new(GitLabJobs, Filled("gitlab-dyno.yml")));
                if (!exists(GitLabRoot)) files.Add(new(GitLabRoot, $"include:\n  - local: {GitLabJobs}\n"));
                break;
            default:
                files.Add(new("azure-dyno.yml", Filled("azure-dyno.yml")));
                break;
        }
        if (!exists(Manifest)) files.Add(new(Manifest, ManifestText()));
        return files.ToImmutable();
    }

    /// <summary>What is left to do, a sentence each.</summary>
    /// <param name="hadManifest">Whether there was a manifest of tools already.</param>
    /// <param name="hadPipeline">Whether GitLab's usual file was there already.</param>
    public ImmutableArray<string> NextSteps(bool hadManifest, bool hadPipeline)
    {
        var steps = ImmutableArray.CreateBuilder<string>();
        steps.Add(hadManifest ? $"add Dyno to {Manifest}, if it is not there: dotnet tool install dyno --version {Version}"
            : $"make sure that `dotnet tool restore` finds dyno {Version}: its package stands in your feed, or in a folder that nuget.config names");
        if (Forge == "gitlab" && hadPipeline) steps.Add($"add to {GitLabRoot}: include: [{{ local: {GitLabJobs} }}]");
        if (Forge == "gitlab") steps.Add("make a project access token (role Developer, scopes api and write_repository), and keep it as the masked variable DYNO_TOKEN");
        if (Forge == "azure")
        {
            steps.Add("make a pipeline of azure-dyno.yml, and name it in a build validation policy of the branch");
            steps.Add("give the build service 'Contribute to pull requests' and, for the history, 'Contribute' on the repository");
        }
        steps.Add($"try it here: dyno compare --git HEAD~1..HEAD --project {Word(Project)} --load {Word(Load)} --for 2m");
        steps.Add($"commit the files, and open a {(Forge == "gitlab" ? "merge" : "pull")} request");
        return steps.ToImmutable();
    }

    private void Check()
    {
        var problems = new List<Problem>();
        foreach (var (option, value) in ((string, string)[])[("--project", Project), ("--load", Load), ("--branch", Branch), ("--yardstick", Yardstick)])
        {
            if (value.Length == 0 || value.StartsWith('-') || value.Any(c => !char.IsLetterOrDigit(c) && !Harmless.Contains(c, StringComparison.Ordinal)))
                problems.Add(new Problem(option, null, null, $"'{value}' cannot stand in a pipeline", $"use letters, digits and {Harmless.Trim()}"));
        }
        if (problems.Count > 0) throw new UserFault([.. problems]);
    }

    private string Filled(string template) => TextOf(template)
        .Replace("__PROJECT__", Word(Project), StringComparison.Ordinal)
        .Replace("__LOAD__", Word(Load), StringComparison.Ordinal)
        .Replace("__YARDSTICK__", Word(Yardstick), StringComparison.Ordinal)
        .Replace("__BRANCH__", Branch, StringComparison.Ordinal);

    private string ManifestText() => $$"""
        {
          "version": 1,
          "isRoot": true,
          "tools": {
            "dyno": {
              "version": "{{Version}}",
              "commands": ["dyno"],
              "rollForward": false
            }
          }
        }

        """.ReplaceLineEndings("\n");

    // In quotes where a shell or YAML would stumble.
    private static string Word(string value) => value.All(c => char.IsLetterOrDigit(c) || c is '/' or '.' or '_' or '-' or '+' or '@') ? value : $"'{value}'";

    private static string TextOf(string template)
    {
        using var stream = typeof(PipelinePlan).Assembly.GetManifestResourceStream(template)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
