namespace Dyno.Cli.EndToEnd.Tests;

public sealed class DynoCommandTests : EndToEndTest
{
    [Fact]
    public async Task Two_command_lines_in_one_process_have_folders_environments_and_streams_of_their_own()
    {
        using var other = new Workspace();
        await File.WriteAllTextAsync(Workspace["load.http"], $"GET {Url}\nX-Of: first\n", Cancelled);
        await File.WriteAllTextAsync(other["load.http"], $"GET {Url}\nX-Of: second\n", Cancelled);
        other.Environment["COLUMNS"] = "80";

        var outcomes = await Task.WhenAll(
            DynoCommand.RunAsync(Workspace, "run", "load.http", "--rate", "20/s", "-d", "1s", "--name", "first", "--result", "result.json"),
            DynoCommand.RunAsync(other, "run", "load.http", "--rate", "30/s", "-d", "1s", "--name", "second", "--result", "result.json"));

        outcomes.ShouldAllBe(outcome => outcome.ExitCode == 0, string.Join('\n', outcomes.Select(outcome => outcome.ToString())));
        foreach (var (workspace, name, requests) in (IEnumerable<(Workspace, string, int)>)[(Workspace, "first", 20), (other, "second", 30)])
        {
            var result = RunResultJson.ReadFile(workspace["result.json"]);
            result.Plan.Name.ShouldBe(name);
            result.Measured.Totals.Requests.ShouldBe(requests);
            Server.Seen.Count(seen => seen.Headers["X-Of"] == name).ShouldBe(requests);
            RunResultJson.ReadFile(workspace.StoredRuns.ShouldHaveSingleItem()).Id.ShouldBe(result.Id);
        }
        outcomes[0].Out.ShouldNotBe(outcomes[1].Out);
    }

    [Theory]
    [InlineData("load.http", "HERE/load.http")]
    [InlineData("http://localhost/load.http", "http://localhost/load.http")]
    [InlineData("--result new.json", "--result HERE/new.json")]
    [InlineData("--result=new.json", "--result=HERE/new.json")]
    [InlineData("-f html=page.html -f json", "-f html=HERE/page.html -f json")]
    [InlineData("-o prometheus=127.0.0.1:9464 -o csv=run.csv", "-o prometheus=127.0.0.1:9464 -o csv=HERE/run.csv")]
    [InlineData("--summary-export - -q load.http", "--summary-export - -q HERE/load.http")]
    public void Paths_of_a_command_line_are_those_of_its_folder(string words, string reachable)
    {
        File.WriteAllText(Workspace["load.http"], "GET http://localhost/");
        var terminal = DynoCommand.TerminalOf(Workspace, TextWriter.Null, TextWriter.Null, Stream.Null);
        var root = CommandLine.Create(terminal, ["run", "http://localhost/"]).Root;

        new FileWords(terminal, root).Reachable(["run", .. words.Split(' ')])
            .ShouldBe(["run", .. reachable.Replace("HERE", Workspace.Folder).Split(' ')]);
    }
}
