using Dyno.Results.Problems;
using Dyno.Subjects.Processes;

namespace Dyno.Subjects.Publishing;

/// <summary>Turns what the user named, a project or a command, into a program that is ready to be started, and a folder for its outputs.</summary>
internal static class SubjectSource
{
    /// <summary>Publishes a project, or finds a command.</summary>
    /// <exception cref="UserFault">The project cannot be published, or the command is not found.</exception>
    public static async Task<(PublishedSubject Published, PublishFolder Folder)> GetAsync(
        SubjectOptions options, IProgress<SubjectProgress>? progress, TimeProvider time, CancellationToken cancellation)
    {
        if (!options.Command.IsDefaultOrEmpty) return OfCommand(options);
        var publisher = SubjectPublisher.Create(options, progress, time);
        return (await publisher.PublishAsync(cancellation), publisher.Folder);
    }

    private static (PublishedSubject, PublishFolder) OfCommand(SubjectOptions options)
    {
        var folder = Path.GetFullPath(options.WorkingDirectory ?? ".");
        var program = Find(options.Command[0], folder);
        var name = Path.GetFileNameWithoutExtension(program);
        var assembly = options.Command is [_, var first, ..] && name == "dotnet" && first.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
            ? Path.GetFullPath(first, folder) : program;
        return (new PublishedSubject
        {
            Source = string.Join(' ', options.Command),
            Name = name,
            ProjectFolder = folder,
            Framework = "",
            SelfContained = false,
            Folder = folder,
            Command = [program, .. options.Command.Skip(1)],
            AsksForServerGc = Switch(PublishedSubject.ServerGc) == true,
            TakesHooks = Switch(PublishedSubject.Hooks) != false,
            WasCached = true,
        }, new PublishFolder(options.StateFolder, program));

        bool? Switch(string option) => PublishedSubject.ReadSwitch(Path.GetDirectoryName(assembly)!, Path.GetFileNameWithoutExtension(assembly), option);
    }

    private static string Find(string program, string folder)
    {
        var beside = Path.GetFullPath(program, folder);
        if (program.Contains('/', StringComparison.Ordinal) && File.Exists(beside)) return beside;
        return SearchPath.Find(program) ?? (File.Exists(beside) ? beside : throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"there is no program '{program}'", $"give a program in PATH, or a file path from {folder}"));
    }
}
