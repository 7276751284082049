using System.Text.RegularExpressions;

namespace Dyno.Subjects.Tests;

/// <summary>The API of the study hybridcache-ladder, started as the study starts it.</summary>
public abstract partial class BookstoreTest(Workspace workspace)
{
    protected const string ArticlesBook = "236cf9dd-7664-480e-b7f4-99f4e3790d71";
    protected const string SomeAuthor = "a0000000-0000-4000-8000-000000000007";

    // A cache that is away must not hold a test for the five seconds that are the client's default.
    private const string Impatient = ",abortConnect=false,connectTimeout=500,syncTimeout=500,asyncTimeout=500";

    protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    protected Workspace Workspace => workspace;

    protected Task<Subject> StartAsync(string rung, params (string Name, string Value)[] variables) => Subject.StartAsync(
        new SubjectOptions
        {
            Project = Path.Combine(RepositoryRoot.Path, "studies", "hybridcache-ladder", "Bookstore"),
            Environment = variables.Append(("Bookstore__Read", rung)).ToImmutableSortedDictionary(v => v.Item1, v => v.Item2, StringComparer.Ordinal),
            StateFolder = workspace.State,
        },
        cancellation: Cancellation);

    protected static HttpClient ClientOf(Subject subject) => new() { BaseAddress = subject.BaseUrl };

    protected Task<Service> PostgresAsync() => ServiceAsync("db", "postgres");

    protected Task<Service> RedisAsync() => ServiceAsync("redis", "redis");

    protected static (string, string) Db(Service database, int? port = null) =>
        ("ConnectionStrings__db", port is { } other ? Port().Replace(database.ConnectionString, $"Port={other}") : database.ConnectionString);

    protected static (string, string) Redis(Service redis, int? port = null) =>
        ("ConnectionStrings__redis", $"127.0.0.1:{port ?? PortOf(redis)},password={PasswordOf(redis)}{Impatient}");

    /// <summary>One that is always there: a busy machine that keeps it waiting for half a second is not an outage, which a write answers with 503.</summary>
    protected static (string, string) PresentRedis(Service redis) => ("ConnectionStrings__redis", redis.ConnectionString);

    protected static string PasswordOf(Service redis) => redis.ConnectionString.Split("password=")[1];

    protected static int PortOf(Service service) => int.Parse(Digits().Match(service.ConnectionString).Groups[1].Value,
        System.Globalization.CultureInfo.InvariantCulture);

    protected static async Task<string> TitleAsync(HttpClient client, string id = ArticlesBook) =>
        (await client.GetFromJsonAsync<Book>($"/api/books/{id}", Cancellation)).ShouldNotBeNull().Title;

    protected static async Task<HttpStatusCode> StatusAsync(HttpClient client, string path)
    {
        using var answer = await client.GetAsync(path, Cancellation);
        return answer.StatusCode;
    }

    protected static async Task<HttpStatusCode> RenameAsync(HttpClient client, string title, string id = ArticlesBook)
    {
        using var answer = await client.PutAsJsonAsync($"/api/books/{id}", new { title, year = 1999, authorId = SomeAuthor }, Cancellation);
        return answer.StatusCode;
    }

    protected static async Task<Work> WorkAsync(HttpClient client) => (await client.GetFromJsonAsync<Work>("/work", Cancellation)).ShouldNotBeNull();

    protected static async Task UntilAsync(Func<Task<bool>> isSo)
    {
        while (!await isSo()) await Task.Delay(50, Cancellation);
    }

    private Task<Service> ServiceAsync(string name, string kind) => Service.StartAsync(
        new ServiceOptions { Name = name, Kind = kind, StateFolder = Path.Combine(workspace.State, "services") }, Cancellation);

    [GeneratedRegex(@"Port=\d+")]
    private static partial Regex Port();

    [GeneratedRegex(@"127\.0\.0\.1[:;](?:Port=)?(\d+)")]
    private static partial Regex Digits();

    protected sealed record Book(Guid Id, string Title, int Year, string AuthorName);

    protected sealed record Work(long FactoryRuns, long Statements);
}
