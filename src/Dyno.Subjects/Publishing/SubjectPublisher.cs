namespace Dyno.Subjects;

/// <summary>
/// Publishes a project (Release) for one of its frameworks, or finds an earlier publish of the same sources. The project's own bin and obj
/// folders are not touched. Two publishers at once are safe: the second one waits.
/// </summary>
public sealed class SubjectPublisher
{
    private const int ShownErrors = 12;

    private readonly SubjectOptions _options;
    private readonly IProgress<SubjectProgress>? _progress;
    private readonly TimeProvider _time;
    private readonly DotnetCommand _dotnet;
    private readonly string _projectFile;
    private readonly string _name;

    private SubjectPublisher(SubjectOptions options, IProgress<SubjectProgress>? progress, TimeProvider time)
    {
        _options = options;
        _progress = progress;
        _time = time;
        _projectFile = ProjectLocation.Find(options.Project);
        _name = Path.GetFileNameWithoutExtension(_projectFile);
        _dotnet = DotnetCommand.Find();
        Folder = new PublishFolder(options.StateFolder, _projectFile);
    }

    internal PublishFolder Folder { get; }

    /// <summary>Publishes the project.</summary>
    /// <param name="options">The project, its framework, how the runtime is delivered, where to keep it.</param>
    /// <param name="progress">Receives each stage; may be null.</param>
    /// <exception cref="UserFault">There is no such project or framework, or the project does not build.</exception>
    public static Task<PublishedSubject> PublishAsync(SubjectOptions options, IProgress<SubjectProgress>? progress,
        TimeProvider time, CancellationToken cancellation) => Create(options, progress, time).PublishAsync(cancellation);

    internal static SubjectPublisher Create(SubjectOptions options, IProgress<SubjectProgress>? progress, TimeProvider time) =>
        new(options, progress, time);

