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

    /// <summary>The file lies elsewhere, and the series of a history keeps its name.</summary>
    [Fact]
    public void A_load_that_the_branch_changes_is_the_baselines_under_the_name_of_the_working_copys()
    {
        File.WriteAllText(Path.Combine(_folder, "at-baseline.http"), "GET http://localhost/a");
        var inline = new InlineExperiment { Git = "main...topic", Project = ".", Load = "load.http", LoadOfBaseline = Path.Combine(_folder, "at-baseline.http") };
        inline.Revisions.ShouldBe(("main", "topic"));
        inline.IsLoadFile.ShouldBeTrue();
        NameOf(inline).ShouldBe("topic against main: load.http");
        inline.ToText().ShouldContain("at-baseline.http");
    }

    private string NameOf(InlineExperiment inline) =>
        ExperimentReader.ReadText(inline.ToText(), "command line", _folder, new ExperimentOverrides()).Name;
}
