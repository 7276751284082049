using Microsoft.AspNetCore.Http;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Outputs.Tests;

public sealed class OtlpOutputTests
{
    [Fact]
    public async Task A_collector_gets_counters_per_phase_and_gauges_of_the_one_that_goes_on()
    {
        await using var collector = await CollectorAsync();

        var ending = await Sending.ToAsync($"otlp={collector.Url}", Snapshots.At(2, RunPhase.WarmUp), Snapshots.At(1), Snapshots.At(3));

        ending.ShouldSatisfyAllConditions(e => e.Sent.ShouldBe(3), e => e.Lost.ShouldBe(0));
        collector.Seen.ShouldAllBe(seen => seen.Method == "POST" && seen.Target == "/v1/metrics" && seen.Headers["Content-Type"] == "application/x-protobuf");
        var points = Points(collector.Seen.ElementAt(2));
        points[("dyno.requests", "warmup", "")].ShouldBe(2000);
        points[("dyno.requests", "measure", "")].ShouldBe(3000);
        points[("dyno.errors", "measure", "timeout")].ShouldBe(18);
        points[("dyno.received", "measure", "")].ShouldBe(600_000);
        points[("dyno.response_time.p99", "measure", "")].ShouldBe(0.0055);
        points[("dyno.active_vus", "measure", "")].ShouldBe(7);
        points.ShouldNotContainKey(("dyno.response_time.p99", "warmup", ""));
        points.ShouldNotContainKey(("dyno.offered_per_second", "measure", ""));
    }

    [Fact]
    public async Task Units_kinds_and_the_service_are_said()
    {
        await using var collector = await CollectorAsync();

        await Sending.ToAsync($"otlp={collector.Url}v1/metrics", Snapshots.At(1));

        var request = new ProtobufMessage(collector.Seen.First().Body);
        var resource = request.Message(1)!.Message(1)!.Messages(1).ToDictionary(attribute => attribute.Text(1), attribute => attribute.Message(2)!.Text(1));
        resource["service.name"].ShouldBe("dyno");
        var metrics = request.Messages(1).SelectMany(r => r.Messages(2)).SelectMany(scope => scope.Messages(2)).ToDictionary(metric => metric.Text(1));
        metrics["dyno.response_time.p50"].Text(3).ShouldBe("s");
        metrics["dyno.response_time.p50"].Has(5).ShouldBeTrue("a gauge");
        metrics["dyno.sent"].Text(3).ShouldBe("By");
        metrics["dyno.sent"].Message(7)!.Number(3).ShouldBe(1UL, "a sum that only grows");
        metrics["dyno.sent"].Message(7)!.Number(2).ShouldBe(2UL, "cumulative");
    }

