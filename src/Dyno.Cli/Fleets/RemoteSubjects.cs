namespace Dyno.Cli;

/// <summary>
/// Starts programs under test on other machines. A project is published here, and its files are shipped by their content. Every machine and
/// every trial thus runs the same binaries, and the other machine needs only a runtime.
/// </summary>
internal sealed class RemoteSubjects(FleetRequest fleet, Action<string> warn)
{
    private const string Folder = "program";
    private static readonly TimeSpan ShippingTakes = TimeSpan.FromSeconds(60);

    /// <summary>Starts programs on an agent's machine.</summary>
    public SubjectStarter On(string agent) => (options, progress, cancellation) => StartAsync(agent, options, progress, cancellation);

    private async Task<ILaunchedSubject> StartAsync(string agent, SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation)
    {
        if (options.UsesHttps)
            throw new UserFault("a program on another machine serves https with a certificate that only that machine trusts", "use http");
        if (options.RuntimeVersion is { IsInstalled: false })
            throw new UserFault("a program on another machine runs on the runtime that is installed there", "leave the runtime out, or install it there");
        var (program, published) = await ProgramOfAsync(options, progress, cancellation);
        var commit = published is null ? null : await GitRevision.DescribeAsync(published.ProjectFolder, cancellation);
        progress?.Report(new(SubjectStage.Starting, $"starting {published?.Name ?? string.Join(' ', program.Command)} on agent {agent}"));
        var folder = program.Files.IsEmpty ? options.WorkingDirectory ?? "" : Folder;
        var subject = await FleetSubject.StartAsync(new FleetSubjectOptions
        {
            Address = fleet.Address,
            Key = fleet.LoadKey(),
            Agent = agent,
            OrderAt = host => (HostedSubject.Of(options, program.Command, host) with { Folder = folder }).ToLine(),
            Files = program.Files,
            Lease = fleet.LeaseTime,
            ReadyTakes = options.ReadyTimeout + ShippingTakes,
            Warn = warn,
        }, cancellation);
        progress?.Report(new(SubjectStage.Ready, $"the program answers at {subject.Up.Addresses[0]}"));
        return new RemoteSubject(subject, agent, record => record with
        {
            Source = published?.Source ?? record.Source,
            Framework = published?.Framework ?? record.Framework,
            GitCommit = commit,
        });
    }

    private static async Task<(Shipped Program, PublishedSubject? Published)> ProgramOfAsync(
        SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation)
    {
        if (options.Project.Length > 0)
        {
            var published = await SubjectPublisher.PublishAsync(options, progress, TimeProvider.System, cancellation);
            return (Shipped.Of(published.Folder, published.Command), published);
        }
        // A .NET assembly is shipped with its folder; any other program must exist on the other machine.
        return options.Command is ["dotnet", var assembly, ..] && Path.IsPathFullyQualified(assembly) && File.Exists(assembly)
            ? (Shipped.Of(Path.GetDirectoryName(assembly)!, options.Command), null)
            : (new Shipped(options.Command, []), null);
    }

    /// <summary>The command that starts a program on the other machine, and the program's files.</summary>
    private sealed record Shipped(ImmutableArray<string> Command, ImmutableArray<(string Path, string Source)> Files)
    {
        public static Shipped Of(string folder, ImmutableArray<string> command) => new(
            [.. command.Select(word => NameThere(word, folder))],
            [.. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Select(file => ($"{Folder}/{Path.GetRelativePath(folder, file)}", file))]);

        private static string NameThere(string word, string folder) =>
            word.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? $"./{Path.GetRelativePath(folder, word)}"
                : Path.GetFileNameWithoutExtension(word) == "dotnet" ? "dotnet" : word;
    }
}
