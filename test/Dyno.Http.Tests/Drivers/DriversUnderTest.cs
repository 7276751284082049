namespace Dyno.Http.Tests;

/// <summary>The drivers that one set of tests runs against.</summary>
public static class DriversUnderTest
{
    /// <summary>Those that speak HTTP/1.1 over connections of their own, as far as the platform has them.</summary>
    public static TheoryData<DriverChoice> Http11 { get; } =
        OperatingSystem.IsLinux() ? [DriverChoice.Linux, DriverChoice.Portable] : [DriverChoice.Portable];
}
