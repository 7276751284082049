namespace Dyno.Subjects.Tests;

public sealed class SubjectStoreTests : IDisposable
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-store-");

    private SubjectStore Store => new(_root.FullName);

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public void The_least_recently_used_programs_go_above_the_bound()
    {
        for (var days = 1; days <= SubjectStore.Most + 2; days++) Make($"Api-{days:00}", Now.AddDays(-days));

        Store.Bound(Now);

        Store.List().Select(subject => Path.GetFileName(subject.Folder)).ShouldBe(Enumerable.Range(1, SubjectStore.Most).Select(days => $"Api-{days:00}"));
    }

    [Fact]
    public void Programs_of_the_last_hour_stay_however_many_they_are()
    {
        for (var i = 0; i < SubjectStore.Most + 2; i++) Make($"Api-{i}", Now.AddMinutes(-50));

        Store.Bound(Now);

        Store.List().Length.ShouldBe(SubjectStore.Most + 2);
    }

    [Fact]
    public void A_program_that_runs_or_is_being_built_stays()
    {
        var runs = Make("Runs", Now.AddDays(-2));
        var launches = Directory.CreateDirectory(Path.Combine(runs, "launches")).FullName;
        using (OwnedFolder.Create("launch-", launches))
            SubjectStore.Remove(Store.List().ShouldHaveSingleItem()).ShouldBeFalse();
        using (PublishFolder.TryLock(runs))
            SubjectStore.Remove(Store.List().ShouldHaveSingleItem()).ShouldBeFalse();

        SubjectStore.Remove(Store.List().ShouldHaveSingleItem()).ShouldBeTrue();
        Store.List().ShouldBeEmpty();
    }

    private string Make(string name, DateTimeOffset lastUse)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_root.FullName, name)).FullName;
        File.WriteAllText(Path.Combine(folder, "lock"), "");
        foreach (var path in (string[])[Path.Combine(folder, "lock"), folder]) File.SetLastWriteTimeUtc(path, lastUse.UtcDateTime);
        return folder;
    }
}
