using System.Text.Json;

namespace Dyno.Profiling;

/// <summary>
/// Which libraries are the user's own projects: those that the .deps.json beside them calls projects. Without such a file, as in a single file,
/// those that do not have the name of a part of .NET.
/// </summary>
internal sealed class UserModules
{
    private static readonly string[] Framework = ["System", "Microsoft", "mscorlib", "netstandard", "WindowsBase", "Dyno"];

    private readonly HashSet<string> _projects = new(StringComparer.OrdinalIgnoreCase);

    private UserModules(IEnumerable<string> folders)
    {
        foreach (var file in folders.Where(Directory.Exists).SelectMany(f => Directory.EnumerateFiles(f, "*.deps.json"))) Read(file);
    }

    /// <summary>The projects of a program.</summary>
    public static UserModules Of(IEnumerable<string> modules) =>
        new(modules.Select(Path.GetDirectoryName).OfType<string>().Where(f => f.Length > 0 && !f.Contains("/shared/Microsoft.", StringComparison.Ordinal)).Distinct());

    /// <summary>Whether a library is one of them.</summary>
    public bool Contains(string module)
    {
        var name = Path.GetFileNameWithoutExtension(module);
        if (_projects.Count > 0) return _projects.Contains(name);
        return name.Length > 0 && !Array.Exists(Framework, part => name == part || name.StartsWith(part + ".", StringComparison.Ordinal));
    }

    private void Read(string file)
    {
        try
        {
            using var document = JsonDocument.Parse(File.ReadAllText(file));
            if (!document.RootElement.TryGetProperty("libraries", out var libraries)) return;
            foreach (var library in libraries.EnumerateObject())
                if (library.Value.TryGetProperty("type", out var type) && type.GetString() == "project") _projects.Add(library.Name.Split('/')[0]);
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException or InvalidOperationException)
        {
            // Another program's file, or none that can be read.
        }
    }
}