    internal async Task<PublishedSubject> PublishAsync(CancellationToken cancellation)
    {
        try
        {
            using var alone = await Folder.LockAsync(
                () => _progress?.Report(new(SubjectStage.Inspecting, $"waiting: another Dyno is building {_name} here")), _time, cancellation);
            return await PublishAloneAsync(cancellation);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"{_name} cannot be published: {e.Message}",
                "start Dyno in a writable folder with enough free space for the publish output (100 MB per framework)", inner: e);
        }
    }

    private async Task<PublishedSubject> PublishAloneAsync(CancellationToken cancellation)
    {
        _progress?.Report(new(SubjectStage.Inspecting, $"inspecting {_name}"));
        var sources = SourceFingerprint.Of(_projectFile, [_dotnet.File, _dotnet.SdkVersions(), .. PropertyArguments]);
        var traits = await InspectAsync(sources, cancellation);
        var framework = traits.Choose(_options.Framework, _name, _options.RuntimeVersion);
        var selfContained = DecidesSelfContained(traits, framework);
        var delivery = selfContained ? "self-contained" : "installed";
        var folder = Folder.Output(framework, $"{delivery}-{sources ?? $"built-{_time.GetUtcNow():yyyyMMddHHmmssfff}"}");
        var cached = sources is not null && PublishFolder.IsWhole(folder);
        if (!cached) await BuildAsync(framework, selfContained ? traits.RuntimeIdentifier : null, folder, cancellation);
        var published = new PublishedSubject
        {
            Source = _options.Project,
            Name = _name,
            ProjectFolder = Path.GetDirectoryName(_projectFile)!,
            Framework = framework,
            SelfContained = selfContained,
            Folder = folder,
            Command = PublishedSubject.CommandIn(folder, traits.AssemblyName, selfContained, _dotnet.File)
                ?? throw SubjectFaults.Of(SubjectFault.DidNotBuild,
                    $"the publish output of {_name} contains no program '{traits.AssemblyName}'", $"see the output folder: {folder}"),
            TakesHooks = !traits.IsAheadOfTime,
            WasCached = cached,
        };
        // A single file, and a program compiled ahead of time, have their configuration inside.
        return published with { AsksForServerGc = published.ReadSwitch(PublishedSubject.ServerGc) ?? traits.AsksForServerGc };
    }

    private async Task<ProjectTraits> InspectAsync(string? sources, CancellationToken cancellation)
    {
        // Another version of Dyno may have asked for other properties.
        var question = sources is null ? null : $"{sources}-{ProjectTraits.AskedProperties.Length}";
        if (question is not null && Folder.FindInspection(question) is { } known) return ProjectTraits.Parse(known);
        ImmutableArray<string> arguments =
            ["msbuild", _projectFile, "-nodeReuse:false", "-p:Configuration=Release", .. PropertyArguments, .. ProjectTraits.AskedProperties.Select(name => "-getProperty:" + name)];
        var log = Folder.LogFile("inspection");
        var (exitCode, output) = await _dotnet.RunAsync(Path.GetDirectoryName(_projectFile)!, log, arguments, cancellation);
        if (exitCode != 0) throw DidNotBuild("cannot be read", output, log);
        var answer = string.Concat(output.SkipWhile(line => !line.StartsWith('{')));
        if (question is not null) Folder.KeepInspection(question, answer);
        return ProjectTraits.Parse(answer);
    }

    private bool DecidesSelfContained(ProjectTraits traits, string framework) => _options.RuntimeVersion is { } runtime
        ? !RunsOnItsOwn(traits, framework, runtime) : traits.IsAheadOfTime || _options.Runtime switch
        {
            RuntimeDelivery.SelfContained => true,
            RuntimeDelivery.Installed => false,
            _ => traits.AllFrameworks.Length > 1
                || !_dotnet.HasRuntimesFor(framework),
        };

    // The same publish runs on every version of .NET, so that the versions are all that differs.
    private bool RunsOnItsOwn(ProjectTraits traits, string framework, RuntimeVersion runtime)
    {
        if (traits.IsAheadOfTime)
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"{_name} is compiled ahead of time or trimmed: its runtime is part of it, and cannot be {runtime.Text}",
                "set PublishAot (PublishTrimmed) to false under properties, or leave the runtime out");
        if (runtime.IsInstalled && !_dotnet.HasRuntimesFor(framework))
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"the runtime of {framework} is not installed",
                $"write runtime: {framework[3..]}, which is restored from your package sources");
        return true;
    }

    private async Task BuildAsync(string framework, string? runtime, string folder, CancellationToken cancellation)
    {
        _progress?.Report(new(SubjectStage.Publishing, $"publishing {_name} for {framework}"));
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        ImmutableArray<string> delivery = runtime is null ? ["--no-self-contained"] : ["--self-contained", "--runtime", runtime];
        ImmutableArray<string> arguments =
        [
            "publish", _projectFile, "--configuration", "Release", "--framework", framework, "--output", folder,
            "--artifacts-path", BuildFolder, "--nologo", "--verbosity", "minimal", "-nodeReuse:false", .. delivery, .. PropertyArguments,
        ];
        var log = Folder.LogFile("publish-" + framework);
        var (exitCode, output) = await _dotnet.RunAsync(Path.GetDirectoryName(_projectFile)!, log, arguments, cancellation);
        if (exitCode != 0) throw DidNotBuild($"does not build for {framework}", output, log);
        PublishFolder.MarkWhole(folder);
        Folder.RemoveOld(framework, _time);
        new SubjectStore(_options.StateFolder).Bound(_time.GetUtcNow());
    }

    private string[] PropertyArguments => [.. _options.Properties.Select(p => $"-p:{p.Key}={Escaped(p.Value)}")];

    // Variants with different properties have different folders for intermediate files, so that none overwrites the files of another.
    private string BuildFolder => _options.Properties.Count == 0 ? Folder.BuildFolder
        : Folder.BuildFolder + "-" + Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', PropertyArguments))))[..8];

    // On the command line of MSBuild, ; and , would begin the next property.
    private static string Escaped(string value) =>
        value.Replace("%", "%25", StringComparison.Ordinal).Replace(";", "%3B", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);

    private UserFault DidNotBuild(string what, ImmutableArray<string> output, string log)
    {
        var errors = output.Where(line => line.Contains("error", StringComparison.OrdinalIgnoreCase))
            .Select(line => line.Trim())
            .Distinct(StringComparer.Ordinal)
            .Take(ShownErrors)
            .ToImmutableArray();
        var shown = errors.IsEmpty ? [.. output.TakeLast(ShownErrors)] : errors;
        var fault = IsUnrestorable(shown) ? SubjectFault.DidNotRestore : SubjectFault.DidNotBuild;
        return SubjectFaults.Of(fault, $"{_name} {what}", $"{RemedyFor(shown)}; the whole output is in {log}", shown);
    }

    private static bool IsUnrestorable(ImmutableArray<string> errors) =>
        errors.Any(line => line.Contains("NU1101", StringComparison.Ordinal) || line.Contains("NU1102", StringComparison.Ordinal)
            || line.Contains("NETSDK1045", StringComparison.Ordinal) || line.Contains("NETSDK1112", StringComparison.Ordinal));

    private static string RemedyFor(ImmutableArray<string> errors)
    {
        if (errors.Any(FullDisk.IsNamedIn)) return "the disk is full: free some space (100 MB per framework), or start Dyno in a folder on another disk";
        if (Has("NU1101") || Has("NU1102")) return "a package or runtime pack cannot be restored: see the package sources";
        if (Has("Platform linker")) return "install the C compiler that links programs compiled ahead of time: sudo apt-get install clang zlib1g-dev (Debian, Ubuntu)";
        if (Has("A compatible .NET SDK was not found"))
            return "global.json asks for an SDK that is not installed: install it, or let global.json take a newer one (\"rollForward\": \"latestMajor\")";
        if (Has("NETSDK1045")) return "the installed SDK is too old for this framework: install a newer one";
        if (Has("NU1004")) return "name the runtime identifier of this machine in the project's RuntimeIdentifiers, so that its lock file covers it";
        return "fix the build so that 'dotnet publish -c Release' succeeds";

        bool Has(string code) => errors.Any(line => line.Contains(code, StringComparison.Ordinal));
    }
}
