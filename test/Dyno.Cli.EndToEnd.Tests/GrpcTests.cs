namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Calls of gRPC against a real service, from the command line: alone, by a fleet, and from an archive.</summary>
public sealed class GrpcTests : EndToEndTest
{
    private static readonly string Protos = Path.Combine(AppContext.BaseDirectory, "Grpc", "Protos");

    [Fact]
    public async Task A_method_is_loaded_with_its_types_from_the_server_and_from_a_file()
    {
        await using var echo = await EchoServer.StartAsync(withReflection: true);

        var asked = await DynoAsync("run", Method(echo), "-b", """{"key": "a"}""", "--iterations", "40", "--check", "$.value == \"a\"",
            "--result", "asked.json");
        var read = await DynoAsync("run", Method(echo), "-b", """{"key": "b", "status": 14}""",
            "--proto", Path.Combine(Protos, "echo.proto"), "--iterations", "10", "--result", "read.json");

        asked.ExitCode.ShouldBe(ExitCode.Success, asked.ToString());
        var good = RunResultJson.ReadFile(Workspace["asked.json"]).Measured;
        (good.Totals.Requests, good.Totals.FailedRequests).ShouldBe((40, 0));
        good.Steps.ShouldHaveSingleItem().Name.ShouldBe("dyno.test.Echo/Get");
        read.ExitCode.ShouldBe(ExitCode.Success, read.ToString());
        RunResultJson.ReadFile(Workspace["read.json"]).Measured.Totals.FailedRequests.ShouldBe(10);
        read.Out.ShouldContain("UNAVAILABLE");
    }

    [Fact]
    public async Task The_services_of_a_server_are_listed_and_a_call_is_inspected()
    {
        await using var echo = await EchoServer.StartAsync(withReflection: true);

        var list = await DynoAsync("inspect", Method(echo)[..^"/dyno.test.Echo/Get".Length]);
        var call = await DynoAsync("inspect", Method(echo), "-b", "{}");

        list.ExitCode.ShouldBe(ExitCode.Success, list.ToString());
        var lines = list.Out.Split('\n');
        lines.ShouldContain("dyno.test.Echo");
        lines.ShouldContain(line => line.StartsWith("  ", StringComparison.Ordinal) && line.Contains("Chat", StringComparison.Ordinal)
            && line.Contains("stream", StringComparison.Ordinal));
        call.ExitCode.ShouldBe(ExitCode.Success, call.ToString());
        call.Out.ShouldContain("dyno.test.Echo/Get");
    }

    [Fact]
    public async Task A_server_behind_TLS_is_loaded_and_listed()
    {
        await using var echo = await EchoServer.StartAsync(withReflection: true, certificate: TestCertificates.Good);

        var run = await DynoAsync("run", Method(echo), "-b", """{"key": "a"}""", "--iterations", "20", "--cacert",
            TestCertificates.AuthorityFile, "--result", "r.json");
        var list = await DynoAsync("inspect", Method(echo)[..^"/dyno.test.Echo/Get".Length], "--insecure");

        Method(echo).ShouldStartWith("grpcs://");
        run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
        var totals = RunResultJson.ReadFile(Workspace["r.json"]).Measured.Totals;
        (totals.Requests, totals.FailedRequests).ShouldBe((20, 0));
        list.ExitCode.ShouldBe(ExitCode.Success, list.ToString());
        list.Out.ShouldContain("dyno.test.Echo");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task The_cache_service_is_started_and_loaded_by_the_studys_own_file()
    {
        var study = Path.Combine(RepositoryRoot.Path, "studies", "cache-client-tuning");
        Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own

        var run = await DynoAsync("run", Path.Combine(study, "get.grpc.http"), "--subject", Path.Combine(study, "CacheService"), "-d",
            "2s", "--result", "r.json");

        run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Measured.Totals.Requests.ShouldBeGreaterThan(0);
        result.Measured.Totals.FailedRequests.ShouldBe(0, run.ToString());
        result.Subject.ShouldNotBeNull().Source.ShouldContain("CacheService");
        result.Measured.Steps.ShouldHaveSingleItem().Name.ShouldBe("get");
    }

    [Fact]
    public async Task Agents_have_the_types_with_what_they_import()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        await using var echo = await EchoServer.StartAsync();
        CopyProtos("api", "shared");
        using var agent = DynoProcess.Start(Workspace, "agent", "--join", nats.Url, "--name", "a");
        await agent.WaitForAsync("waiting for orders");

        // An agent works in a folder of its own: what is named from here is there only when it was shipped.
        var near = await DynoAsync("run", Method(echo), "-b", """{"key": "a"}""", "--proto", "api/echo.proto", "--import-path", "shared",
            "--iterations", "20", "--fleet", nats.Url, "--result", "near.json");
        var full = await DynoAsync("run", Method(echo), "-b", """{"key": "a"}""", "--proto", Workspace["api/echo.proto"], "--import-path",
            Workspace["shared"],
            "--iterations", "20", "--fleet", nats.Url, "--result", "full.json");

        near.ExitCode.ShouldBe(ExitCode.Success, near.ToString());
        full.ExitCode.ShouldBe(ExitCode.Success, full.ToString());
        foreach (var file in (string[])["near.json", "full.json"])
        {
            var totals = RunResultJson.ReadFile(Workspace[file]).Measured.Totals;
            (totals.Requests, totals.FailedRequests).ShouldBe((20, 0));
        }
    }

    [Fact, Trait("Guest", "k6")]
    public async Task An_archive_has_the_types_that_its_script_loads()
    {
        await using var echo = await EchoServer.StartAsync();
        CopyProtos("load/api", "load/shared");
        await File.WriteAllTextAsync(Workspace["load/script.js"], $$"""
            import grpc from 'k6/net/grpc';
            import { check } from 'k6';
            export const options = { vus: 2, iterations: 20, thresholds: { checks: ['rate==1'] } };
            const client = new grpc.Client();
            client.load(['api', 'shared'], 'echo.proto');
            export default function () {
              if (__ITER === 0) client.connect('{{echo.Url.Authority}}', { plaintext: true });
              const reply = client.invoke('dyno.test.Echo/Get', { key: 'a' });
              check(reply, { same: (r) => r.status === grpc.StatusOK && r.message.value === 'a' });
            }
            """, Cancelled);
        var packed = await DynoAsync("archive", "load/script.js", "-O", "load.tar");
        packed.ExitCode.ShouldBe(ExitCode.Success, packed.ToString());
        Directory.Move(Workspace["load"], Workspace["elsewhere"]);

        var run = await DynoAsync("run", "load.tar");

        run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
    }

    private static string Method(EchoServer echo) => $"grpc{echo.Url.AbsoluteUri[4..].TrimEnd('/')}/dyno.test.Echo/Get";

    // The second one is what the first one imports.
    private void CopyProtos(string of, string imported)
    {
        foreach (var (folder, name) in (IEnumerable<(string, string)>)[(of, "echo.proto"), (imported, "shapes.proto")])
            File.Copy(Path.Combine(Protos, name), Path.Combine(Directory.CreateDirectory(Workspace[folder]).FullName, name));
    }
}
