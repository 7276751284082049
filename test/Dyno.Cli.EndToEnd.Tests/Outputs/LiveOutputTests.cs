namespace Dyno.Cli.EndToEnd.Tests;

public sealed class LiveOutputTests : EndToEndTest
{
    [Fact]
    public async Task Sends_every_second_of_a_run_to_every_output()
    {
        await using var influx = await KestrelServer.StartAsync();
        var outcome = await DynoAsync("run", Url, "-c", "2", "-d", "1s", "--warmup", "1s", "--name", "orders", "--result", "result.json", "-q",
            "--out", "json=live.json", "--out", "csv=live.csv", "--out", $"influxdb={influx.Url}loads");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldBeEmpty();
        var lines = (await File.ReadAllLinesAsync(Workspace["live.json"], Cancelled)).Select(line => JsonDocument.Parse(line).RootElement).ToList();
        lines.Select(line => line.GetProperty("phase").GetString()).Distinct().ShouldBe(["warmup", "measure"]);
        lines.ShouldAllBe(line => line.GetProperty("run").GetString() == "orders");
        using var result = JsonDocument.Parse(await File.ReadAllTextAsync(Workspace["result.json"], Cancelled));
        lines[^1].GetProperty("requests").GetInt64()
            .ShouldBe(result.RootElement.GetProperty("measured").GetProperty("totals").GetProperty("requests").GetInt64());
        (await File.ReadAllLinesAsync(Workspace["live.csv"], Cancelled)).Length.ShouldBe(lines.Count + 1);
        influx.Seen.Count.ShouldBe(lines.Count);
    }

    [Fact]
    public async Task Sends_to_the_collector_and_under_the_name_that_the_environment_says()
    {
        await using var collector = await KestrelServer.StartAsync();
        Workspace.Environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Url.ToString();
        Workspace.Environment["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf";
        Workspace.Environment["OTEL_EXPORTER_OTLP_HEADERS"] = "x-otlp-api-key=planted";
        Workspace.Environment["OTEL_SERVICE_NAME"] = "orders-load";
        Workspace.Environment["OTEL_RESOURCE_ATTRIBUTES"] = "service.instance.id=instance-7";

        var outcome = await DynoAsync("run", Url, "-c", "2", "-d", "1s", "--no-store", "-q", "--out", "otlp");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldBeEmpty();
        var seen = collector.Seen.ToList();
        seen.ShouldNotBeEmpty();
        seen.ShouldAllBe(request => request.Target == "/v1/metrics" && request.Headers["x-otlp-api-key"] == "planted");
        var text = System.Text.Encoding.Latin1.GetString(seen[0].Body);
        text.ShouldContain("orders-load");
        text.ShouldContain("instance-7");
        text.ShouldContain("dyno.requests");
    }

    [Fact]
    public async Task Measures_all_the_same_when_an_output_is_dead_and_says_what_it_lost()
    {
        var dead = FaultServers.RefusingPort();
        var outcome = await DynoAsync("run", Url, "-i", "20", "-c", "2", "--no-store", "-q", "--out", $"influxdb=http://me:hunter2@127.0.0.1:{dead}/loads");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 20");
        outcome.Error.ShouldMatch(@"^dyno: --out influxdb=http://\*\*\*@127\.0\.0\.1:\d+/loads: (\d+) of \1 snapshots? lost \(.*refused.*\); the load was not slowed$");
    }

    [Fact]
    public async Task Lists_every_spelling_when_one_is_wrong_and_sends_nothing()
    {
        var outcome = await DynoAsync("run", Url, "--out", "jsn=x", "--out", "csv");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("--out: 'jsn=x' is not an output  -> write one of json=FILE, csv=FILE, prometheus=");
        outcome.Error.ShouldContain("--out: 'csv' has no destination  -> write csv=FILE");
        Server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task Says_which_output_cannot_be_opened_and_sends_nothing()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();

        var outcome = await DynoAsync("run", Url, "--out", $"prometheus={((IPEndPoint)taken.LocalEndpoint).Port}");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("name a free port");
        Server.Seen.ShouldBeEmpty();
    }
}
