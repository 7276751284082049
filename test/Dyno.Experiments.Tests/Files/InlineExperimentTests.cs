namespace Dyno.Experiments.Tests;

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

    /// <summary>The text names the user's file and the revision, so that the experiment can be run again; the series of a history keeps its name.</summary>
    [Fact]
    public void A_load_of_a_revision_is_named_with_it_and_need_not_exist_in_the_working_copy()
    {
        var inline = new InlineExperiment { Git = "main...topic", Project = ".", Load = "load.http", LoadRevision = "f00d" };
        inline.Revisions.ShouldBe(("main", "topic"));
        inline.IsLoadFile.ShouldBeTrue();
        NameOf(inline).ShouldBe("topic against main: load.http");
        inline.ToText().ShouldContain("load: { file: 'load.http', git: 'f00d' }");
        var plan = ExperimentReader.ReadText(inline.ToText(), "command line", _folder, new ExperimentOverrides());
        plan.Variants.ShouldAllBe(variant => variant.LoadRevision == "f00d" && variant.Load == Path.Combine(_folder, "load.http"));
    }

    [Fact]
    public void An_absolute_path_of_a_file_is_no_path_of_the_server()
    {
        var file = Path.Combine(_folder, "load.http");
        InlineExperiment.IsFile(file).ShouldBe(!file.StartsWith('/'), "there is none");
        File.WriteAllText(file, "GET http://localhost/orders");
        InlineExperiment.IsFile(file).ShouldBeTrue();
        InlineExperiment.IsFile("/").ShouldBeFalse();
    }

    private string NameOf(InlineExperiment inline) =>
        ExperimentReader.ReadText(inline.ToText(), "command line", _folder, new ExperimentOverrides()).Name;
}
