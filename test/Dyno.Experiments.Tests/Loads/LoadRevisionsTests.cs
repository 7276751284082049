using System.Diagnostics;

namespace Dyno.Experiments.Tests;

/// <summary>A load file of a git revision, with the files that it names.</summary>
public sealed class LoadRevisionsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-revision-").FullName;

    public LoadRevisionsTests()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "loads"));
        Git("init", "-q", "-b", "main");
        Write("loads/orders.http", "POST http://localhost/orders\n\n< ../bodies.json");
        Commit("bodies.json", """{"old":1}""");
        Git("tag", "old");
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task The_load_and_what_it_names_are_those_of_the_revision()
    {
        Commit("bodies.json", """{"new":1}""");
        File.Delete(Path.Combine(_folder, "loads/orders.http"));
        string load;
        await using (var experiment = await OpenAsync("{ file: loads/orders.http, git: old }"))
        {
            load = experiment.Plan.Variants[0].Load;
            experiment.Plan.Variants.ShouldAllBe(variant => variant.Load == load);
            var body = Path.Combine(Path.GetDirectoryName(load)!, "../bodies.json");
            (await File.ReadAllTextAsync(body, Cancelled)).ShouldBe("""{"old":1}""");
            experiment.Plan.Text.ShouldContain("{ file: loads/orders.http, git: old }");
        }
        File.Exists(load).ShouldBeFalse();
        Git("worktree", "list").Trim().Split('\n').ShouldHaveSingleItem();
    }

    [Fact]
    public async Task A_changed_body_has_both_sides_loaded_as_the_baseline_has_it()
    {
        (await FindAsync()).ShouldBeNull("nothing changed");
        Commit("bodies.json", """{"new":1}""");
        (await FindAsync())!.File.ShouldBe("bodies.json");
    }

    /// <summary>The baseline's load may be right; what is wrong with the later one is not what is compared.</summary>
    [Fact]
    public async Task A_load_that_the_branch_breaks_is_the_baselines()
    {
        Commit("loads/orders.http", "this is no request");
        (await FindAsync())!.File.ShouldBe("loads/orders.http");
    }

    [Fact]
    public async Task A_revision_without_the_file_and_a_revision_of_a_url_are_refused()
    {
        Commit("loads/later.http", "GET http://localhost/later");
        (await Should.ThrowAsync<UserFault>(() => OpenAsync("{ file: loads/later.http, git: old }"))).Message.ShouldContain("old has no file");
        (await Should.ThrowAsync<UserFault>(() => OpenAsync("{ file: loads/later.http, git: nowhere }"))).Message.ShouldContain("there is no revision 'nowhere'");
        (await Should.ThrowAsync<UserFault>(() => OpenAsync("{ url: /orders, git: old }"))).Problems.Single().WriteInstead!.ShouldContain("git: main");
        Git("worktree", "list").Trim().Split('\n').ShouldHaveSingleItem();
    }

    private Task<Experiment> OpenAsync(string load) => Experiment.OpenAsync(PlanOf(load), [], Cancelled, Path.Combine(_folder, ".dyno"));

    private Task<Dyno.Subjects.ChangedLoad?> FindAsync() => LoadOfBaseline.FindAsync(PlanOf("{ file: loads/orders.http }"), [], "old", "main", Cancelled);

    private ExperimentPlan PlanOf(string load) => ExperimentReader.ReadText(
        $"variants: {{ a: {{ url: http://localhost:1 }}, b: {{ url: http://localhost:2 }} }}\nload: {load}\ncompare: {{ baseline: a }}\n",
        "test", _folder, new ExperimentOverrides());

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(_folder, name), text);

    private void Commit(string name, string text)
    {
        Write(name, text);
        Git("add", ".");
        Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", name);
    }

    private string Git(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = _folder, RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0, string.Join(' ', arguments));
        return output;
    }
}
