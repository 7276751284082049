namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>A server that closes a connection while it works on every tenth request: what the server received is in the result.</summary>
public sealed class KilledRequestTests : EndToEndTest
{
    private const string Script = """
        import http from 'k6/http';
        export const options = { vus: 4, iterations: 60 };
        export default function () { http.get(__ENV.URL); }
        """;

    [Theory]
    [InlineData("linux")]
    [InlineData("portable")]
    public async Task Received_is_good_and_closed_together(string driver)
    {
        using var server = Killing();
        var run = await DynoAsync("run", server.Url.ToString(), "-c", "4", "-i", "60", "--driver", driver, "--threshold", "errors == 0", "--result", "r.json");

        run.ExitCode.ShouldBe(99, run.ToString());
        var measured = RunResultJson.ReadFile(Workspace["r.json"]).Measured;
        var closed = measured.Errors.Single(e => e.Kind == "closed").Count;
        (server.Requests, measured.Totals.Requests, measured.Totals.Resends).ShouldBe((60, 60, 0));
        (closed, measured.Statuses[200]).ShouldBe((server.Closed, 60 - server.Closed));
        closed.ShouldBeGreaterThan(2);
    }

    [Fact]
    public async Task Requests_of_dependent_requests_are_not_sent_again_either()
    {
        using var server = Killing();
        await File.WriteAllTextAsync(Workspace["two.http"], $"# @name one\nGET {server.Url}\n\n###\nGET {server.Url}?{{{{one.response.headers.Content-Length}}}}\n", Cancelled);
        var run = await DynoAsync("run", "two.http", "-c", "2", "-i", "30", "--result", "r.json");

        var measured = RunResultJson.ReadFile(Workspace["r.json"]).Measured;
        measured.Errors.Single(e => e.Kind == "closed").Count.ShouldBe(server.Closed, run.ToString());
        ((long)server.Requests, measured.Totals.Resends).ShouldBe((measured.Statuses[200] + server.Closed, 0));
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_script_repeats_them_as_k6_does_and_says_so()
    {
        using var server = Killing();
        await File.WriteAllTextAsync(Workspace["s.js"], Script, Cancelled);
        var run = await DynoAsync("run", "s.js", "-e", $"URL={server.Url}", "--result", "r.json");

        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        var resends = result.Measured.Totals.Resends!.Value;
        (result.Measured.Statuses[200], (long)server.Requests, resends).ShouldBe((60, 60 + resends, server.Closed));
        resends.ShouldBeGreaterThan(2);
        run.Out.ShouldContain($"{resends} requests of 60 had to be sent twice");
        result.Health.Findings.ShouldContain(f => f.Rule == "resends");
    }

    private static ScriptedServer Killing()
    {
        ServerAction[] answer = [ServerAction.ReadRequest, ServerAction.Send(Answers.Hello)];
        return ScriptedServer.Start(
        [
            .. Enumerable.Repeat(answer, 9).SelectMany(a => a),
            ServerAction.ReadRequest, ServerAction.Wait(TimeSpan.FromMilliseconds(100)), ServerAction.Close,
        ]);
    }
}
