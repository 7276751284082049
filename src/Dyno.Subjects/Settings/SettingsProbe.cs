namespace Dyno.Subjects;

/// <summary>
/// Asks a .NET program which settings take effect. The probe launches the program as it would be measured, with a hook that writes
/// the settings down and ends the process before the program's first line. No code of the program runs, and no launch that is timed
/// carries the hook.
/// </summary>
public static class SettingsProbe
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);
    private static readonly Uri Nowhere = new("http://127.0.0.1:1/");

    /// <summary>Publishes the program where needed, and asks it for its settings.</summary>
    /// <returns>Null when the program is not a .NET program, or runs no hooks: it is too old, trimmed, or compiled ahead of time.</returns>
    /// <exception cref="UserFault">The program cannot be published or found.</exception>
    public static async Task<EffectiveSettings?> AskAsync(SubjectOptions options, CancellationToken cancellation)
    {
        var (published, folder) = await SubjectSource.GetAsync(options, null, TimeProvider.System, cancellation);
        return await AskAsync(options, published, folder, TimeProvider.System, cancellation);
    }

    internal static async Task<EffectiveSettings?> AskAsync(
        SubjectOptions options, PublishedSubject published, PublishFolder folder, TimeProvider time, CancellationToken cancellation)
    {
        if (!IsManaged(published)) return null;
        var output = folder.NewOutputFile("settings", time.GetUtcNow(), 1);
        var answer = Path.ChangeExtension(output, ".txt");
        var hook = SettingsFile.Variables(answer, Environment.GetEnvironmentVariable("DOTNET_STARTUP_HOOKS"));
        if (hook.IsEmpty) return null;
        var environment = SubjectEnvironment.For(options, published, Nowhere);
        foreach (var (name, value) in hook) environment = environment.SetItem(name, value);
        try
        {
            await using var process = OwnedProcess.Start(new ProcessPlan
            {
                FileName = published.Command[0],
                Arguments = [.. published.Command.Skip(1)],
                WorkingDirectory = published.Folder,
                Environment = environment,
                OutputFile = output,
                Mask = new SubjectSecrets(options.Environment).Mask,
                Cpus = options.Cpus.Server,
            });
            await Task.WhenAny(process.Exited, Task.Delay(Patience, time, cancellation));
            cancellation.ThrowIfCancellationRequested();
        }
        catch (Exception e) when (e is Win32Exception or IOException or UnauthorizedAccessException)
        {
            return null; // the launch itself will report the reason
        }
        return SettingsFile.Take(answer);
    }

    // Only .NET programs may be asked: any other program, such as a shell script or another server, would really run.
    private static bool IsManaged(PublishedSubject published) => published.TakesHooks && (published.Framework.Length > 0
        || File.Exists(Path.ChangeExtension(published.Command[0], ".runtimeconfig.json"))
        || File.Exists(published.Command[0] + ".runtimeconfig.json")
        || (published.Name == "dotnet" && published.Command is [_, var first, ..] && first.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)));
}
