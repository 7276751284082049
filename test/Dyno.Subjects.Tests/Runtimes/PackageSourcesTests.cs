namespace Dyno.Subjects.Tests;

/// <summary>Package sources that do not answer, that have half of a runtime, and disks that are full.</summary>
[Trait("Length", "Long")]
public sealed class PackageSourcesTests(Workspace workspace)
{
    private static readonly RuntimeVersion Newer = RuntimeVersion.Parse("11.0.0");

    private static string Packages { get; } = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    [Fact]
    public async Task Without_a_network_the_newest_version_of_this_machine_runs_and_is_named()
    {
        await HavePacksAsync();
        var project = workspace.CopyOfMoody("Offline");
        Configure(project, """<add key="far" value="http://127.0.0.1:1/v3/index.json" allowInsecureConnections="true" />""");
        var told = new List<string>();

        await using var subject = await Subject.StartAsync(
            new SubjectOptions { Project = project, StateFolder = StateOf("offline"), RuntimeVersion = RuntimeVersion.Parse("11.0") }, new Listener(told),
                cancellation: Cancelled);

        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        var version = (await client.GetStringAsync("/version", Cancelled)).Split(' ')[1];
        version.ShouldStartWith("11.0.");
        told.ShouldContain($"the package sources name no runtime (no network?): {version} is the newest 11.0 on this machine");
    }

    [Fact]
    public async Task A_package_that_was_unpacked_in_part_and_a_preview_are_no_versions_of_this_machine()
    {
        var (folder, state) = (workspace.NewFolder("in-part"), StateOf("in-part"));
        var packages = Configure(folder, "", keepsPackages: true);
        foreach (var package in new[] { RuntimePacks.Base, RuntimePacks.Web })
            foreach (var (version, isWhole) in new[] { ("11.0.5", true), ("11.0.6-rc.1", true), ("11.0.7", false) })
            {
                var unpacked = Directory.CreateDirectory(Path.Combine(packages, package.ToLowerInvariant(), version)).FullName;
                if (isWhole) await File.WriteAllTextAsync(Path.Combine(unpacked, ".nupkg.metadata"), "{}", Cancelled);
            }

        (await new RuntimeCatalogue(folder, state).ResolveAsync(RuntimeVersion.Parse("11.0"), null, Cancelled)).Text.ShouldBe("11.0.5");
    }

    [Fact]
    public async Task A_runtime_whose_part_for_aspnet_core_is_not_served_is_refused_by_the_name_of_that_part()
    {
        await HavePacksAsync();
        var folder = workspace.NewFolder("half");
        var feed = Directory.CreateDirectory(Path.Combine(folder, "feed")).FullName;
        Put(RuntimePacks.Base, feed);
        Configure(folder, """<add key="half" value="feed" />""", keepsPackages: true);

        var fault = await Should.ThrowAsync<UserFault>(() => MakeAsync(folder, StateOf("half")));

        fault.Message.ShouldBe($".NET 11.0.0 has no part for ASP.NET Core in your package sources: {RuntimePacks.Web} is missing");
        Made("half").ShouldBeEmpty();
    }

    [Fact]
    public async Task A_system_whose_runtime_has_no_packages_is_named()
    {
        var folder = workspace.NewFolder("no-packs");
        Directory.CreateDirectory(Path.Combine(folder, "feed"));
        Configure(folder, """<add key="none" value="feed" />""", keepsPackages: true);

        var family = await Should.ThrowAsync<UserFault>(() => new RuntimeCatalogue(folder, StateOf("no-packs")).ResolveAsync(RuntimeVersion.Parse("11.0"), null, Cancelled));
        var exact = await Should.ThrowAsync<UserFault>(() => MakeAsync(folder, StateOf("no-packs")));

        family.Message.ShouldBe($"no runtime for {RuntimePacks.Identifier} can be restored: your package sources have no {RuntimePacks.Base}");
        family.Hint.ShouldBe("see 'dotnet nuget list source', or write installed");
        exact.Message.ShouldBe(family.Message);
    }

    [Fact]
    public async Task A_disk_that_is_full_while_a_version_is_looked_up_is_named()
    {
        var (folder, state) = (workspace.NewFolder("full-search"), StateOf("full-search"));
        using var disk = SmallDisk.TryMount(RuntimeFolder.RootOf(state), "8k");
        Assert.SkipWhen(disk is null, SmallDisk.WhyNot);
        Should.Throw<IOException>(() => File.WriteAllBytes(Path.Combine(RuntimeFolder.RootOf(state), "fill"), new byte[20_000]));

        var fault = await Should.ThrowAsync<UserFault>(() => new RuntimeCatalogue(folder, state).ResolveAsync(RuntimeVersion.Parse("10.0"), null, Cancelled));

        fault.Message.ShouldStartWith(".NET 10.0 cannot be prepared: ");
        fault.Message.ShouldContain("No space left on device");
        fault.Hint.ShouldBe("start Dyno in a writable folder with enough free space (150 MB per runtime)");
    }

