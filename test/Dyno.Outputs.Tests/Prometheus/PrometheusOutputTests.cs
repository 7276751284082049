using System.Net;
using System.Net.Sockets;

namespace Dyno.Outputs.Tests;

public sealed class PrometheusOutputTests
{
    private readonly int _port = FreePorts.Next();

    [Fact]
    public async Task A_scraper_reads_counters_gauges_and_a_histogram()
    {
        await using var outputs = await OpenAsync();
        outputs.OnSnapshot(Snapshots.At(3, RunPhase.WarmUp));
        outputs.OnSnapshot(Snapshots.At(2));
        await outputs.EndAsync();

        var page = PrometheusPage.Parse(await ScrapeAsync("127.0.0.1"));

        page.Types["dyno_requests_total"].ShouldBe("counter");
        page.Value("dyno_requests_total", ("phase", "warmup")).ShouldBe(3000);
        page.Value("dyno_requests_total", ("phase", "measure"), ("run", "orders \"\\ fast")).ShouldBe(2000);
        page.Value("dyno_received_bytes_total", ("phase", "measure")).ShouldBe(400_000);
        page.Value("dyno_errors_total", ("phase", "measure"), ("kind", "timeout")).ShouldBe(12);
        page.Types["dyno_response_time_p99_seconds"].ShouldBe("gauge");
        page.Value("dyno_response_time_p99_seconds").ShouldBe(0.0055);
        page.Types["dyno_response_time_seconds"].ShouldBe("histogram");
        page.Value("dyno_response_time_seconds_bucket", ("phase", "measure"), ("le", "0.001")).ShouldBe(600);
        page.Value("dyno_response_time_seconds_bucket", ("phase", "measure"), ("le", "+Inf")).ShouldBe(1980);
        page.Value("dyno_response_time_seconds_count", ("phase", "measure")).ShouldBe(1980);
        page.Value("dyno_response_time_seconds_sum", ("phase", "measure")).ShouldBe(2.5);
    }

    [Theory]
    [InlineData(null, "")]
    [InlineData("", "")]
    [InlineData("environment=production,server=srv1", "environment=production server=srv1")]
    [InlineData(" a = b=c , d = ", "a=b=c d=")]
    [InlineData("environment", null)]
    [InlineData("1a=b", null)]
    [InlineData("__name__=b", null)]
    [InlineData("a=1,a=2", null)]
    [InlineData("run=mine", null)]
    public void Labels_of_k6s_variable_are_read(string? text, string? labels) =>
        (PrometheusLabels.Read(text) is { } read ? string.Join(' ', read.Select(label => $"{label.Name}={label.Value}")) : null).ShouldBe(labels);

    [Fact]
    public void Labels_stand_on_every_series()
    {
        var point = new OutputPoint(DateTimeOffset.UnixEpoch, "orders", Snapshots.At(2));

        var page = PrometheusPage.Parse(Dyno.Outputs.PrometheusPage.Of([point], ("environment", "production"), ("server", "a\"b")));

        page.Samples.ShouldNotBeEmpty();
        page.Samples.ShouldAllBe(sample => sample.Labels["environment"] == "production" && sample.Labels["server"] == "a\"b");
    }

    [Fact]
    public async Task Buckets_never_fall()
    {
        await using var outputs = await OpenAsync();
        outputs.OnSnapshot(Snapshots.At(1));
        await outputs.EndAsync();

        var buckets = PrometheusPage.Parse(await ScrapeAsync("localhost")).Samples.Where(sample => sample.Name.EndsWith("_bucket", StringComparison.Ordinal)).ToList();

        buckets.Count.ShouldBe(LatencyBuckets.Bounds.Length + 1);
        buckets.Zip(buckets.Skip(1)).ShouldAllBe(pair => pair.First.Value <= pair.Second.Value);
    }

    [Fact]
    public async Task A_page_is_there_before_the_first_second_and_only_under_its_name()
    {
        await using var outputs = await OpenAsync();

        PrometheusPage.Parse(await ScrapeAsync("127.0.0.1")).Samples.ShouldBeEmpty();
        (await GetAsync("127.0.0.1", "other")).StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_a_failure_before_the_load()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;

        var failure = await Should.ThrowAsync<UserFault>(() => LiveOutputs.OpenAsync(
            [Sending.Request($"prometheus={port}")], "run", cancellation: TestContext.Current.CancellationToken));

        failure.Message.ShouldStartWith($"--out: prometheus=127.0.0.1:{port}: ");
    }

    [Fact]
    public async Task Nothing_listens_beyond_loopback_unless_told()
    {
        await using var outputs = await OpenAsync();

        var listeners = System.Net.NetworkInformation.IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners();

        listeners.Where(listener => listener.Port == _port).ShouldAllBe(listener => IPAddress.IsLoopback(listener.Address));
    }

    private Task<LiveOutputs> OpenAsync() => LiveOutputs.OpenAsync([Sending.Request($"prometheus=127.0.0.1:{_port}")], "orders \"\\ fast", cancellation: TestContext.Current.CancellationToken);

    private async Task<string> ScrapeAsync(string host)
    {
        using var answer = await GetAsync(host, "metrics");
        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
        answer.Content.Headers.ContentType!.ToString().ShouldBe("text/plain; version=0.0.4; charset=utf-8");
        return await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
    }

    private async Task<HttpResponseMessage> GetAsync(string host, string path)
    {
        using var handler = new SocketsHttpHandler { UseProxy = false };
        using var client = new HttpClient(handler);
        return await client.GetAsync(new Uri($"http://{host}:{_port}/{path}"), TestContext.Current.CancellationToken);
    }
}
