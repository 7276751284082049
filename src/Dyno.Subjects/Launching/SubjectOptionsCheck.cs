namespace Dyno.Subjects;

/// <summary>Finds mistakes in options before anything is built.</summary>
internal static class SubjectOptionsCheck
{
    /// <summary>Throws when options are wrong.</summary>
    /// <exception cref="UserFault">The options are wrong; the message lists all mistakes.</exception>
    public static void ThrowIfWrong(SubjectOptions options)
    {
        var problems = ProblemsOf(options).ToList();
        if (problems.Count > 0) throw SubjectFaults.Of(SubjectFault.WrongInput, string.Join("; ", problems));
    }

    private static IEnumerable<string> ProblemsOf(SubjectOptions options)
    {
        if (options.Project.Length == 0 == options.Command.IsDefaultOrEmpty) yield return "a subject is either a project or a command";
        if (options.MemoryLimitBytes is < 1024 * 1024) yield return "a .NET program cannot start with a memory limit below 1 MiB";
        if (options.WorkingDirectory is { } folder && !Directory.Exists(folder)) yield return $"there is no folder '{folder}'";
        if (options.Port is < 1 or > 65_535) yield return $"{options.Port} is not a port: ports range from 1 to 65535";
        if (options.ReadyPath is { } path && (!path.StartsWith('/') || path.StartsWith("//", StringComparison.Ordinal)))
            yield return $"the ready path '{path}' is not a path: write one slash at the beginning, such as /healthz";
        if (options.Instances is < 1 or > SubjectOptions.MostInstances)
            yield return $"{options.Instances} instances cannot be started: write 1 to {SubjectOptions.MostInstances}";
        if (options is { Instances: > 1, Port: not null }) yield return "several instances cannot share one port: leave out the port, then each instance gets a free one";
        if (options is { Instances: > 1, UsesHttps: true }) yield return "several instances serve http only: with https, each would have its own certificate";
        if (options.ReadyTimeout <= TimeSpan.Zero) yield return "the ready timeout must be above 0";
        foreach (var name in options.Environment.Keys)
            if (name.Length == 0 || name.AsSpan().ContainsAny('=', '\0'))
                yield return $"'{name}' is not the name of an environment variable: write NAME=VALUE";
    }
}
