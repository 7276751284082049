using Dyno.Results.Problems;
using Dyno.Subjects.Publishing;
using Dyno.Subjects.Runtimes;

namespace Dyno.Subjects.Tests.Runtimes;

/// <summary>One publish of a program on several versions of .NET, restored as a user's machine would.</summary>
public sealed class OtherRuntimeTests(Workspace workspace)
{
    [Theory]
    [InlineData("")]
    [InlineData("<RollForward>Disable</RollForward>")]
    [InlineData("<PublishSingleFile>true</PublishSingleFile>")]
    [InlineData("<RuntimeIdentifier>linux-x64</RuntimeIdentifier><PublishReadyToRun>true</PublishReadyToRun><InvariantGlobalization>true</InvariantGlobalization>")]
    public async Task A_project_runs_on_a_newer_version_than_it_is_built_for(string property)
    {
        Assert.SkipWhen(property.Contains("linux-x64", StringComparison.Ordinal) && RuntimePacks.Identifier != "linux-x64", "the project is for linux-x64");
        var options = Options(workspace.CopyOf("Moody", $"On11-{property.Length}"));
        var project = Path.Combine(options.Project, "Moody.csproj");
        await File.WriteAllTextAsync(project, (await File.ReadAllTextAsync(project, Cancelled)).Replace("<Nullable>", property + "<Nullable>", StringComparison.Ordinal), Cancelled);

        await using var subject = await StartAsync(options with { RuntimeVersion = RuntimeVersion.Parse("11.0"), TellsSettings = true });

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

    [Fact]
    public async Task A_program_that_carries_its_runtime_is_refused()
    {
        var fault = await Should.ThrowAsync<UserFault>(() => StartAsync(Options(workspace.CopyOf("Ahead", "Ahead-runtime")) with { RuntimeVersion = RuntimeVersion.Parse("11.0") }));

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

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private SubjectOptions Options(string project) => new() { Project = project, StateFolder = workspace.State };

    private static Task<Subject> StartAsync(SubjectOptions options) => Subject.StartAsync(options, cancellation: Cancelled);

    private static async Task<string> AskAsync(Subject subject, string path)
    {
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        return await client.GetStringAsync(path, Cancelled);
    }
}
