namespace Dyno.Cli.Programs;

/// <summary>A load written in C#: one file, or a project.</summary>
/// <param name="Path">The file or project file.</param>
/// <param name="Name">As the user named it.</param>
internal sealed record LoadProgram(string Path, string Name)
{
    /// <summary>The program that a target names; null when it names something else.</summary>
    public static LoadProgram? Find(string? target)
    {
        if (target is null || target.Contains("://", StringComparison.Ordinal)) return null;
        if (target.EndsWith(".cs", StringComparison.OrdinalIgnoreCase) || target.EndsWith(".csproj", StringComparison.OrdinalIgnoreCase))
            return new LoadProgram(System.IO.Path.GetFullPath(target), target);
        if (!Directory.Exists(target)) return null;
        string[] projects = Directory.GetFiles(target, "*.csproj");
        return projects.Length == 1 ? new LoadProgram(System.IO.Path.GetFullPath(projects[0]), target) : null;
    }
}
