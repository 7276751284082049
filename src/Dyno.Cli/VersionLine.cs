using System.Reflection;

namespace Dyno.Cli;

/// <summary>The version of this build, and the line that prints it.</summary>
internal static class VersionLine
{
    /// <summary>Semantic version with the commit after a plus sign where it is known: <c>0.3.0+1bfb675…</c>.</summary>
    public static string Version { get; } =
        typeof(VersionLine).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0.0.0";

    /// <summary>The version without the commit.</summary>
    public static string Number { get; } = Version.Split('+')[0];

    public static bool IsAskedFor(string[] args) => args is ["--version"] or ["version"];

    public static int Print(TextWriter to)
    {
        to.WriteLine($"dyno {Short}");
        return 0;
    }

    /// <summary>For people: the version, and the first ten digits of the commit.</summary>
    public static string Short => Version.IndexOf('+') is var plus and >= 0 && Version.Length > plus + 11
        ? $"{Version[..plus]} ({Version.AsSpan(plus + 1, 10)})"
        : Version;
}
