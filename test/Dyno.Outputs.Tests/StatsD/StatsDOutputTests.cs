using System.Net;
using System.Net.Sockets;
using System.Text;
using Dyno.Load.Running;
using Dyno.Results.Problems;

namespace Dyno.Outputs.Tests.StatsD;

public sealed class StatsDOutputTests
{
    [Fact]
    public async Task A_receiver_adds_the_counters_up_and_keeps_the_gauges()
    {
        using var receiver = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));

        var ending = await Sending.ToAsync($"statsd=127.0.0.1:{((IPEndPoint)receiver.Client.LocalEndPoint!).Port}",
            Snapshots.At(1, RunPhase.WarmUp), Snapshots.At(1), Snapshots.At(3));

        ending.ShouldSatisfyAllConditions(e => e.Sent.ShouldBe(3), e => e.Lost.ShouldBe(0));
        var (counters, gauges) = await ReceiveAsync(receiver, until: "dyno.measure.requests", total: 3000);
        counters["dyno.warmup.requests"].ShouldBe(1000);
        counters["dyno.measure.requests"].ShouldBe(3000);
        counters["dyno.measure.errors.timeout"].ShouldBe(18);
        counters["dyno.measure.received_bytes"].ShouldBe(600_000);
        gauges["dyno.measure.response_time.p99"].ShouldBe(5.5);
        gauges["dyno.measure.requests_per_second"].ShouldBe(1000.5);
        counters.Keys.ShouldNotContain("dyno.measure.dropped_iterations"); // nothing to add is not sent
    }

    [Fact]
    public async Task A_host_that_does_not_exist_is_a_failure_before_the_load()
    {
        var failure = await Should.ThrowAsync<UserFault>(() => LiveOutputs.OpenAsync(
            [Sending.Request("statsd=no-such-host.invalid:8125")], "run", cancellation: TestContext.Current.CancellationToken));

        failure.Message.ShouldStartWith("--out: statsd=no-such-host.invalid:8125: ");
    }

    // UDP on loopback keeps the order; everything that belongs to the last snapshot comes with or before its gauges.
    private static async Task<(Dictionary<string, double> Counters, Dictionary<string, double> Gauges)> ReceiveAsync(
        UdpClient receiver, string until, double total)
    {
        var (counters, gauges) = (new Dictionary<string, double>(), new Dictionary<string, double>());
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        while (counters.GetValueOrDefault(until) < total || receiver.Available > 0)
        {
            var datagram = (await receiver.ReceiveAsync(patience.Token)).Buffer;
            datagram.Length.ShouldBeLessThanOrEqualTo(1432);
            foreach (var line in Encoding.ASCII.GetString(datagram).Split('\n'))
            {
                var parts = line.Split(':', '|');
                parts.Length.ShouldBe(3, line);
                var value = double.Parse(parts[1], System.Globalization.CultureInfo.InvariantCulture);
                if (parts[2] == "c") counters[parts[0]] = counters.GetValueOrDefault(parts[0]) + value;
                else if (parts[2] == "g") gauges[parts[0]] = value;
                else throw new InvalidOperationException(line);
            }
        }
        return (counters, gauges);
    }
}
