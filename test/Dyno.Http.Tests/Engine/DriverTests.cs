using System.Diagnostics.CodeAnalysis;

namespace Dyno.Http.Tests;

/// <summary>
/// Tests of what a driver on sockets does: written once, run on the Linux driver, and on the portable one by a derived class that says no
/// more than that.
/// </summary>
public abstract class DriverTests
{
    // xunit runs a test in the execution context that its class's constructor left behind.
    private static readonly AsyncLocal<DriverChoice> Chosen = new();

    [SuppressMessage("Usage", "CA2214", Justification = "the property is a constant of the class")]
    protected DriverTests() => Chosen.Value = Driver;

    /// <summary>The driver under test.</summary>
    protected virtual DriverChoice Driver => DriverChoice.Linux;

    /// <summary>The driver of the test that is running; the Linux one outside such tests.</summary>
    internal static DriverChoice Current => Chosen.Value == DriverChoice.Auto ? DriverChoice.Linux : Chosen.Value;

    /// <summary>Skips on the portable driver what only the Linux one does.</summary>
    protected void OnLinuxDriverOnly(string reason) => Assert.SkipUnless(Driver == DriverChoice.Linux, reason);
}
