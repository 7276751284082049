namespace Dyno.Scenarios.Tests;

public sealed class PublicApiTests
{
    /// <summary>A package: what is approved here may be added to, and is taken away only with a word in the changelog.</summary>
    [Fact]
    public void What_the_package_promises_is_approved() => Approval.Verify(PublicApi.Of(typeof(DynoRunner).Assembly), "public-api");
}
