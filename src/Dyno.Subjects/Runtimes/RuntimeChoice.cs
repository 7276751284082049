namespace Dyno.Subjects;

/// <summary>Lets a program that is built already run on another version of .NET.</summary>
internal static class RuntimeChoice
{
    /// <summary>The program, with a command and an environment that run it on the version that its options name.</summary>
    /// <exception cref="UserFault">The version cannot be restored, or the program cannot run on it.</exception>
    public static async Task<PublishedSubject> ApplyAsync(
        PublishedSubject program, SubjectOptions options, IProgress<SubjectProgress>? progress, CancellationToken cancellation)
    {
        if (options.RuntimeVersion is not { IsInstalled: false } asked) return program;
        var built = ProjectTraits.VersionOf(program.Framework) ?? FrameworkOf(program.AssemblyPath, program.Name);
        if (!asked.Runs(built))
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"{program.Name} is built for .NET {built.ToString(2)} and does not run on {asked.Text}",
                "name a newer runtime, or give the project that older framework as a target");
        progress?.Report(new(SubjectStage.Inspecting, $"restoring .NET {asked.Text}"));
        try
        {
            var exact = await new RuntimeCatalogue(program.ProjectFolder, options.StateFolder)
                .ResolveAsync(asked, text => progress?.Report(new(SubjectStage.Inspecting, text)), cancellation);
            var folder = await RuntimeFolder.MakeAsync(exact, DotnetCommand.Find(), program.ProjectFolder, options.StateFolder, cancellation);
            var isByDotnet = program.Command is [_, var first, ..] && first.EndsWith(".dll", StringComparison.OrdinalIgnoreCase);
            return program with
            {
                Command = isByDotnet ? program.Command.SetItem(0, RuntimeFolder.CommandIn(folder)) : program.Command,
                RuntimeVariables = Variables(folder, exact),
            };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw RuntimeCatalogue.NotPrepared(asked, e);
        }
    }

    // The folder has one version, which a program built for an older one takes only when it may roll forward to it.
    private static ImmutableSortedDictionary<string, string?> Variables(string folder, RuntimeVersion exact) =>
        ImmutableSortedDictionary.Create<string, string?>(StringComparer.Ordinal)
            .Add("DOTNET_ROOT", folder)
            .Add($"DOTNET_ROOT_{System.Runtime.InteropServices.RuntimeInformation.ProcessArchitecture.ToString().ToUpperInvariant()}", null)
            .Add("DOTNET_ROLL_FORWARD", "Major")
            .Add("DOTNET_ROLL_FORWARD_TO_PRERELEASE", exact.IsPreview ? "1" : null);

    private static Version FrameworkOf(string assembly, string name)
    {
        var file = assembly + ".runtimeconfig.json";
        if (!File.Exists(file)) throw NotPortable(name);
        using var document = JsonDocument.Parse(File.ReadAllBytes(file));
        var options = document.RootElement.GetProperty("runtimeOptions");
        var frameworks = options.TryGetProperty("frameworks", out var several) ? several.EnumerateArray().ToList()
            : options.TryGetProperty("framework", out var one) ? [one] : throw NotPortable(name);
        return Version.Parse(frameworks[0].GetProperty("version").GetString()!.Split('-')[0]);
    }

    private static UserFault NotPortable(string name) => SubjectFaults.Of(SubjectFault.WrongInput,
        $"{name} carries its runtime, or is no .NET program: it cannot run on another version of .NET", "give its project, or a build for an installed runtime (dotnet publish --no-self-contained)");
}
