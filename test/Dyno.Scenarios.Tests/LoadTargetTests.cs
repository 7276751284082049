namespace Dyno.Scenarios.Tests;

/// <summary>A program under test that the load's own code starts.</summary>
public sealed class LoadTargetTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dyno-target-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Starts_a_project_watches_it_stands_in_the_result_and_stops_it()
    {
        await WriteProjectAsync("""
            var app = WebApplication.Create(args);
            app.MapGet("/", () => Environment.GetEnvironmentVariable("GREETING"));
            app.MapGet("/end", void () => Environment.Exit(7));
            app.Run();
            """);
        int process;
        await using (var api = await StartAsync())
        {
            process = api.ProcessId.ShouldNotBeNull();
            using var client = new HttpClient();
            (await client.GetStringAsync(api.Url, TestContext.Current.CancellationToken)).ShouldBe("hello");
            var good = await QuietRun.OfAsync(() => DynoRunner.RegisterScenarios(
                Scenario.Create("api", async _ => await Http.Send(client, Http.CreateRequest("GET", api.BaseUrl)))
                    .WithLoadSimulations(Simulation.IterationsForConstant(2, 50))).WithTarget(api).RunAsync(TestContext.Current.CancellationToken));
            good.ShouldMeet("errors == 0");
            good.Result.Server.ShouldNotBeNull().ProcessId.ShouldBe(process);
            good.Result.Subject.ShouldNotBeNull().ExitCode.ShouldBeNull();

            // However many requests fail before its end is noticed: they must not end the run.
            var bad = await DynoRunner.RegisterScenarios(Scenario.Create("api", async _ => await Http.Send(client, Http.CreateRequest("GET", $"{api.BaseUrl}/end")))
                    .WithMaxFailCount(int.MaxValue).WithLoadSimulations(Simulation.KeepConstant(1, TimeSpan.FromHours(1))))
                .WithTarget(api).RunAsync(TestContext.Current.CancellationToken);
            bad.Result.Outcome.ShouldBe(RunOutcome.Failed);
            bad.Result.OutcomeReason.ShouldBe("the program under test ended by itself with exit code 7");
            bad.ExitCode.ShouldBe(1);
        }
        Process.GetProcesses().ShouldNotContain(p => p.Id == process);
    }

    [Fact]
    public async Task Says_why_a_project_cannot_be_started()
    {
        (await Should.ThrowAsync<UserFault>(StartAsync)).Message.ShouldContain(_folder.Name);

        await WriteProjectAsync("this is not a program");
        string.Join('\n', (await Should.ThrowAsync<UserFault>(StartAsync)).LastOutput).ShouldContain("error CS");
    }

    private Task<LoadTarget> StartAsync() => LoadTarget.StartAsync(_folder.FullName, environment: [new("GREETING", "hello")],
        cancellationToken: TestContext.Current.CancellationToken);

    private async Task WriteProjectAsync(string program)
    {
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "Api.csproj"), """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
            </Project>
            """);
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "Program.cs"), program);
    }
}
