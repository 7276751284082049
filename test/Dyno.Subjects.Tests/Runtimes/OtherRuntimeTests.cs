namespace Dyno.Subjects.Tests;

/// <summary>One publish of a program on several versions of .NET, restored as a user's machine would.</summary>
[Trait("Length", "Long")]
public sealed class OtherRuntimeTests(Workspace workspace)
{
    [Theory]
    [InlineData("")]
    [InlineData("<RollForward>Disable</RollForward>")]
    [InlineData("<PublishSingleFile>true</PublishSingleFile>")]
    [InlineData("<RuntimeIdentifier>linux-x64</RuntimeIdentifier><PublishReadyToRun>true</PublishReadyToRun><InvariantGlobalization>true</InvariantGlobalization>")]
    [InlineData("<RuntimeIdentifier>linux-x64</RuntimeIdentifier><SelfContained>true</SelfContained><TargetLatestRuntimePatch>true</TargetLatestRuntimePatch>")]
    [InlineData("<TargetLatestRuntimePatch>false</TargetLatestRuntimePatch>", """{ "sdk": { "version": "10.0.100", "rollForward": "latestFeature" } }""")]
    public async Task A_project_runs_on_a_newer_version_than_it_is_built_for(string property, string? globalJson = null)
    {
        Assert.SkipWhen(property.Contains("linux-x64", StringComparison.Ordinal) && RuntimePacks.Identifier != "linux-x64", "the project is for linux-x64");
        var options = Options(workspace.CopyOf("Moody", $"On11-{property.Length}"));
        var project = Path.Combine(options.Project, "Moody.csproj");
        if (globalJson is not null) await File.WriteAllTextAsync(Path.Combine(options.Project, "global.json"), globalJson, Cancelled);
        await File.WriteAllTextAsync(project, (await File.ReadAllTextAsync(project, Cancelled)).Replace("<Nullable>", property + "<Nullable>", StringComparison.Ordinal), Cancelled);

        await using var subject = await StartAsync(options with { RuntimeVersion = RuntimeVersion.Parse("11.0"), ReportsSettings = true });

        (await AskAsync(subject, "/version")).ShouldStartWith(".NET 11.0.");
        subject.Effective.ShouldNotBeNull().Framework.ShouldStartWith(".NET 11.0.");
        (await SubjectPublisher.PublishAsync(options with { RuntimeVersion = RuntimeVersion.Parse("installed") }, null, TimeProvider.System, Cancelled))
            .WasCached.ShouldBeTrue("all versions run the same publish");
    }

    [Fact]
    public async Task A_built_program_runs_on_another_version_without_being_built()
    {
        var published = await SubjectPublisher.PublishAsync(Options(workspace.Moody), null, TimeProvider.System, Cancelled);
        var options = new SubjectOptions
        {
            Command = ["dotnet", Path.Combine(published.Folder, "Moody.dll")],
            StateFolder = workspace.State,
            RuntimeVersion = RuntimeVersion.Parse("11.0"),
        };

        await using var subject = await StartAsync(options);

        (await AskAsync(subject, "/version")).ShouldStartWith(".NET 11.0.");
    }

    [Fact]
    public async Task A_version_below_the_projects_framework_is_refused()
    {
        var fault = await Should.ThrowAsync<UserFault>(() => StartAsync(Options(workspace.Moody) with { RuntimeVersion = RuntimeVersion.Parse("9.0") }));

        fault.Message.ShouldBe("Moody is built for .NET 10.0 and does not run on 9.0");
    }

    [Theory]
    [InlineData("PublishAot", "true")]
    [InlineData("PublishTrimmed", "true")]
    public async Task A_program_that_carries_its_runtime_is_refused(string property, string value)
    {
        var options = Options(workspace.CopyOf("Ahead", "Ahead-runtime-" + property));
        options = options with { RuntimeVersion = RuntimeVersion.Parse("11.0"), Properties = options.Properties.Add("PublishAot", "false").SetItem(property, value) };

        var fault = await Should.ThrowAsync<UserFault>(() => StartAsync(options));

        fault.Message.ShouldBe("Ahead is compiled ahead of time or trimmed: its runtime is part of it, and cannot be 11.0");
    }

    [Fact]
    public async Task A_version_that_is_not_served_is_refused_with_those_that_are()
    {
        var fault = await Should.ThrowAsync<UserFault>(() => StartAsync(Options(workspace.Moody) with { RuntimeVersion = RuntimeVersion.Parse("10.0.999") }));

        fault.Message.ShouldBe(".NET 10.0.999 cannot be restored from your package sources");
        fault.Hint!.ShouldStartWith("these can: 10.0.");
        Directory.GetDirectories(RuntimeFolder.RootOf(workspace.State), "10.0.999*").ShouldBeEmpty("nothing half-made stays");
    }

    [Fact]
    public async Task A_program_that_a_newer_version_no_longer_runs_is_told_apart_from_one_with_a_fault()
    {
        var options = Options(workspace.CopyOf("Moody", "Removed"));
        // The code that the SDK of .NET 10 writes for AddValidation names types that .NET 11 has not.
        await File.WriteAllTextAsync(Path.Combine(options.Project, "Program.cs"), """
            using System.ComponentModel.DataAnnotations;
            var builder = WebApplication.CreateBuilder(args);
            builder.Services.AddValidation();
            Console.WriteLine(typeof(Order).Assembly.GetTypes().Length);
            var app = builder.Build();
            app.MapPost("/", (Order order) => order.Name);
            app.Run();
            public sealed record Order([property: StringLength(3)] string Name);
            """, Cancelled);

        var fault = await Should.ThrowAsync<UserFault>(() => StartAsync(options with { RuntimeVersion = RuntimeVersion.Parse("11.0.0") }));

        fault.Message.ShouldContain("ended with exit code 134");
        fault.Hint!.ShouldStartWith("the program, or a package of it, uses what this version of .NET has no longer: it must be built for this version");
        await using var subject = await StartAsync(options with { RuntimeVersion = RuntimeVersion.Parse("installed") });
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private SubjectOptions Options(string project) => new() { Project = project, StateFolder = workspace.State };

    private static Task<Subject> StartAsync(SubjectOptions options) => Subject.StartAsync(options, cancellation: Cancelled);

    private static async Task<string> AskAsync(Subject subject, string path)
    {
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        return await client.GetStringAsync(path, Cancelled);
    }
}
