namespace Dyno.Subjects;

/// <summary>Tells web projects, which are programs under test, from other projects. Reads files, runs nothing.</summary>
public static class WebProject
{
    private const string Sdk = "Microsoft.NET.Sdk.Web";
    private const string Framework = "Microsoft.AspNetCore.App";
    private const int Depth = 3;

    // A load in C# may be built on ASP.NET Core; it always uses this package.
    private const string OfLoads = "Dyno.Scenarios";

    private static readonly string[] WithoutSources = ["bin", "obj", "node_modules", "artifacts"];

    /// <summary>Whether a file is a web project, the only file of one, or the assembly of one.</summary>
    public static bool Is(string file)
    {
        if (!File.Exists(file)) return false;
        if (!file.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)) return File.ReadAllText(file) is var text && Has(text, Sdk) && !Has(text, OfLoads);
        return Has(TextOf(Path.ChangeExtension(file, ".runtimeconfig.json")), Framework) && !Has(TextOf(Path.ChangeExtension(file, ".deps.json")), OfLoads);
    }

    /// <summary>The web projects of a folder and up to three levels below, by path.</summary>
    internal static ImmutableArray<string> Below(string folder) => [.. Projects(folder, Depth).Where(Is).Order(StringComparer.Ordinal)];

    private static IEnumerable<string> Projects(string folder, int depth)
    {
        var here = ProjectLocation.ProjectsIn(folder);
        return depth == 0 ? here : here.Concat(Directory.EnumerateDirectories(folder)
            .Where(sub => Path.GetFileName(sub) is var name && !name.StartsWith('.') && !WithoutSources.Contains(name, StringComparer.OrdinalIgnoreCase))
            .SelectMany(sub => Projects(sub, depth - 1)));
    }

    private static string TextOf(string file) => File.Exists(file) ? File.ReadAllText(file) : "";

    private static bool Has(string text, string what) => text.Contains(what, StringComparison.Ordinal);
}
