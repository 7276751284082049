using Microsoft.AspNetCore.Http;

namespace Dyno.Observation.Tests;

/// <summary>Pages of a real server on this machine, which answers as it is told.</summary>
public sealed class ElsewhereProbeTests
{

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_first_and_the_last_page_of_a_measurement_are_read_at_its_ends()
    {
        var cpu = 10.0;
        await using var server = await PageAsync(() => Whole(cpu += 0.001));
        await using var probe = await StartAsync(server);

        probe.Begin();
        await Until(() => server.Seen.Count >= 2); // the page of the beginning
        cpu = 10.5;
        var seen = (await probe.EndAsync(requests: 1000)).ShouldNotBeNull();

        seen.Source.ShouldBe($"page {server.Url}metrics");
        seen.CpuSeconds.ShouldBeGreaterThan(0);
        seen.AvailableCpus.ShouldBe(4);
        seen.MeanWorkingSetBytes.ShouldBe(5_000_000);
        seen.Lacks("server.cpu").ShouldBeFalse();
        seen.Missing.ShouldContain("server.gcPause");
        seen.SourceNotes.ShouldBeEmpty();
        server.Seen.ShouldAllBe(request => request.Headers["Accept"].StartsWith("text/plain", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("go_goroutines 12", "go_goroutines")]
    [InlineData("", "no figures")]
    [InlineData("<html><body>hello</body></html>", "no figures")]
    public async Task A_page_without_a_known_figure_is_refused_before_the_load(string page, string word)
    {
        await using var server = await PageAsync(() => page);

        var fault = await Should.ThrowAsync<UserFault>(async () => await StartAsync(server));

        fault.Message.ShouldContain(word);
        fault.Hint.ShouldNotBeNull().ShouldContain("OpenTelemetry");
    }

    [Fact]
    public async Task A_page_that_is_not_there_is_refused_before_the_load()
    {
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.StatusCode = 404;
            return Task.CompletedTask;
        });

        (await Should.ThrowAsync<UserFault>(async () => await StartAsync(server))).Message.ShouldContain("status 404");
        await server.DisposeAsync();
        (await Should.ThrowAsync<UserFault>(async () => await StartAsync(server))).Message.ShouldContain("cannot be read");
    }

    [Fact]
    public async Task A_page_that_leads_elsewhere_is_not_followed()
    {
        await using var other = await PageAsync(() => Whole(1));
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.Redirect(other.Url.ToString());
            return Task.CompletedTask;
        });

        (await Should.ThrowAsync<UserFault>(async () => await StartAsync(server))).Message.ShouldContain("status 302");
        other.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_page_without_an_end_is_refused()
    {
        var chunk = new byte[64 * 1024];
        chunk.AsSpan().Fill((byte)'#');
        await using var server = await KestrelServer.StartAsync(answer: async context =>
        {
            while (!context.RequestAborted.IsCancellationRequested) await context.Response.Body.WriteAsync(chunk, context.RequestAborted);
        });

        (await Should.ThrowAsync<UserFault>(async () => await StartAsync(server))).Message.ShouldContain("8 MiB");
    }

    [Fact]
    public async Task A_page_that_vanishes_leaves_a_note_and_what_came_before()
    {
        var (cpu, isGone) = (1.0, false);
        await using var server = await KestrelServer.StartAsync(answer: context =>
        {
            if (Volatile.Read(ref isGone)) context.Abort();
            return context.Response.WriteAsync(Whole(cpu += 0.1));
        });
        await using var probe = await StartAsync(server);
        probe.Begin();
        await Until(() => server.Seen.Count >= 4);
        Volatile.Write(ref isGone, true);

        var seen = (await probe.EndAsync(1000)).ShouldNotBeNull();

        seen.CpuSeconds.ShouldBeGreaterThan(0);
        seen.SourceNotes.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task A_liar_is_named_and_believed_in_nothing()
    {
        var cpu = 10.0;
        await using var server = await PageAsync(() =>
            Whole(cpu));
        await using var probe = await StartAsync(server);
        probe.Begin();
        await Until(() => server.Seen.Count >= 2);
        cpu = double.NaN;

        var seen = (await probe.EndAsync(1000)).ShouldNotBeNull();

        seen.Missing.ShouldContain("server.cpu");
        seen.BusyShare.ShouldBeNull();
        seen.SourceNotes.ShouldContain(note => note.Contains("server.cpu", StringComparison.Ordinal) && note.Contains("cannot be true", StringComparison.Ordinal));
        seen.KnowsMemory.ShouldBeTrue();
    }

    [Fact]
    public async Task A_password_in_the_address_is_sent_and_shown_nowhere()
    {
        await using var server = await PageAsync(() => Whole(1));
        var page = new UriBuilder(server.Url) { Path = "/metrics", Query = "key=s@cret", UserName = "ann", Password = "s%40cret" }.Uri;
        await using var probe = await ElsewhereProbe.StartAsync(new PrometheusMetrics(page, TimeProvider.System), TimeProvider.System, null, Cancelled);

        probe.Place.ShouldBe($"page {server.Url}metrics");
        server.Seen.First().Headers["Authorization"].ShouldBe("Basic " + Convert.ToBase64String("ann:s@cret"u8));
    }

    private static string Whole(double cpu) =>
        string.Create(CultureInfo.InvariantCulture, $"process_cpu_seconds_total {cpu}\nprocess_resident_memory_bytes 5000000\ndotnet_process_cpu_count 4\n");

    private static Task<KestrelServer> PageAsync(Func<string> page) => KestrelServer.StartAsync(answer: context => context.Response.WriteAsync(page()));

    private static Task<ElsewhereProbe> StartAsync(KestrelServer server) => ElsewhereProbe.StartAsync(
        new PrometheusMetrics(new Uri(server.Url, "metrics"), TimeProvider.System), TimeProvider.System, null, Cancelled);

    private static async Task Until(Func<bool> holds)
    {
        while (!holds()) await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancelled);
    }
}
