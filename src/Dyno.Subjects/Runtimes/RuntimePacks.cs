namespace Dyno.Subjects;

/// <summary>The packages that hold a runtime: the base with the host, and ASP.NET Core.</summary>
internal static class RuntimePacks
{
    /// <summary>The runtime identifier of this machine, e.g. <c>linux-x64</c> or <c>linux-musl-arm64</c>.</summary>
    public static string Identifier
    {
        get
        {
            var system = OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : IsMusl ? "linux-musl" : "linux";
            return $"{system}-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";
        }
    }

    public static string Base => "Microsoft.NETCore.App.Runtime." + Identifier;

    /// <summary>The package of ASP.NET Core.</summary>
    public static string Web => "Microsoft.AspNetCore.App.Runtime." + Identifier;

    private static bool IsMusl => RuntimeInformation.RuntimeIdentifier.Contains("musl", StringComparison.Ordinal)
        || RuntimeInformation.RuntimeIdentifier.StartsWith("alpine", StringComparison.Ordinal);
}
