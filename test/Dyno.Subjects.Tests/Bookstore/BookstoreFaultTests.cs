using System.Text;

namespace Dyno.Subjects.Tests;

/// <summary>What stands behind the API goes away, comes back, or holds what it should not.</summary>
[Trait("Length", "Long")]
public sealed class BookstoreFaultTests(Workspace workspace) : BookstoreTest(workspace)
{
    [Fact]
    public async Task Without_its_database_it_does_not_start_and_says_why()
    {
        var failure = await Should.ThrowAsync<UserFault>(() =>
            StartAsync("ef-tracking", ("ConnectionStrings__db", "Host=127.0.0.1;Port=1;Username=nobody;Database=postgres")));
        failure.Reason.ShouldBe(SubjectFault.ExitedAtStart);
        string.Join('\n', failure.LastOutput).ShouldContain("bookstore: the database does not answer");
    }

    [Theory]
    [InlineData("ef-tracking", HttpStatusCode.ServiceUnavailable)]
    [InlineData("dapper", HttpStatusCode.ServiceUnavailable)]
    [InlineData("hybrid-local", HttpStatusCode.OK)]
    public async Task A_database_that_goes_away_is_an_outage_that_ends_with_its_return(string rung, HttpStatusCode whileAway)
    {
        await using var database = await PostgresAsync();
        await using var relay = Relay.To(PortOf(database));
        await using var subject = await StartAsync(rung, Db(database, relay.Port));
        using var client = ClientOf(subject);
        await TitleAsync(client);
        relay.Cut();
        (await StatusAsync(client, $"/api/books/{ArticlesBook}")).ShouldBe(whileAway, "what is kept is answered");
        (await StatusAsync(client, $"/api/books/{Guid.Empty}")).ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await StatusAsync(client, "/health")).ShouldBe(HttpStatusCode.ServiceUnavailable);
        relay.Restore();
        await UntilAsync(async () => await StatusAsync(client, "/health") == HttpStatusCode.OK);
        await UntilAsync(async () => await StatusAsync(client, $"/api/books/{ArticlesBook}") == HttpStatusCode.OK);
        (await StatusAsync(client, $"/api/books/{Guid.Empty}")).ShouldBe(HttpStatusCode.NotFound);
    }

    [Theory]
    [InlineData("hybrid-redis-l2-only")]
    [InlineData("hybrid-redis")]
    [InlineData("fusion-redis")]
    public async Task Reads_are_answered_while_Redis_is_killed_paused_and_back(string rung)
    {
        await using var redis = await RedisAsync();
        await using var relay = Relay.To(PortOf(redis));
        await using var subject = await StartAsync(rung, Redis(redis, relay.Port));
        using var client = ClientOf(subject);
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        var readers = Enumerable.Range(0, 4).Select(n => ReadAsync(client, n, enough.Token)).ToArray();
        foreach (var fault in (Action[])[() => { }, relay.Cut, relay.Restore, relay.Pause, relay.Restore])
        {
            fault();
            await Task.Delay(1500, Cancellation);
        }
        await enough.CancelAsync();
        foreach (var reader in readers)
            foreach (var (status, count) in await reader)
                status.ShouldBe(HttpStatusCode.OK, $"{count} answers");
        // Once Redis is back it is used again.
        var before = (await redis.CommandsAsync(Cancellation)).ShouldNotBeNull();
        await UntilAsync(async () =>
        {
            await TitleAsync(client, $"b0000000-0000-4000-8000-{Random.Shared.Next(1, 5000):000000000000}");
            return (await redis.CommandsAsync(Cancellation)).ShouldNotBeNull() > before + 10;
        });
    }

    [Theory]
    [InlineData("hybrid-redis")]
    [InlineData("fusion-redis")]
    public async Task Corrupt_bytes_in_Redis_are_a_miss(string rung)
    {
        await using var redis = await RedisAsync();
        await using var subject = await StartAsync(rung, Redis(redis));
        using var client = ClientOf(subject);
        await TitleAsync(client);
        var keys = await AskAsync(redis, "KEYS *book-*");
        keys.Length.ShouldBe(1);
        (await AskAsync(redis, $"HSET {keys[0]} data nonsense")).Length.ShouldBe(1);

        // Another instance finds only that.
        await using var other = await StartAsync(rung, Redis(redis));
        using var second = ClientOf(other);
        (await StatusAsync(second, $"/api/books/{ArticlesBook}")).ShouldBe(HttpStatusCode.OK);
        (await WorkAsync(second)).FactoryRuns.ShouldBe(1, "the miss is counted");
        (await StatusAsync(second, $"/api/books/{ArticlesBook}")).ShouldBe(HttpStatusCode.OK);
    }

    [Theory]
    [InlineData("hybrid-redis-l2-only")]
    [InlineData("hybrid-redis")]
    [InlineData("fusion-redis")]
    public async Task A_full_Redis_takes_nothing_and_costs_no_answer(string rung)
    {
        await using var redis = await RedisAsync();
        await using var subject = await StartAsync(rung, Redis(redis));
        using var client = ClientOf(subject);
        await AskAsync(redis, "CONFIG SET maxmemory-policy noeviction");
        await AskAsync(redis, "CONFIG SET maxmemory 1");
        for (var i = 1; i <= 20; i++) (await StatusAsync(client, $"/api/books/b0000000-0000-4000-8000-{i:000000000000}")).ShouldBe(HttpStatusCode.OK);
        (await AskAsync(redis, "KEYS *book-*")).ShouldBeEmpty();
        (await RenameAsync(client, "Renamed")).ShouldBe(HttpStatusCode.NoContent);
        (await TitleAsync(client)).ShouldBe("Renamed");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Of_two_instances_that_start_at_once_on_an_empty_database_one_seeds(bool onPostgres)
    {
        await using var database = onPostgres ? await PostgresAsync() : null;
        var store = database is null ? ("Bookstore__Sqlite", Path.Combine(Workspace.NewFolder("one-seeds"), "books.db")) : Db(database);
        var both = await Task.WhenAll(StartAsync("ef-tracking", store), StartAsync("ef-tracking", store));
        try
        {
            var work = new List<long>();
            foreach (var subject in both)
            {
                using var client = ClientOf(subject);
                (await TitleAsync(client)).ShouldBe("Book 0");
                (await TitleAsync(client, "b0000000-0000-4000-8000-000000004999")).ShouldBe("Book 4999");
                work.Add((await WorkAsync(client)).Statements);
            }
            work.Min().ShouldBeLessThan(20);
            work.Max().ShouldBeGreaterThan(work.Min());
        }
        finally
        {
            foreach (var subject in both) await subject.DisposeAsync();
        }
    }

    private static async Task<Dictionary<HttpStatusCode, int>> ReadAsync(HttpClient client, int first, CancellationToken enough)
    {
        var seen = new Dictionary<HttpStatusCode, int>();
        try
        {
            for (var i = first; ; i += 4)
            {
                using var answer = await client.GetAsync($"/api/books/b0000000-0000-4000-8000-{i % 4000 + 1:000000000000}", enough);
                seen[answer.StatusCode] = seen.GetValueOrDefault(answer.StatusCode) + 1;
            }
        }
        catch (OperationCanceledException) when (enough.IsCancellationRequested)
        {
            return seen;
        }
    }

    // Redis takes commands as plain lines; what it answers is read until it has said all of it.
    private static async Task<string[]> AskAsync(Service redis, string command)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, PortOf(redis), Cancellation);
        await client.GetStream().WriteAsync(Encoding.UTF8.GetBytes($"AUTH {PasswordOf(redis)}\r\n{command}\r\nQUIT\r\n"), Cancellation);
        using var reader = new StreamReader(client.GetStream());
        var lines = (await reader.ReadToEndAsync(Cancellation)).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        lines[0].ShouldBe("+OK", "of the password");
        lines[1].ShouldNotStartWith("-");
        return lines[1].StartsWith('*') ? [.. lines.Skip(2).SkipLast(1).Where(l => l[0] != '$')] : [lines[1]];
    }
}