    [Fact]
    public async Task A_disk_that_is_full_in_the_middle_of_the_restore_is_named_and_nothing_half_made_is_used_later()
    {
        await HavePacksAsync();
        var project = workspace.CopyOfMoody("FullPackages");
        var packages = Configure(project, $"""<add key="here" value="{FeedIn(workspace.NewFolder("full-feed"))}" />""", keepsPackages: true);
        using var disk = SmallDisk.TryMount(packages, "30m");
        Assert.SkipWhen(disk is null, SmallDisk.WhyNot);
        var options = new SubjectOptions { Project = project, StateFolder = StateOf("full-packages"), RuntimeVersion = Newer };

        var fault = await Should.ThrowAsync<UserFault>(() => Subject.StartAsync(options, cancellation: Cancelled));

        fault.Message.ShouldStartWith(".NET 11.0.0 cannot be prepared: ");
        fault.Message.ShouldContain("No space left on device");
        fault.Hint.ShouldBe("start Dyno in a writable folder with enough free space (150 MB per runtime)");
        Made("full-packages").ShouldBeEmpty();
        disk.Resize("500m");
        await using (await Subject.StartAsync(options, cancellation: Cancelled)) ShouldBeWhole("full-packages");
    }

    [Fact]
    public async Task A_disk_that_is_full_in_the_middle_of_making_the_folder_leaves_none()
    {
        await HavePacksAsync();
        var state = StateOf("full-state");
        using var disk = SmallDisk.TryMount(RuntimeFolder.RootOf(state), "30m");
        Assert.SkipWhen(disk is null, SmallDisk.WhyNot);

        (await Should.ThrowAsync<IOException>(() => MakeAsync(workspace.NewFolder("full"), state))).Message.ShouldContain("No space left on device");

        Made("full-state").ShouldBeEmpty();
        Directory.GetFileSystemEntries(RuntimeFolder.RootOf(state)).ShouldBeEmpty("what was made goes, so that the disk is as before");
        disk.Resize("500m");
        await MakeAsync(workspace.NewFolder("full"), state);
        ShouldBeWhole("full-state");
    }

    [Fact]
    public async Task An_answer_about_a_project_that_a_full_disk_cut_off_is_not_read_later()
    {
        var project = workspace.CopyOfMoody("CutAnswer");
        var folder = new PublishFolder(StateOf("cut-answer"), Path.Combine(project, "Moody.csproj"));
        using var disk = SmallDisk.TryMount(Path.GetDirectoryName(folder.BuildFolder)!, "8k");
        Assert.SkipWhen(disk is null, SmallDisk.WhyNot);

        Should.Throw<UserFault>(() => folder.KeepInspection("abc", new string('x', 20_000))).Message.ShouldContain("because the disk was full");

        folder.FindInspection("abc").ShouldBeNull();
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private string StateOf(string name) => Path.Combine(workspace.State, "..", name, "subjects");

    private string[] Made(string name) => [.. RuntimeFolder.Made(RuntimeFolder.RootOf(StateOf(name)))];

    private static Task<string> MakeAsync(string folder, string state) => RuntimeFolder.MakeAsync(Newer, DotnetCommand.Find(), folder, state, Cancelled);

    // Packs of this machine's sources, in the user's folder of packages.
    private async Task HavePacksAsync()
    {
        await MakeAsync(workspace.NewFolder("packs"), workspace.State);
        Assert.SkipUnless(File.Exists(PackFile(RuntimePacks.Base)), "the packages lie elsewhere on this machine");
    }

    private void ShouldBeWhole(string name) => FilesIn(StateOf(name)).ShouldBe(FilesIn(workspace.State));

    private static (string Name, long Bytes)[] FilesIn(string state)
    {
        var folder = Path.Combine(RuntimeFolder.RootOf(state), $"{Newer.Text}-{RuntimePacks.Identifier}");
        return [.. new DirectoryInfo(folder).EnumerateFiles("*", SearchOption.AllDirectories)
            .Select(file => (Path.GetRelativePath(folder, file.FullName), file.Length)).OrderBy(file => file.Item1, StringComparer.Ordinal)];
    }

    private static string PackFile(string package) =>
        Path.Combine(Packages, package.ToLowerInvariant(), Newer.Text, $"{package.ToLowerInvariant()}.{Newer.Text}.nupkg");

    private static void Put(string package, string feed) => File.Copy(PackFile(package), Path.Combine(feed, Path.GetFileName(PackFile(package))));

    private static string FeedIn(string folder)
    {
        Put(RuntimePacks.Base, folder);
        Put(RuntimePacks.Web, folder);
        return folder;
    }

    /// <summary>Gives a folder package sources of its own, and returns its folder of packages.</summary>
    private static string Configure(string folder, string sources, bool keepsPackages = false)
    {
        var packages = Path.Combine(folder, "packages");
        File.WriteAllText(Path.Combine(folder, "nuget.config"), $"""
            <configuration>
              <config>{(keepsPackages ? $"""<add key="globalPackagesFolder" value="{packages}" />""" : "")}</config>
              <packageSources><clear />{sources}</packageSources>
            </configuration>
            """);
        return packages;
    }

    private sealed class Listener(List<string> told) : IProgress<SubjectProgress>
    {
        public void Report(SubjectProgress value) => told.Add(value.Text);
    }
}
