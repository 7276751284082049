using System.Text.Json;

namespace Dyno.Outputs.Tests;

public sealed class FileOutputTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-outputs-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private string this[string name] => Path.Combine(_folder, name);

    [Fact]
    public async Task Json_is_an_object_a_line_spelled_as_a_result()
    {
        var ending = await Sending.ToAsync($"json={this["new/live.json"]}", Snapshots.At(1, RunPhase.WarmUp), Snapshots.At(1), Snapshots.WithoutAnswers(2));

        ending.Sent.ShouldBe(3);
        var lines = (await File.ReadAllLinesAsync(this["new/live.json"], Cancelled)).Select(line => JsonDocument.Parse(line).RootElement).ToList();
        lines.Select(line => line.GetProperty("phase").GetString()).ShouldBe(["warmup", "measure", "measure"]);
        lines[1].GetProperty("run").GetString().ShouldBe("orders, \"fast\"");
        lines[1].GetProperty("time").GetDateTimeOffset().Offset.ShouldBe(TimeSpan.Zero);
        lines[1].GetProperty("requests").GetInt64().ShouldBe(1000);
        lines[1].GetProperty("p99Nanos").GetInt64().ShouldBe(5_500_000);
        lines[1].TryGetProperty("offeredPerSecond", out _).ShouldBeFalse();
        lines[1].GetProperty("errors").GetProperty("timeout").GetInt64().ShouldBe(6);
        lines[2].GetProperty("offeredPerSecond").GetDouble().ShouldBe(2000);
        lines[2].TryGetProperty("p99Nanos", out _).ShouldBeFalse(); // nothing good came back: no time, and never a zero
    }

    [Fact]
    public async Task Csv_has_a_head_and_as_many_cells_in_every_line()
    {
        await Sending.ToAsync($"csv={this["live.csv"]}", Snapshots.At(1), Snapshots.WithoutAnswers(2));

        var lines = await File.ReadAllLinesAsync(this["live.csv"], Cancelled);
        lines.Length.ShouldBe(3);
        var head = lines[0].Split(',');
        head.ShouldContain("p99_ms");
        var first = lines[1].Replace("\"orders, \"\"fast\"\"\"", "RUN", StringComparison.Ordinal).Split(',');
        var second = lines[2].Replace("\"orders, \"\"fast\"\"\"", "RUN", StringComparison.Ordinal).Split(',');
        first.Length.ShouldBe(head.Length);
        second.Length.ShouldBe(head.Length);
        first[Array.IndexOf(head, "run")].ShouldBe("RUN");
        first[Array.IndexOf(head, "p99_ms")].ShouldBe("5.5");
        first[Array.IndexOf(head, "requests_per_second")].ShouldBe("1000.5");
        first[Array.IndexOf(head, "errors")].ShouldBe("reset=4;timeout=6");
        second[Array.IndexOf(head, "p99_ms")].ShouldBeEmpty();
        second[Array.IndexOf(head, "offered_per_second")].ShouldBe("2000");
    }

    [Fact]
    public async Task A_line_can_be_read_while_the_run_goes_on()
    {
        await using var outputs = await LiveOutputs.OpenAsync([Sending.Request($"json={this["live.json"]}")], "run", cancellation: Cancelled);
        outputs.OnSnapshot(Snapshots.At(1));

        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (!Follow(this["live.json"]).EndsWith('\n')) await Task.Delay(10, patience.Token);
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_is_a_failure_before_the_load()
    {
        var failure = await Should.ThrowAsync<UserFault>(() => LiveOutputs.OpenAsync([Sending.Request($"csv={_folder}")], "run", cancellation: Cancelled));

        failure.Message.ShouldContain("cannot be written");
        failure.Hint.ShouldNotBeEmpty();
    }

    private static string Follow(string path)
    {
        using var reader = new StreamReader(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        return reader.ReadToEnd();
    }
}
