namespace Dyno.Aspire.Hosting.Tests;

public sealed class ToolCommandTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-aspire-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void What_the_configuration_names_is_started()
    {
        ToolCommand.Find("/opt/dyno/dyno", _folder).ShouldSatisfyAllConditions(tool => tool.Program.ShouldBe("/opt/dyno/dyno"), tool => tool.Words.ShouldBeEmpty());
        ToolCommand.Find("dyno-next", _folder).Program.ShouldBe("dyno-next", "a name is looked for on the path");
        ToolCommand.Find("tools/dyno", _folder).Program.ShouldBe(Path.Combine(_folder, "tools", "dyno"));
        var built = ToolCommand.Find("bin/dyno.dll", _folder);
        built.Program.ShouldBe("dotnet");
        built.Words.ShouldBe([Path.Combine(_folder, "bin", "dyno.dll")]);
    }

    [Theory]
    [InlineData("""{ "version": 1, "tools": { "dyno": { "version": "0.3.0", "commands": ["dyno"] } } }""", true)]
    [InlineData("""{ "version": 1, "tools": { "other": {} } }""", false)]
    [InlineData("""{ "version": 1, "tools": {""", false)]
    [InlineData("[]", false)]
    [InlineData("{}", false)]
    [InlineData("""{ "tools": 3 }""", false)]
    public void A_local_tool_of_a_folder_above_is_started_by_dotnet(string manifest, bool isLocal)
    {
        var below = Directory.CreateDirectory(Path.Combine(_folder, "src", "AppHost")).FullName;
        Directory.CreateDirectory(Path.Combine(_folder, ".config"));
        File.WriteAllText(Path.Combine(_folder, ".config", "dotnet-tools.json"), manifest);

        var tool = ToolCommand.Find(null, below);

        tool.Program.ShouldBe(isLocal ? "dotnet" : "dyno");
        tool.Words.ShouldBe(isLocal ? ["dyno"] : []);
    }

    [Fact]
    public void A_manifest_that_is_the_root_hides_those_above()
    {
        var below = Directory.CreateDirectory(Path.Combine(_folder, "src")).FullName;
        File.WriteAllText(Path.Combine(_folder, "dotnet-tools.json"), """{ "tools": { "dyno": {} } }""");
        File.WriteAllText(Path.Combine(below, "dotnet-tools.json"), """{ "isRoot": true, "tools": {} }""");

        ToolCommand.Find("", below).Program.ShouldBe("dyno");
    }
}
