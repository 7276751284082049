namespace Dyno.Inputs.Tests;

public sealed class ForeignFileTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-foreign-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: x\n", "a collection of Bruno in YAML", "Bru")]
    [InlineData("insomnia.json", """{ "_type": "export", "__export_format": 4, "resources": [] }""", "an export of Insomnia", "Collection v2.1")]
    [InlineData("insomnia.yaml", "type: collection.insomnia.rest/5.0\nname: x\ncollection: []\n", "an export of Insomnia", "Collection v2.1")]
    [InlineData("load.yml", "config:\n  target: http://h\nscenarios:\n  - flow:\n    - get: { url: / }\n", "a script of Artillery", "# @load")]
    [InlineData("Shop.slnx", "<Solution></Solution>", "a solution", "--subject")]
    public void A_file_of_another_tool_is_answered_with_the_way_to_go(string name, string text, string what, string way)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);

        var problem = Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = path })).Problems.ShouldHaveSingleItem();

        problem.What.ShouldContain(what);
        problem.WriteInstead.ShouldNotBeNull().ShouldContain(way);
    }
}
