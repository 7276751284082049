namespace Dyno.Cli;

/// <summary>The versions of .NET of <c>dyno compare --runtimes</c>.</summary>
internal static class ComparedRuntimes
{
    /// <summary>The experiment with exact versions, which are the names of its variants.</summary>
    public static async Task<InlineExperiment> ResolveAsync(InlineExperiment asked, Action<string> say, CancellationToken cancellation)
    {
        if (asked.Runtimes.Length < 2 || !asked.Runtimes.All(runtime => RuntimeVersion.TryParse(runtime, out _))) return asked; // mistakes are told elsewhere
        var project = Path.GetFullPath(asked.Project ?? ".");
        var catalogue = new RuntimeCatalogue(Directory.Exists(project) ? project : Path.GetDirectoryName(project)!, new SubjectOptions().StateFolder);
        var exact = ImmutableArray.CreateBuilder<string>();
        foreach (var runtime in asked.Runtimes) exact.Add((await catalogue.ResolveAsync(RuntimeVersion.Parse(runtime), say, cancellation)).Text);
        say($"one build of {Path.GetFileNameWithoutExtension(project)} runs on .NET {string.Join(" and ", exact)}: the runtime and ASP.NET Core differ, the code and its compiler do not");
        return asked with { Runtimes = exact.ToImmutable() };
    }
}
