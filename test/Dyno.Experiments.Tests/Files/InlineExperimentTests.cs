using Dyno.Experiments.Files;

namespace Dyno.Experiments.Tests.Files;

/// <summary>A comparison without a file is named by what it compares.</summary>
public sealed class InlineExperimentTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-inline-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Revisions_are_named_with_the_load() =>
        NameOf(new InlineExperiment { Git = "main..slower", Project = ".", Load = "/products" }).ShouldBe("slower against main: /products");

    [Fact]
    public void Several_targets_are_all_named() =>
        NameOf(new InlineExperiment { Targets = ["http://old:80", "http://new:80", "http://next:80"], Load = "/it's" })
            .ShouldBe("new, next against old: /it's");

    [Fact]
    public void A_secret_of_the_load_is_no_part_of_the_name() =>
        NameOf(new InlineExperiment { Targets = ["http://old", "http://new"], Load = "/orders?api_key=planted" }).ShouldNotContain("planted");

    private string NameOf(InlineExperiment inline) =>
        ExperimentReader.ReadText(inline.ToText(), "command line", _folder, new ExperimentOverrides()).Name;
}
