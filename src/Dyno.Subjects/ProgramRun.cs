namespace Dyno.Subjects;

/// <summary>A program that runs to its end. It is published or found like a subject and ends with Dyno like a subject, but is not a server.</summary>
public static class ProgramRun
{
    private const int ShownLines = 40;

    /// <summary>Publishes a project where needed, runs it, and returns when it has ended.</summary>
    /// <param name="options">The project or command, its arguments, environment and CPUs; settings for servers are ignored.</param>
    /// <param name="progress">Receives each stage; may be null.</param>
    /// <param name="isGood">Whether an exit code means success; null: only 0 does.</param>
    /// <exception cref="UserFault">The program cannot be published, found or started, or its exit code means failure.</exception>
    public static async Task RunAsync(SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation,
        Func<int, bool>? isGood = null)
    {
        var (program, folder) = await SubjectSource.GetAsync(options, progress, TimeProvider.System, cancellation);
        progress?.Report(new(SubjectStage.Starting, $"running {program.Name}"));
        await using var process = OwnedProcess.Start(new ProcessPlan
        {
            FileName = program.Command[0],
            Arguments = [.. program.Command.Skip(1), .. options.Arguments],
            WorkingDirectory = program.Folder,
            Environment = options.Environment.ToImmutableSortedDictionary(e => e.Key, e => (string?)e.Value, StringComparer.Ordinal),
            OutputFile = folder.NewOutputFile(program.Framework.Length == 0 ? "command" : program.Framework, TimeProvider.System.GetUtcNow(), attempt: 1),
            Cpus = options.Cpus.Generator,
        });
        var exitCode = await process.Exited.WaitAsync(cancellation);
        if (isGood is null ? exitCode != 0 : !isGood(exitCode))
            throw SubjectFaults.Of(SubjectFault.ExitedAtStart, $"{program.Name} ended with exit code {exitCode}", lastOutput: process.Output.Tail(ShownLines));
    }
}
