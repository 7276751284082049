namespace Dyno.Subjects.Tests;

/// <summary>Shapes of ASP.NET Core projects that people bring. Each program is published once.</summary>
[Trait("Length", "Long")]
public sealed class SubjectShapeTests(Workspace workspace)
{
    [Theory]
    [InlineData("ahead of time", "")]
    [InlineData("trimmed", "PublishAot=false;PublishTrimmed=true;TrimMode=partial")] // trimmed in full, ASP.NET Core 10 itself does not start
    public async Task A_program_that_a_publish_compiles_or_trims_is_published_as_its_project_says(string expected, string properties)
    {
        var options = Options(workspace.CopyOf("Ahead", "Ahead-" + expected[..3]));
        foreach (var property in properties.Split(';', StringSplitOptions.RemoveEmptyEntries))
            options = options with { Properties = options.Properties.Add(property.Split('=')[0], property.Split('=')[1]) };

        await using var subject = await StartAsync(options with { ReportsSettings = true });

        (await AskAsync(subject, "/")).ShouldBe(expected);
        subject.Effective.ShouldBeNull("such a program runs no hook, and would run instead of telling its settings");
        (await SubjectPublisher.PublishAsync(options, null, TimeProvider.System, Cancelled)).WasCached.ShouldBeTrue();
    }

    [Fact]
    public async Task A_program_of_a_solution_with_launch_profiles_generators_and_another_sdk_runs_as_in_production()
    {
        var shop = workspace.CopyOf("Shop", "Shop");

        await using var subject = await StartAsync(Options(Path.Combine(shop, "src", "Api")));

        (await AskAsync(subject, "/")).ShouldBe("""{"name":"tea","price":7,"stage":"Production"}""");
    }

    [Fact]
    public async Task The_folder_or_file_of_a_solution_names_its_web_projects()
    {
        var shop = workspace.CopyOf("Shop", "Shop-solution");

        foreach (var given in (string[])[shop, Path.Combine(shop, "Shop.slnx")])
        {
            var fault = await Should.ThrowAsync<UserFault>(() => StartAsync(Options(given)));
            fault.ExitsWith.ShouldBe(ExitCode.WrongInput);
            fault.Hint.ShouldBe($"name the web project: {Path.Combine(shop, "src", "Api", "Api.csproj")}");
        }
    }

    [Fact]
    public async Task An_sdk_that_global_json_asks_for_and_that_is_missing_is_named_with_the_way_out()
    {
        var shop = workspace.CopyOf("Shop", "Shop-sdk");
        await File.WriteAllTextAsync(Path.Combine(shop, "global.json"), """{ "sdk": { "version": "8.0.100", "rollForward": "disable" } }""", Cancelled);

        var fault = await Should.ThrowAsync<UserFault>(() => StartAsync(Options(Path.Combine(shop, "src", "Api"))));

        fault.Reason.ShouldBe(SubjectFault.DidNotBuild);
        fault.Hint!.ShouldStartWith("global.json asks for an SDK that is not installed: install it, or let global.json take a newer one (\"rollForward\": \"latestMajor\")");
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
