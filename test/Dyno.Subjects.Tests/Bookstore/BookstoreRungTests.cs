namespace Dyno.Subjects.Tests;

/// <summary>Every rung of the ladder gives the same answers, before and after a write.</summary>
[Trait("Length", "Long")]
public sealed class BookstoreRungTests(Workspace workspace) : BookstoreTest(workspace)
{
    [Theory]
    [InlineData("ef-tracking")]
    [InlineData("ef-no-tracking")]
    [InlineData("ef-compiled")]
    [InlineData("dapper")]
    [InlineData("npgsql")]
    [InlineData("hybrid-local")]
    [InlineData("hybrid-local-immutable")]
    [InlineData("hybrid-redis-l2-only")]
    [InlineData("hybrid-redis")]
    [InlineData("fusion-redis")]
    [InlineData("output-cache")]
    public async Task A_rung_needs_nothing_installed_and_forgets_what_was_written_over(string rung)
    {
        await using var subject = await StartAsync(rung);
        await ShouldKeepTheBooksAsync(subject);
    }

    [Theory]
    [InlineData("ef-tracking")]
    [InlineData("dapper")]
    [InlineData("npgsql")]
    [InlineData("hybrid-redis")]
    [InlineData("fusion-redis")]
    public async Task A_rung_does_the_same_over_PostgreSQL_and_Redis(string rung)
    {
        await using var database = await PostgresAsync();
        await using var redis = await RedisAsync();
        var before = await redis.CommandsAsync(Cancellation);
        await using var subject = await StartAsync(rung, Db(database), PresentRedis(redis));
        await ShouldKeepTheBooksAsync(subject);
        if (rung.Contains("redis", StringComparison.Ordinal))
            (await redis.CommandsAsync(Cancellation)).ShouldNotBeNull().ShouldBeGreaterThan(before.ShouldNotBeNull() + 2);
    }

    [Fact]
    public async Task The_floor_knows_the_articles_book_and_no_other()
    {
        await using var subject = await StartAsync("constant");
        using var client = ClientOf(subject);
        (await client.GetFromJsonAsync<Book>($"/api/books/{ArticlesBook}", Cancellation)).ShouldBe(new(new Guid(ArticlesBook), "Book 0", 1950, "Author 0"));
        (await StatusAsync(client, $"/api/books/{Guid.Empty}")).ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task A_rung_that_is_not_there_is_refused_with_those_that_are()
    {
        var failure = await Should.ThrowAsync<UserFault>(() => StartAsync("hybrid"));
        failure.Reason.ShouldBe(SubjectFault.ExitedAtStart);
        string.Join('\n', failure.LastOutput).ShouldContain("write one of ef-tracking, ef-no-tracking");
    }

    [Fact]
    public async Task A_hot_book_is_read_from_Redis_only_where_the_first_level_is_off()
    {
        await using var redis = await RedisAsync();
        (await CommandsForReadsAsync("hybrid-redis", redis)).ShouldBeLessThan(5);
        (await CommandsForReadsAsync("hybrid-redis-l2-only", redis)).ShouldBeGreaterThanOrEqualTo(50);
    }

    private async Task<long> CommandsForReadsAsync(string rung, Service redis)
    {
        await using var subject = await StartAsync(rung, PresentRedis(redis));
        using var client = ClientOf(subject);
        await TitleAsync(client);
        var before = (await redis.CommandsAsync(Cancellation)).ShouldNotBeNull();
        for (var i = 0; i < 50; i++) await TitleAsync(client);
        return (await redis.CommandsAsync(Cancellation)).ShouldNotBeNull() - before;
    }

    private static async Task ShouldKeepTheBooksAsync(Subject subject)
    {
        using var client = ClientOf(subject);
        var book = new Book(new Guid(ArticlesBook), "Book 0", 1950, "Author 0");
        for (var i = 0; i < 2; i++) (await client.GetFromJsonAsync<Book>($"/api/books/{ArticlesBook}", Cancellation)).ShouldBe(book);
        for (var i = 0; i < 2; i++) (await StatusAsync(client, $"/api/books/{Guid.Empty}")).ShouldBe(HttpStatusCode.NotFound);

        (await RenameAsync(client, "Renamed")).ShouldBe(HttpStatusCode.NoContent);
        book = book with { Title = "Renamed", Year = 1999, AuthorName = "Author 7" };
        for (var i = 0; i < 2; i++) (await client.GetFromJsonAsync<Book>($"/api/books/{ArticlesBook}", Cancellation)).ShouldBe(book);

        using var author = await client.PutAsJsonAsync($"/api/authors/{SomeAuthor}", new { name = "Somebody" }, Cancellation);
        author.StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await client.GetFromJsonAsync<Book>($"/api/books/{ArticlesBook}", Cancellation)).ShouldBe(book with { AuthorName = "Somebody" });

        using var deleted = await client.DeleteAsync($"/api/books/{ArticlesBook}", Cancellation);
        deleted.StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await StatusAsync(client, $"/api/books/{ArticlesBook}")).ShouldBe(HttpStatusCode.NotFound);
    }
}
