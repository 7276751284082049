namespace Dyno.Subjects.Tests;

/// <summary>The API of the study async-vs-sync on both of its stores.</summary>
[Trait("Length", "Long")]
public sealed class ProductsStudyTests(Workspace workspace)
{
    private static readonly string[] Everything = ["Trailblazer", "Coastliner", "Woodsman", "Basecamp", "Billy", "Calm Water"];

    private static string Products => Path.Combine(RepositoryRoot.Path, "studies", "async-vs-sync", "Products");

    [Fact]
    public async Task Both_endpoints_give_the_same_products_of_each_category_from_SQLite()
    {
        await using var subject = await StartAsync([]);
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        await ShouldBeTheCatalogAsync(client);
    }

    [Fact]
    public async Task Both_endpoints_give_the_same_products_of_each_category_from_PostgreSQL()
    {
        await using var database = await Service.StartAsync(
            new ServiceOptions { Name = "db", Kind = "postgres", StateFolder = Path.Combine(workspace.State, "services") },
            TestContext.Current.CancellationToken);
        var before = await database.CommandsAsync(TestContext.Current.CancellationToken);
        await using var subject = await StartAsync(["--Products:Postgres=" + database.ConnectionString]);
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        await ShouldBeTheCatalogAsync(client);
        await database.ResetAsync(TestContext.Current.CancellationToken); // nothing to reset: it only says whether the database is alive
        (await database.CommandsAsync(TestContext.Current.CancellationToken)).ShouldNotBeNull().ShouldBeGreaterThan(before.ShouldNotBeNull());
    }

    [Fact]
    public async Task A_caller_who_leaves_frees_the_server_when_the_code_passes_the_token_on()
    {
        await using var subject = await StartAsync([]);
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        await LeaveAsync(client, subject, "/LongRead?includeCancellation=true");
        await WorkingAsync(client, 0);
        await subject.StopAsync(); // until it has written all
        // Ten seconds of work that nobody gave up end as well.
        (await File.ReadAllTextAsync(subject.OutputFile, TestContext.Current.CancellationToken)).ShouldContain("the caller left; the read is given up");
    }

    [Fact]
    public async Task A_caller_who_leaves_frees_nothing_when_the_code_does_not()
    {
        await using var subject = await StartAsync([]);
        using var client = new HttpClient { BaseAddress = subject.BaseUrl };
        await LeaveAsync(client, subject, "/LongRead?includeCancellation=false");
        (await client.GetStringAsync("/LongRead/working", TestContext.Current.CancellationToken)).ShouldBe("1", "ten seconds of work go on for nobody");
    }

    // In Production it writes no log.
    private Task<Subject> StartAsync(string[] arguments) => Subject.StartAsync(
        new SubjectOptions
        {
            Project = Products,
            Framework = "net10.0",
            Arguments = [.. arguments],
            Environment = ImmutableSortedDictionary<string, string>.Empty.Add("DOTNET_ENVIRONMENT", "Staging"),
            StateFolder = workspace.State,
        },
        cancellation: TestContext.Current.CancellationToken);

    private static async Task ShouldBeTheCatalogAsync(HttpClient client)
    {
        foreach (var endpoint in (string[])["/Product", "/SyncProduct"])
        {
            (await NamesAsync(client, $"{endpoint}?category=all")).ShouldBe(Everything, ignoreOrder: true);
            (await NamesAsync(client, $"{endpoint}?category=boots")).ShouldBe(Everything[..4], ignoreOrder: true);
            (await NamesAsync(client, $"{endpoint}?category=equip")).ShouldBe(["Billy"]);
            (await NamesAsync(client, $"{endpoint}?category=kayak")).ShouldBe(["Calm Water"]);
        }
        var kayak = await client.GetFromJsonAsync<Product>("/Product/6", TestContext.Current.CancellationToken);
        kayak.ShouldNotBeNull().Rating.ShouldNotBeNull().NumberOfRatings.ShouldBe(72);
        using var missing = await client.GetAsync("/Product/7", TestContext.Current.CancellationToken);
        missing.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    private static async Task<string[]> NamesAsync(HttpClient client, string path) =>
        [.. (await client.GetFromJsonAsync<Product[]>(path, TestContext.Current.CancellationToken)).ShouldNotBeNull().Select(product => product.Name)];

    // The call is known to have arrived before its caller leaves.
    private static async Task LeaveAsync(HttpClient client, Subject subject, string path)
    {
        using var leaving = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var caller = new HttpClient { BaseAddress = subject.BaseUrl };
        var call = caller.GetAsync(path, leaving.Token);
        await WorkingAsync(client, 1);
        await leaving.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(() => call);
    }

    private static async Task WorkingAsync(HttpClient client, int count)
    {
        while (await client.GetStringAsync("/LongRead/working", TestContext.Current.CancellationToken) != $"{count}")
            await Task.Delay(50, TestContext.Current.CancellationToken);
    }

    private sealed record Product(string Name, ProductRating? Rating);

    private sealed record ProductRating(int NumberOfRatings);
}
