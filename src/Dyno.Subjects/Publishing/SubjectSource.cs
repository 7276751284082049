namespace Dyno.Subjects;

/// <summary>Turns what the user named, a project or a command, into a program that is ready to be started, and a folder for its outputs.</summary>
internal static class SubjectSource
{
    /// <summary>Publishes a project, or finds a command.</summary>
    /// <exception cref="UserFault">The project cannot be published, or the command is not found.</exception>
    public static async Task<(PublishedSubject Published, PublishFolder Folder)> GetAsync(
        SubjectOptions options, IProgress<SubjectProgress>? progress, TimeProvider time, CancellationToken cancellation)
    {
        var (program, folder) = options.Command.IsDefaultOrEmpty ? await PublishAsync(options, progress, time, cancellation) : OfCommand(options);
        return (await RuntimeChoice.ApplyAsync(program, options, progress, cancellation), folder);
    }

    private static async Task<(PublishedSubject, PublishFolder)> PublishAsync(
        SubjectOptions options, IProgress<SubjectProgress>? progress, TimeProvider time, CancellationToken cancellation)
    {
        var publisher = SubjectPublisher.Create(options, progress, time);
        return (await publisher.PublishAsync(cancellation), publisher.Folder);
    }

    private static (PublishedSubject, PublishFolder) OfCommand(SubjectOptions options)
    {
        var folder = Path.GetFullPath(options.WorkingDirectory ?? ".");
        var program = Find(options.Command[0], folder);
        var found = new PublishedSubject
        {
            Source = string.Join(' ', options.Command),
            Name = Path.GetFileNameWithoutExtension(program),
            ProjectFolder = folder,
            Framework = "",
            SelfContained = false,
            Folder = folder,
            Command = [program, .. options.Command.Skip(1)],
            WasCached = true,
        };
        return (found with
        {
            AsksForServerGc = found.ReadSwitch(PublishedSubject.ServerGc) == true,
            TakesHooks = found.ReadSwitch(PublishedSubject.Hooks) != false,
        }, new PublishFolder(options.StateFolder, program));
    }

    private static string Find(string program, string folder)
    {
        var beside = Path.GetFullPath(program, folder);
        if (program.Contains('/', StringComparison.Ordinal) && File.Exists(beside)) return beside;
        return SearchPath.Find(program) ?? (File.Exists(beside) ? beside : throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"there is no program '{program}'", $"give a program in PATH, or a file path from {folder}"));
    }
}
