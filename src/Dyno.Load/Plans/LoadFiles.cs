namespace Dyno.Load;

/// <summary>
/// The file name endings of loads in code. All code that must know whether a name is a script, a program or either of them uses this
/// class. Pure functions of the name, thread-safe: the caller checks whether the file exists.
/// </summary>
public static class LoadFiles
{
    /// <summary>The ending of a k6 script packed with everything it reads.</summary>
    public const string Archive = ".tar";

    /// <summary>The ending of a load in C# that has already been built.</summary>
    public const string Assembly = ".dll";

    /// <summary>The endings of the text of a k6 script.</summary>
    public static ImmutableArray<string> ScriptTexts { get; } = [".js", ".ts", ".mjs", ".cjs", ".mts"];

    /// <summary>The endings of k6 scripts, archives among them.</summary>
    public static ImmutableArray<string> Scripts { get; } = [.. ScriptTexts, Archive];

    /// <summary>The endings of loads in C#. A project's folder, which has no ending of its own, is such a load as well.</summary>
    public static ImmutableArray<string> Programs { get; } = [".cs", ".csproj", Assembly];

    /// <summary>Whether a target names a k6 script or an archive of one. A URL never does.</summary>
    public static bool IsScript(string target) => EndsWithOneOf(target, Scripts);

    /// <summary>Whether a target names a load in C#: a file, a project file or an assembly. A URL never does.</summary>
    public static bool IsProgram(string target) => EndsWithOneOf(target, Programs);

    /// <summary>Whether a target names a file with a load in code.</summary>
    public static bool IsCode(string target) => IsScript(target) || IsProgram(target);

    private static bool EndsWithOneOf(string target, ImmutableArray<string> endings) =>
        !target.Contains("://", StringComparison.Ordinal) && endings.Any(ending => target.EndsWith(ending, StringComparison.OrdinalIgnoreCase));
}
