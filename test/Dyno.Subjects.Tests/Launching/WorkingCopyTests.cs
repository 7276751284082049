namespace Dyno.Subjects.Tests;

/// <summary>No launch finds what another one has written.</summary>
public sealed class WorkingCopyTests(Workspace workspace)
{
    [Fact]
    public async Task Each_launch_begins_with_the_files_of_the_publish()
    {
        await using var first = await StartAsync();
        (await VisitAsync(first)).ShouldBe("1");
        (await VisitAsync(first)).ShouldBe("2");

        await using var second = await StartAsync(); // beside the first, as in slices

        (await VisitAsync(second)).ShouldBe("1");
    }

    [Fact]
    public async Task The_instances_of_one_launch_share_their_files()
    {
        await using var subject = await StartAsync(workspace.InMood("good") with { Instances = 2 });

        (await VisitAsync(subject)).ShouldBe("1");
        (await VisitAsync(subject.Others[0])).ShouldBe("2");
    }

    [Fact]
    public async Task The_files_go_with_the_launch_and_stay_only_when_asked()
    {
        var state = workspace.NewFolder("kept-files");
        var options = workspace.InMood("good") with { StateFolder = state };
        string output;
        await using (var subject = await StartAsync(options with { KeepsFiles = true })) output = await OutputAfterVisitAsync(subject);
        await using (var subject = await StartAsync(options)) await OutputAfterVisitAsync(subject);

        var kept = Directory.GetFiles(state, "visits.txt", SearchOption.AllDirectories).ShouldHaveSingleItem();
        Path.GetFileName(Path.GetDirectoryName(kept)).ShouldBe(Path.GetFileNameWithoutExtension(output));
        Directory.GetDirectories(state, "launch-*", SearchOption.AllDirectories).ShouldBeEmpty();
    }

    [Fact]
    public void Code_is_not_copied_and_everything_else_is()
    {
        var published = Published("sizes", ("App.dll", 1 << 20), ("runtimes/linux-x64/native/libe.so", 1 << 20), ("appsettings.json", 20));

        using var copy = WorkingCopy.Of(published, Path.Combine(published.Folder, "..", "launches"), null);
        File.WriteAllText(Path.Combine(copy.Folder, "appsettings.json"), "changed");

        copy.Command.ShouldBe(["dotnet", Path.Combine(copy.Folder, "App.dll")]);
        Directory.GetFiles(copy.Folder, "*", SearchOption.AllDirectories).Length.ShouldBe(3);
        File.ReadAllText(Path.Combine(published.Folder, "appsettings.json")).ShouldNotBe("changed");
        if (!OperatingSystem.IsWindows()) File.AppendAllText(Path.Combine(copy.Folder, "App.dll"), "x");
        new FileInfo(Path.Combine(published.Folder, "App.dll")).Length.ShouldBe((1 << 20) + (OperatingSystem.IsWindows() ? 0 : 1), "one file with two names");
    }

    [Fact]
    public void A_publish_whose_code_was_changed_in_place_is_not_used_again()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there the code is copied");
        var published = Published("spoiled", ("App.dll", 100));
        PublishFolder.MarkWhole(published.Folder);
        var root = Path.Combine(published.Folder, "..", "launches");
        WorkingCopy.Of(published, root, null).Dispose();
        PublishFolder.IsWhole(published.Folder).ShouldBeTrue();

        using (var copy = WorkingCopy.Of(published, root, null))
        {
            var code = Path.Combine(copy.Folder, "App.dll");
            File.AppendAllText(code, "patched");
            File.SetLastWriteTimeUtc(code, new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        PublishFolder.IsWhole(published.Folder).ShouldBeFalse();
    }

    private PublishedSubject Published(string name, params (string Path, int Bytes)[] files)
    {
        var folder = Path.Combine(workspace.NewFolder(name), "publish");
        foreach (var (path, bytes) in files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, path))!);
            File.WriteAllBytes(Path.Combine(folder, path), new byte[bytes]);
        }
        return new PublishedSubject
        {
            Source = name,
            Name = name,
            ProjectFolder = folder,
            Framework = "net10.0",
            SelfContained = false,
            Folder = folder,
            Command = ["dotnet", Path.Combine(folder, "App.dll")],
            AsksForServerGc = true,
            WasCached = true,
        };
    }

    private Task<Subject> StartAsync(SubjectOptions? options = null) =>
        Subject.StartAsync(options ?? workspace.InMood("good"), cancellation: TestContext.Current.CancellationToken);

    private static async Task<string> OutputAfterVisitAsync(Subject subject)
    {
        (await VisitAsync(subject)).ShouldBe("1");
        return subject.OutputFile;
    }

    private static async Task<string> VisitAsync(Subject subject)
    {
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        return await client.GetStringAsync("/visit", TestContext.Current.CancellationToken);
    }
}
