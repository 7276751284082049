using System.IO.Compression;

namespace Dyno.Observation.Tests;

public sealed class PushedMetricsTests : IAsyncDisposable
{
    private const string Cpu = "process.cpu.time";
    private readonly SteppedTime _time = new();
    private readonly PushedMetrics _metrics;
    private readonly List<(ServerReading Reading, bool IsNew)> _taken = [];

    public PushedMetricsTests() => _metrics = new PushedMetrics("http://127.0.0.1:4318", _time);

    public ValueTask DisposeAsync() => _metrics.DisposeAsync();

    [Fact]
    public async Task Totals_are_taken_as_they_are_and_changes_are_added_up()
    {
        var first = StartAsync();
        Push("a", 2, 3);
        await first;
        Push("a", 2, 5);
        Push("a", 1, 4);

        _taken.Select(t => t.Reading.Values[ServerFigure.CpuSeconds]).ShouldBe([3, 5, 9]);
    }

    [Fact]
    public void Another_instance_is_left_out_while_the_first_one_sends()
    {
        _ = StartAsync();
        Push("a", 2, 3);
        After(1);
        Push("b", 2, 700);
        Push("a", 2, 4);

        _taken.Select(t => t.Reading.Values[ServerFigure.CpuSeconds]).ShouldBe([3, 4]);
        _metrics.Trouble.ShouldNotBeNull().ShouldContain("several instances");
    }

    [Fact]
    public void Another_instance_after_a_silence_is_the_server_that_was_started_again()
    {
        _ = StartAsync();
        Push("a", 2, 300);
        After(1);
        Push("a", 2, 301);
        After(30);
        _metrics.Trouble.ShouldNotBeNull().ShouldContain("no message");
        Push("b", 2, 1);
        After(1);
        Push("b", 2, 2);

        _taken.Select(t => (t.Reading.Values[ServerFigure.CpuSeconds], t.IsNew)).ShouldBe([(300, false), (301, false), (1, true), (2, false)]);
    }

    [Fact]
    public void A_flood_of_messages_is_answered_and_not_read()
    {
        _ = StartAsync();
        var answers = Enumerable.Range(0, 10_000).Select(i => _metrics.Take(OtlpMessage.Of("a", 2, (Cpu, "s", i))).Status).ToList();

        answers.Count(status => status == 200).ShouldBe(20);
        answers.Count(status => status == 429).ShouldBe(9_980);
        _taken.Count.ShouldBe(20);
        After(1.1);
        Push("a", 2, 20_000);
        _taken.Count.ShouldBe(21);
    }

    [Fact]
    public void A_flood_of_unknown_series_takes_no_memory_and_known_figures_stay()
    {
        _ = StartAsync();
        var flood = Enumerable.Range(0, 30_000).Select(i => ($"my.metric.{i}", "", 1.0)).Append((Cpu, "s", 7.0)).ToArray();

        _metrics.Take(OtlpMessage.Of("a", 2, flood)).Status.ShouldBe(200);

        _taken.Single().Reading.Values.ShouldBe([KeyValuePair.Create(ServerFigure.CpuSeconds, 7.0)]);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(1e300)]
    public void A_value_that_cannot_be_true_is_refused(double value)
    {
        _ = StartAsync();
        Push("a", 2, value);

        _taken.Single().Reading.Refused.ShouldBe([ServerFigure.CpuSeconds]);
    }

    [Fact]
    public void A_message_packed_by_gzip_is_read_and_one_that_swells_is_refused()
    {
        _ = StartAsync();
        _metrics.Take(Packed(OtlpMessage.Of("a", 2, (Cpu, "s", 3)))).Status.ShouldBe(200);
        var (status, why) = _metrics.Take(Packed(new byte[PushedMetrics.MostBytes + 1]));

        _taken.Count.ShouldBe(1);
        status.ShouldBe(400);
        why.ShouldContain("8 MiB");
    }

    [Fact]
    public void A_message_in_JSON_is_answered_with_the_way_out()
    {
        var (status, why) = _metrics.Take("{\"resourceMetrics\":[]}"u8.ToArray());

        status.ShouldBe(400);
        why.ShouldContain("http/protobuf");
    }

    [Fact]
    public void No_message_breaks_the_reader()
    {
        var whole = OtlpMessage.Of("a", 2, (Cpu, "s", 3), ("dotnet.gc.pause.time", "s", 1), ("kestrel.active_connections", "{connection}", 9));
        FuzzRounds.Run(20_000, 20261128, random =>
        {
            byte[] bytes = [.. whole];
            for (var i = random.Next(1, 6); i > 0; i--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            return ("metrics.bin", random.Next(4) == 0 ? bytes[..random.Next(bytes.Length)] : bytes);
        }, (_, bytes) =>
        {
            var metrics = new PushedMetrics("x", new SteppedTime());
            ((IServerMetrics)metrics).StartAsync((reading, _) => reading.Values.Values.ShouldAllBe(v => double.IsFinite(v) && v >= 0), CancellationToken.None);
            metrics.Take(bytes).Status.ShouldBeOneOf(200, 400);
        });
    }

    private Task StartAsync() => ((IServerMetrics)_metrics).StartAsync((reading, isNew) => _taken.Add((reading, isNew)), TestContext.Current.CancellationToken);

    private void After(double seconds) => _time.Advance(TimeSpan.FromSeconds(seconds));

    private void Push(string instance, ulong temporality, double cpu) =>
        _metrics.Take(OtlpMessage.Of(instance, temporality, (Cpu, "s", cpu))).Status.ShouldBe(200);

    private static byte[] Packed(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true)) gzip.Write(bytes);
        return packed.ToArray();
    }
}
