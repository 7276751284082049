namespace Dyno.Subjects.Tests;

/// <summary>Real PostgreSQL, real Redis: `./build test` installs them.</summary>
public sealed class ServiceTests(Workspace workspace)
{
    [Fact]
    public async Task A_database_comes_up_takes_its_set_up_is_reset_and_leaves_nothing_behind()
    {
        var sql = Path.Combine(workspace.NewFolder("sql"), "setup.sql");
        await File.WriteAllTextAsync(sql, "create table orders(id int); insert into orders values (1);", TestContext.Current.CancellationToken);
        int process;
        await using (var service = await StartAsync(new ServiceOptions { Name = "db", Kind = "postgres", Setup = sql, Reset = "truncate orders" }))
        {
            process = service.ProcessId;
            service.Variable.ShouldBe("ConnectionStrings__db");
            service.ConnectionString.ShouldMatch(@"^Host=127\.0\.0\.1;Port=\d+;Username=dyno;Password=\w{24};Database=postgres$");
            await service.ResetAsync(TestContext.Current.CancellationToken);
            service.HasDied.ShouldBeFalse();
        }
        Directory.Exists($"/proc/{process}").ShouldBeFalse();
    }

    [Fact]
    public async Task Nobody_without_the_password_gets_into_a_database_or_a_cache()
    {
        await using var database = await StartAsync(new ServiceOptions { Name = "db", Kind = "postgres" });
        await using var cache = await StartAsync(new ServiceOptions { Name = "cache", Kind = "redis" });

        var port = database.ConnectionString.Split("Port=")[1].Split(';')[0];
        using var psql = System.Diagnostics.Process.Start(new System.Diagnostics.ProcessStartInfo("psql",
            ["-h", "127.0.0.1", "-p", port, "-U", "dyno", "-d", "postgres", "-w", "-X", "-c", "select 1"])
        { RedirectStandardError = true, RedirectStandardOutput = true })!;
        (await psql.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken)).ShouldContain("no password supplied");
        (await RedisAsync(cache, "FLUSHALL", password: null)).ShouldStartWith("-NOAUTH");
        (await RedisAsync(cache, "SHUTDOWN NOSAVE", password: null)).ShouldStartWith("-NOAUTH");
        foreach (var process in new[] { database.ProcessId, cache.ProcessId })
            if (OperatingSystem.IsLinux()) (await File.ReadAllTextAsync($"/proc/{process}/cmdline", TestContext.Current.CancellationToken)).ShouldNotContain(PasswordOf(cache));
    }

    [Fact]
    public async Task A_database_that_refuses_its_SQL_says_what_it_said()
    {
        var failure = await Should.ThrowAsync<UserFault>(() =>
            StartAsync(new ServiceOptions { Name = "db", Kind = "postgres", Setup = "select from nowhere" }));
        failure.Reason.ShouldBe(SubjectFault.ServiceFailed);
        string.Join('\n', failure.LastOutput).ShouldContain("nowhere");
    }

    [Fact]
    public async Task A_cache_comes_up_and_is_reset()
    {
        await using var service = await StartAsync(new ServiceOptions
        {
            Name = "cache",
            Kind = "redis",
            Setup = "SET a 1",
            Reset = "FLUSHALL",
            Variable = "Redis",
        });
        service.Variable.ShouldBe("Redis");
        (await RedisAsync(service, "GET a")).ShouldBe("$1");
        await service.ResetAsync(TestContext.Current.CancellationToken);
        (await RedisAsync(service, "GET a")).ShouldBe("$-1");
    }

    [Fact]
    public async Task A_cache_that_refuses_a_command_is_quoted()
    {
        var failure = await Should.ThrowAsync<UserFault>(() => StartAsync(new ServiceOptions { Name = "cache", Kind = "redis", Setup = "NONSENSE" }));
        failure.Message.ShouldContain("unknown command");
    }

    [Fact]
    public async Task A_service_that_died_is_noticed_before_the_next_trial()
    {
        await using var service = await StartAsync(new ServiceOptions { Name = "cache", Kind = "redis" });
        (await RedisAsync(service, "SHUTDOWN NOSAVE")).ShouldBe(""); // it goes without a word
        for (var i = 0; i < 500 && !service.HasDied; i++) await Task.Delay(20, TestContext.Current.CancellationToken);
        var failure = await Should.ThrowAsync<UserFault>(() => service.ResetAsync(TestContext.Current.CancellationToken));
        failure.Message.ShouldBe("the service cache ended by itself");
    }

    [Fact]
    public async Task Any_program_that_listens_on_its_port_is_a_service()
    {
        string program;
        await using (var published = await Subject.StartAsync(workspace.InMood("good"), cancellation: TestContext.Current.CancellationToken))
            program = published.Record().CommandLine.Split(' ')[^1];
        await using var service = await StartAsync(new ServiceOptions
        {
            Name = "other-api",
            Kind = "command",
            Command = ["dotnet", program, "--urls", "{url}"],
            ReadyPath = "/healthz",
            Reset = "test -n \"$PORT\"",
        });
        using var client = new HttpClient();
        (await client.GetStringAsync(new Uri(service.ConnectionString), TestContext.Current.CancellationToken)).ShouldBe("hello");
        await service.ResetAsync(TestContext.Current.CancellationToken);
    }

    [Theory]
    [InlineData("sleep", "1000", 0.5, "was not ready within 0.5 s")]
    [InlineData("false", "", 30, "ended before it was ready")]
    public async Task One_that_does_not_come_up_is_stopped_and_named(string program, string argument, double seconds, string message)
    {
        var failure = await Should.ThrowAsync<UserFault>(() => StartAsync(new ServiceOptions
        {
            Name = "slow",
            Kind = "command",
            Command = [program, argument],
            Timeout = TimeSpan.FromSeconds(seconds),
        }));
        failure.Message.ShouldContain(message);
    }

    [Fact]
    public async Task A_program_that_is_not_there_is_named() =>
        (await Should.ThrowAsync<UserFault>(() => StartAsync(new ServiceOptions { Name = "x", Kind = "command", Command = ["no-such-program"] })))
            .Message.ShouldBe("the service x: there is no program 'no-such-program'");

    private Task<Service> StartAsync(ServiceOptions options) =>
        Service.StartAsync(options with { StateFolder = Path.Combine(workspace.State, "services") }, TestContext.Current.CancellationToken);

    private static string PasswordOf(Service cache) => cache.ConnectionString.Split("password=")[1];

    private static Task<string> RedisAsync(Service service, string command) => RedisAsync(service, command, PasswordOf(service));

    private static async Task<string> RedisAsync(Service service, string command, string? password)
    {
        using var client = new TcpClient();
        var address = service.ConnectionString.Split(',')[0].Split(':');
        await client.ConnectAsync(address[0], int.Parse(address[1], System.Globalization.CultureInfo.InvariantCulture), TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        await stream.WriteAsync(System.Text.Encoding.ASCII.GetBytes((password is null ? "" : $"AUTH {password}\r\n") + command + "\r\n"), TestContext.Current.CancellationToken);
        using var reader = new StreamReader(stream);
        if (password is not null) await reader.ReadLineAsync(TestContext.Current.CancellationToken); // +OK, unless it is gone already
        return await reader.ReadLineAsync(TestContext.Current.CancellationToken) ?? "";
    }
}
