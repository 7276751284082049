namespace Dyno.Cli;

/// <summary>A load written in C#: a file, a project, or the assembly that was built from one of these.</summary>
/// <param name="Path">The file, project file or assembly.</param>
internal sealed record LoadProgram(string Path, string Name)
{
    /// <summary>Whether the program is built already.</summary>
    public bool IsBuilt => Path.EndsWith(LoadFiles.Assembly, StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the program is a server, which would run without end.</summary>
    public bool IsServer => WebProject.Is(Path);

    /// <summary>The program that a target names; null when the target is no program.</summary>
    public static LoadProgram? Find(string? target)
    {
        if (target is null || target.Contains("://", StringComparison.Ordinal)) return null;
        if (LoadFiles.IsProgram(target)) return new LoadProgram(System.IO.Path.GetFullPath(target), target);
        if (!Directory.Exists(target)) return null;
        string[] projects = Directory.GetFiles(target, "*.csproj", new EnumerationOptions()); // none where this user may not look
        return projects.Length == 1 ? new LoadProgram(System.IO.Path.GetFullPath(projects[0]), target) : null;
    }
}
