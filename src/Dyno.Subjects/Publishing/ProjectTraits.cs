namespace Dyno.Subjects;

/// <summary>The properties of a project, as MSBuild reports them.</summary>
/// <param name="Frameworks">Target frameworks that run on this system, highest first.</param>
/// <param name="AllFrameworks">All target frameworks as written.</param>
/// <param name="IsProgram">Whether the project builds a program that can be started.</param>
/// <param name="AssemblyName">Name of the assembly, without an extension.</param>
/// <param name="RuntimeIdentifier">The runtime identifier for which the SDK has runtime packs on this system, e.g. <c>linux-x64</c>.</param>
/// <param name="IsAheadOfTime">Whether a publish compiles the program ahead of time, or trims it: such a publish is always self-contained.</param>
/// <param name="AsksForServerGc">Whether the project asks for the server GC.</param>
internal sealed record ProjectTraits(
    ImmutableArray<string> Frameworks, ImmutableArray<string> AllFrameworks, bool IsProgram, string AssemblyName,
    string RuntimeIdentifier, bool IsAheadOfTime, bool AsksForServerGc)
{
    private const string SdkRuntimeIdentifier = "NETCoreSdkPortableRuntimeIdentifier";

    /// <summary>The properties to ask MSBuild for.</summary>
    public static ImmutableArray<string> AskedProperties { get; } =
        ["TargetFramework", "TargetFrameworks", "OutputType", "AssemblyName", SdkRuntimeIdentifier, "PublishAot", "PublishTrimmed", "ServerGarbageCollection"];

    /// <summary>Reads MSBuild's answer to <c>-getProperty</c> with all of <see cref="AskedProperties"/>.</summary>
    public static ProjectTraits Parse(string json)
    {
        using var document = JsonDocument.Parse(json);
        var properties = document.RootElement.GetProperty("Properties");
        var many = Split(properties.GetProperty("TargetFrameworks").GetString());
        var all = many.IsEmpty ? Split(properties.GetProperty("TargetFramework").GetString()) : many;
        var runnable = all.Where(framework => VersionOf(framework) is not null).OrderByDescending(VersionOf);
        var type = properties.GetProperty("OutputType").GetString();
        return new ProjectTraits([.. runnable], all, string.Equals(type, "Exe", StringComparison.OrdinalIgnoreCase),
            properties.GetProperty(nameof(AssemblyName)).GetString()!, properties.GetProperty(SdkRuntimeIdentifier).GetString()!,
            IsTrue("PublishAot") || IsTrue("PublishTrimmed"), IsTrue("ServerGarbageCollection"));

        bool IsTrue(string name) => string.Equals(properties.GetProperty(name).GetString(), "true", StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>The framework to publish for.</summary>
    /// <param name="asked">The framework that the user asked for; null: the highest.</param>
    /// <param name="project">The project's name, for messages.</param>
    /// <param name="runtime">The version of .NET that it is to run on, which limits the choice; null: any.</param>
    /// <exception cref="UserFault">The project has no such framework, or cannot be started.</exception>
    public string Choose(string? asked, string project, RuntimeVersion? runtime = null)
    {
        if (!IsProgram)
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"{project} is a library and cannot be started",
                "give the project of the program that hosts it");
        if (Frameworks.IsEmpty)
            throw SubjectFaults.Of(SubjectFault.WrongInput,
                $"{project} has no target framework that runs here: {string.Join(", ", AllFrameworks)}",
                "add net10.0 to its TargetFrameworks");
        if (asked is null) return Frameworks.FirstOrDefault(framework => runtime?.Runs(VersionOf(framework)!) != false) ?? Frameworks[^1];
        return Frameworks.FirstOrDefault(framework => framework.Equals(asked, StringComparison.OrdinalIgnoreCase))
            ?? throw SubjectFaults.Of(SubjectFault.WrongInput, $"{project} has no target framework '{asked}'",
                "the project has " + string.Join(", ", Frameworks));
    }

    /// <summary>The version of a framework <c>netN.M</c> from 5.0 on; null for any other framework, such as <c>net48</c> or <c>net9.0-windows</c>.</summary>
    internal static Version? VersionOf(string framework) =>
        framework.StartsWith("net", StringComparison.OrdinalIgnoreCase) && framework.Contains('.', StringComparison.Ordinal)
        && Version.TryParse(framework.AsSpan(3), out var version) && version.Major >= 5
            ? version
            : null;

    private static ImmutableArray<string> Split(string? list) =>
        [.. (list ?? "").Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
}
