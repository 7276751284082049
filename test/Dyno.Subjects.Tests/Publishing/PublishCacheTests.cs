namespace Dyno.Subjects.Tests;

[Trait("Length", "Long")]
public sealed class PublishCacheTests(Workspace workspace)
{
    [Fact]
    public async Task A_publish_is_used_again_until_a_source_changes()
    {
        var folder = workspace.CopyOfMoody("Changing");

        var first = await Publish(folder);
        var second = await Publish(folder);
        await File.AppendAllTextAsync(Path.Combine(folder, "Program.cs"), "// changed\n", TestContext.Current.CancellationToken);
        var third = await Publish(folder);

        (first.WasCached, second.WasCached, third.WasCached).ShouldBe((false, true, false));
        second.Folder.ShouldBe(first.Folder);
        third.Folder.ShouldNotBe(first.Folder);
        Directory.Exists(Path.Combine(folder, "obj")).ShouldBeFalse("the project's own folders stay untouched");
    }

    [Fact]
    public async Task Two_publishes_of_one_project_at_once_wait_for_each_other()
    {
        var folder = workspace.CopyOfMoody("Twice");

        var both = await Task.WhenAll(Publish(folder), Publish(folder));

        both.Count(published => published.WasCached).ShouldBe(1);
        both[0].Folder.ShouldBe(both[1].Folder);
    }

    [Fact]
    public async Task A_publish_that_was_cut_off_is_not_used()
    {
        var folder = workspace.CopyOfMoody("Cut");
        var first = await Publish(folder);
        File.Delete(Path.Combine(first.Folder, "published"));

        (await Publish(folder)).WasCached.ShouldBeFalse();
    }

    private Task<PublishedSubject> Publish(string folder) => SubjectPublisher.PublishAsync(
        new SubjectOptions { Project = folder, StateFolder = workspace.State }, null, TimeProvider.System,
        TestContext.Current.CancellationToken);
}
