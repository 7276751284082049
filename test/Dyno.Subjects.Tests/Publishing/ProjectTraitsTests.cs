namespace Dyno.Subjects.Tests;

public sealed class ProjectTraitsTests
{
    [Theory]
    [InlineData("net8.0;net10.0;net9.0", "net10.0,net9.0,net8.0")]
    [InlineData("net48; net8.0-windows ;net8.0;netstandard2.0;netcoreapp3.1;", "net8.0")]
    public void Frameworks_that_run_here_come_highest_first(string written, string expected) =>
        string.Join(',', Traits(many: written).Frameworks).ShouldBe(expected);

    [Fact]
    public void A_single_framework_counts_when_there_is_no_list() =>
        Traits(one: "net9.0").Choose(null, "Api").ShouldBe("net9.0");

    [Fact]
    public void The_spelling_of_the_project_wins() =>
        Traits(one: "net9.0").Choose("NET9.0", "Api").ShouldBe("net9.0");

    [Fact]
    public void A_project_for_other_systems_only_is_refused() =>
        Should.Throw<UserFault>(() => Traits(one: "net48").Choose(null, "Api")).Message
            .ShouldBe("Api has no target framework that runs here: net48");

    [Theory]
    [InlineData("PublishAot")]
    [InlineData("PublishTrimmed")]
    public void A_program_compiled_ahead_of_time_or_trimmed_is_known(string property)
    {
        Traits(one: "net10.0").IsAheadOfTime.ShouldBeFalse();
        Traits(one: "net10.0", isTrue: property).IsAheadOfTime.ShouldBeTrue();
    }

    private static ProjectTraits Traits(string one = "", string many = "", string isTrue = "") => ProjectTraits.Parse($$"""
        { "Properties": { "TargetFramework": "{{one}}", "TargetFrameworks": "{{many}}", "OutputType": "Exe", "AssemblyName": "Api",
          "NETCoreSdkPortableRuntimeIdentifier": "linux-x64", "ServerGarbageCollection": "",
          "PublishAot": "{{isTrue == "PublishAot"}}", "PublishTrimmed": "{{isTrue == "PublishTrimmed"}}" } }
        """);
}
