namespace Dyno.Subjects.Tests;

public sealed class RuntimeVersionTests
{
    [Theory]
    [InlineData("10.0", false, false)]
    [InlineData("10.0.12", true, false)]
    [InlineData("11.0.0-rc.1.25451.107", true, true)]
    public void A_family_an_exact_version_and_a_preview_are_told_apart(string text, bool isExact, bool isPreview)
    {
        var version = RuntimeVersion.Parse(text);

        (version.IsExact, version.IsPreview, version.IsInstalled, version.Text).ShouldBe((isExact, isPreview, false, text));
    }

    [Fact]
    public void The_installed_runtime_runs_everything()
    {
        var version = RuntimeVersion.Parse("installed");

        (version.IsInstalled, version.IsExact).ShouldBe((true, false));
        version.Runs(new Version(12, 0)).ShouldBeTrue();
    }

    [Theory]
    [InlineData("")]
    [InlineData("10")]
    [InlineData("net10.0")]
    [InlineData("10.0.x")]
    [InlineData("10.0-rc.1")]
    [InlineData("4.8")]
    [InlineData("latest")]
    [InlineData("10.0.1.2")]
    [InlineData(null)]
    public void Other_texts_are_no_versions(string? text) => RuntimeVersion.TryParse(text, out _).ShouldBeFalse();

    [Theory]
    [InlineData("10.0", "10.0", true)]
    [InlineData("11.0.0", "10.0", true)]
    [InlineData("9.0.23", "10.0", false)]
    public void Code_runs_on_its_own_version_and_on_later_ones(string runtime, string framework, bool expected) =>
        RuntimeVersion.Parse(runtime).Runs(Version.Parse(framework)).ShouldBe(expected);
}
