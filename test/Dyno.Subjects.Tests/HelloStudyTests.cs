using System.Text.Json;

namespace Dyno.Subjects.Tests;

[Trait("Length", "Long")]
public sealed class HelloStudyTests(Workspace workspace)
{
    [Theory]
    [InlineData("net8.0")]
    [InlineData("net9.0")]
    [InlineData("net10.0")]
    public async Task The_app_gives_the_articles_answers_on_every_framework(string framework)
    {
        await using var subject = await Subject.StartAsync(
            new SubjectOptions { Project = Workspace.Hello, Framework = framework, StateFolder = workspace.State },
            cancellation: TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };

        foreach (var path in (string[])["/hello", "/classic/hello"])
        {
            (await GetAsync(client, path)).ShouldBe("""{"name":"Rick","message":"Hello World"}""");
            (await PostAsync(client, path)).ShouldBe("""{"name":"Ada","message":"Good day"}""");
        }

        (await GetAsync(client, "/index.html")).ShouldContain("<title>Hello</title>");
        (await GetAsync(client, "/")).ShouldContain("<title>Hello</title>");
        var record = subject.Record();
        record.Framework.ShouldBe(framework);
        record.LastOutput.ShouldBeEmpty("in Production it writes no log");
        record.TimeToReadySeconds.ShouldNotBeNull().ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task The_highest_framework_is_the_default_and_every_one_brings_its_pinned_runtime()
    {
        var options = new SubjectOptions { Project = Workspace.Hello, StateFolder = workspace.State };

        var published = await SubjectPublisher.PublishAsync(options, null, TimeProvider.System,
            TestContext.Current.CancellationToken);

        published.Framework.ShouldBe("net10.0");
        published.SelfContained.ShouldBeTrue();
        published.AsksForServerGc.ShouldBeTrue();
        var configuration = await File.ReadAllTextAsync(Path.Combine(published.Folder, "Hello.runtimeconfig.json"),
            TestContext.Current.CancellationToken);
        using var document = JsonDocument.Parse(configuration);
        document.RootElement.GetProperty("runtimeOptions").GetProperty("includedFrameworks")[0].GetProperty("version").GetString()
            .ShouldBe("10.0.14");
    }

    private static Task<string> GetAsync(HttpClient client, string path) =>
        client.GetStringAsync(path, TestContext.Current.CancellationToken);

    private static async Task<string> PostAsync(HttpClient client, string path)
    {
        using var answer = await client.PostAsJsonAsync(path, new { name = "Ada", message = "Good day" },
            TestContext.Current.CancellationToken);
        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        return await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }
}
