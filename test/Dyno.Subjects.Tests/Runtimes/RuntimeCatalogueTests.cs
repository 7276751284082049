namespace Dyno.Subjects.Tests;

public sealed class RuntimeCatalogueTests
{
    private static readonly string[] Served = ["8.0.34", "9.0.23", "10.0.9", "10.0.12", "10.0.11", "11.0.0"];

    [Fact]
    public void The_versions_of_all_sources_are_read() => RuntimeCatalogue.Parse("""
        warn : a source did not answer
        { "version": 2, "problems": [], "searchResult": [
          { "sourceName": "a", "packages": [ { "id": "x", "version": "10.0.1" }, { "id": "x", "version": "10.0.2" } ] },
          { "sourceName": "b", "packages": [ { "id": "x", "version": "10.0.2" }, { "id": "x", "version": "2.1.30" } ] },
          { "sourceName": "c", "problems": [] } ] }
        """).ShouldBe(["10.0.1", "10.0.2"]);

    [Theory]
    [InlineData("")]
    [InlineData("error: Unable to load the service index")]
    [InlineData("{}")]
    [InlineData("} {")]
    public void An_answer_without_versions_is_none(string answer) => RuntimeCatalogue.Parse(answer).ShouldBeEmpty();

    [Theory]
    [InlineData("10.0.13", "these can: 10.0.9, 10.0.11, 10.0.12")]
    [InlineData("12.0", "these can: 8.0.34, 9.0.23, 10.0.12, 11.0.0")]
    public void A_version_that_is_not_served_is_answered_with_those_that_are(string asked, string hint)
    {
        var fault = RuntimeCatalogue.NotServed(RuntimeVersion.Parse(asked), [.. Served], []);

        fault.Reason.ShouldBe(SubjectFault.DidNotRestore);
        fault.Message.ShouldBe($".NET {asked} cannot be restored from your package sources");
        fault.Hint.ShouldBe(hint);
    }

    [Fact]
    public void A_version_without_its_part_for_aspnet_core_says_so() =>
        RuntimeCatalogue.NotServed(RuntimeVersion.Parse("10.0.13"), [.. Served], ["10.0.13"]).Message
            .ShouldBe($".NET 10.0.13 has no part for ASP.NET Core in your package sources: Microsoft.AspNetCore.App.Runtime.{RuntimePacks.Identifier} is missing");

    [Fact]
    public void A_system_without_packages_says_so() =>
        RuntimeCatalogue.NotServed(RuntimeVersion.Parse("10.0"), [], []).Message.ShouldStartWith($"no runtime for {RuntimePacks.Identifier} can be restored");
}
