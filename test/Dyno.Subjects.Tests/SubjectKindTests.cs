namespace Dyno.Subjects.Tests;

/// <summary>Commands, properties, memory limits, https, settings: what a variant can be beside a project as it is.</summary>
public sealed class SubjectKindTests(Workspace workspace)
{
    [Fact]
    public async Task It_tells_the_settings_that_took_effect_from_a_launch_that_runs_none_of_its_code()
    {
        var options = workspace.InMood("good", ("DOTNET_gcServer", "1"), ("DOTNET_PROCESSOR_COUNT", "2"), ("DOTNET_TieredPGO", "0")) with
        {
            ReportsSettings = true,
            MemoryLimitBytes = 512L * 1024 * 1024,
        };
        await using var subject = await Subject.StartAsync(options, cancellation: TestContext.Current.CancellationToken);

        var effective = subject.Record().Effective!;
        effective.Framework.ShouldStartWith(".NET 10.");
        effective.ProcessorCount.ShouldBe(2);
        effective.ServerGc.ShouldBeTrue();
        effective.TieredPgo.ShouldBe(false);
        effective.HeapHardLimitBytes.ShouldBe(512L * 1024 * 1024);
        subject.Record().Environment.Keys.ShouldNotContain("DOTNET_STARTUP_HOOKS");
        (await AskAsync(subject, "/environment/DOTNET_STARTUP_HOOKS")).ShouldBe("unset");
    }

    [Fact]
    public async Task A_command_runs_in_its_folder_and_is_told_where_to_listen()
    {
        string program;
        await using (var published = await Subject.StartAsync(workspace.InMood("good"), cancellation: TestContext.Current.CancellationToken))
            program = published.Record().CommandLine.Split(' ')[^1];
        var options = new SubjectOptions
        {
            Command = ["dotnet", program, "--urls", "{url}"],
            WorkingDirectory = workspace.State,
            StateFolder = workspace.State,
            Environment = workspace.InMood("good").Environment,
            ReportsSettings = true,
        };
        await using var subject = await Subject.StartAsync(options, cancellation: TestContext.Current.CancellationToken);

        (await AskAsync(subject, "/arguments")).ShouldBe($"--urls|{subject.BaseUrl.GetLeftPart(UriPartial.Authority)}");
        subject.Record().Framework.ShouldBeNull();
        subject.Record().Effective!.Framework.ShouldStartWith(".NET 10.");
        Directory.ResolveLinkTarget($"/proc/{subject.ProcessId}/cwd", false)!.FullName.ShouldBe(Path.GetFullPath(workspace.State));
    }

    [Fact]
    public async Task A_command_that_is_not_there_says_where_it_was_looked_for()
    {
        var failure = await Should.ThrowAsync<UserFault>(() =>
            Subject.StartAsync(new SubjectOptions { Command = ["no-such-program"], StateFolder = workspace.State }));
        failure.Message.ShouldBe("there is no program 'no-such-program'");
        failure.Reason.ShouldBe(SubjectFault.WrongInput);
    }

    [Fact]
    public async Task Properties_make_a_publish_of_their_own()
    {
        var plain = workspace.InMood("good");
        var other = plain with { Properties = plain.Properties.Add("AssemblyName", "other-name") };
        await using var first = await Subject.StartAsync(plain, cancellation: TestContext.Current.CancellationToken);
        await using var second = await Subject.StartAsync(other, cancellation: TestContext.Current.CancellationToken);

        first.Record().CommandLine.ShouldEndWith("Moody.dll");
        second.Record().CommandLine.ShouldEndWith("other-name.dll");
    }

    [Fact]
    public async Task It_serves_https_with_a_certificate_that_is_gone_with_it()
    {
        string file;
        await using (var subject = await Subject.StartAsync(workspace.InMood("good") with { UsesHttps = true },
            cancellation: TestContext.Current.CancellationToken))
        {
            file = subject.CertificateFile!;
            subject.BaseUrl.Scheme.ShouldBe("https");
            File.Exists(file).ShouldBeTrue();
            if (!OperatingSystem.IsWindows())
                new DirectoryInfo(Path.GetDirectoryName(file)!).UnixFileMode
                    .ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
        File.Exists(file).ShouldBeFalse();
    }

    [Fact]
    public async Task A_framework_whose_runtime_cannot_be_had_is_told_from_a_program_that_does_not_build()
    {
        var folder = workspace.CopyOfMoody("Unrestorable");
        var project = Path.Combine(folder, "Moody.csproj");
        var text = await File.ReadAllTextAsync(project, TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(project, text.Replace("<Nullable>",
            "<RuntimeFrameworkVersion>10.0.999</RuntimeFrameworkVersion><Nullable>", StringComparison.Ordinal), TestContext.Current.CancellationToken);

        var failure = await Should.ThrowAsync<UserFault>(() => Subject.StartAsync(
            new SubjectOptions { Project = folder, StateFolder = workspace.State, Runtime = RuntimeDelivery.SelfContained }));
        failure.Reason.ShouldBe(SubjectFault.DidNotRestore, failure.ToString());
    }

    private static async Task<string> AskAsync(Subject subject, string path)
    {
        using var client = new HttpClient();
        return await client.GetStringAsync(new Uri(subject.BaseUrl, path));
    }
}
