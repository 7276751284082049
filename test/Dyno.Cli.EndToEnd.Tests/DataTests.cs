namespace Dyno.Cli.EndToEnd.Tests;

public sealed class DataTests : EndToEndTest
{
    [Fact]
    public async Task Rows_fill_the_slots_each_once_and_then_the_run_ends()
    {
        await File.WriteAllTextAsync(Path.Combine(Workspace.Folder, "users.csv"), "id,name\n1,Ann\n2,Zoë\n3,Bo & Co\n", Cancelled);

        var outcome = await DynoAsync("run", new Uri(Server.Url, "users").AbsoluteUri + "/{{id}}", "--data", "users.csv", "--data-order", "unique",
            "-c", "2", "-b", "name={{name}}", "-H", "X-Name: {{id}}");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var seen = Server.Seen.OrderBy(r => r.Target, StringComparer.Ordinal).ToArray();
        seen.Select(r => r.Target).ShouldBe(["/users/1", "/users/2", "/users/3"]);
        seen.Select(r => System.Text.Encoding.UTF8.GetString(r.Body)).ShouldBe(["name=Ann", "name=Zoë", "name=Bo & Co"]);
        seen.Select(r => r.Headers["X-Name"].ToString()).ShouldBe(["1", "2", "3"]);
    }
}