    [Fact]
    public async Task A_collector_that_speaks_grpc_gets_the_same_message()
    {
        await using var collector = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 }, async context =>
        {
            context.Response.ContentType = "application/grpc";
            await context.Response.Body.WriteAsync(new byte[5]); // an empty answer
            context.Response.AppendTrailer("grpc-status", "0");
        });

        var ending = await Sending.ToAsync($"otlp=grpc://127.0.0.1:{collector.Port}", Snapshots.At(1), Snapshots.At(3));

        ending.ShouldSatisfyAllConditions(e => e.Reason.ShouldBeNull(), e => e.Sent.ShouldBe(2), e => e.Lost.ShouldBe(0));
        var seen = collector.Seen.ElementAt(1);
        seen.Protocol.ShouldBe("HTTP/2");
        seen.Target.ShouldBe("/opentelemetry.proto.collector.metrics.v1.MetricsService/Export");
        Points(seen with { Body = seen.Body[5..] })[("dyno.requests", "measure", "")].ShouldBe(3000); // behind the length
    }

    [Theory]
    [InlineData("http://host:4318", "http://host:4318/v1/metrics")]
    [InlineData("https://host/otlp", "https://host/otlp")]
    [InlineData("grpc://host", "http://host:4317/")]
    [InlineData("grpcs://host:443", "https://host/")]
    public void An_address_says_how_a_collector_is_spoken_to(string written, string endpoint) =>
        OtlpAddress.Read(written)!.Endpoint.AbsoluteUri.ShouldBe(endpoint);

    [Theory]
    [InlineData("", "http://127.0.0.1:4318/v1/metrics", false)]
    [InlineData("OTEL_EXPORTER_OTLP_ENDPOINT=http://host:18889 OTEL_EXPORTER_OTLP_PROTOCOL=grpc", "http://host:18889/", true)]
    [InlineData("OTEL_EXPORTER_OTLP_ENDPOINT=https://host/otlp/ OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", "https://host/otlp/v1/metrics", false)]
    [InlineData("OTEL_EXPORTER_OTLP_ENDPOINT=http://host:1 OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=http://other:2/in", "http://other:2/in", false)]
    [InlineData("OTEL_EXPORTER_OTLP_PROTOCOL=grpc OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/protobuf", "http://127.0.0.1:4318/v1/metrics", false)]
    [InlineData("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=grpc", "http://127.0.0.1:4317/", true)]
    public void Without_an_address_the_variables_of_OpenTelemetry_say_it(string variables, string endpoint, bool isGrpc)
    {
        var address = OtlpAddress.FromEnvironment(Variables(variables)).ShouldNotBeNull();
        address.Endpoint.AbsoluteUri.ShouldBe(endpoint);
        (address.Protocol == OpenTelemetry.Exporter.OtlpExportProtocol.Grpc).ShouldBe(isGrpc);
    }

    [Theory]
    [InlineData("host:4317")]
    [InlineData("grpc://host")]
    [InlineData("nonsense")]
    public void A_variable_without_an_address_is_none(string value) =>
        OtlpAddress.FromEnvironment(Variables($"OTEL_EXPORTER_OTLP_ENDPOINT={value}")).ShouldBeNull();

    [Fact]
    public async Task A_collector_that_refuses_is_counted()
    {
        await using var collector = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.StatusCode = 400;
            return Task.CompletedTask;
        });

        var ending = await Sending.ToAsync($"otlp={collector.Url}", Snapshots.At(1), Snapshots.At(2));

        ending.ShouldSatisfyAllConditions(e => e.Sent.ShouldBe(0), e => e.Lost.ShouldBe(2), e => e.Reason.ShouldNotBeNull().ShouldContain("collector"));
    }

    private static Func<string, string?> Variables(string text)
    {
        var given = text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(pair => pair.Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[1]);
        return given.GetValueOrDefault;
    }

    private static Task<KestrelServer> CollectorAsync() => KestrelServer.StartAsync(answer: context =>
    {
        context.Response.ContentType = "application/x-protobuf";
        return Task.CompletedTask;
    });

    // ExportMetricsServiceRequest as opentelemetry-proto v1 numbers its fields: (name, phase, kind) to value.
    private static Dictionary<(string, string, string), double> Points(SeenRequest seen)
    {
        var points = new Dictionary<(string, string, string), double>();
        foreach (var metric in new ProtobufMessage(seen.Body).Messages(1).SelectMany(r => r.Messages(2)).SelectMany(scope => scope.Messages(2)))
            foreach (var point in (metric.Message(5) ?? metric.Message(7))!.Messages(1))
            {
                var attributes = point.Messages(7).ToDictionary(attribute => attribute.Text(1), attribute => attribute.Message(2)!.Text(1));
                attributes["run"].ShouldBe("orders, \"fast\"");
                var value = point.Has(4) ? BitConverter.UInt64BitsToDouble(point.Number(4)) : (long)point.Number(6);
                points.Add((metric.Text(1), attributes["phase"], attributes.GetValueOrDefault("kind", "")), value);
            }
        return points;
    }
}
