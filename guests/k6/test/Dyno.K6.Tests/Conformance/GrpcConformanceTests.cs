using System.Buffers.Binary;
using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.K6.Tests;

/// <summary>gRPC: what a client and a stream show, and runs over both layouts.</summary>
public sealed class GrpcConformanceTests
{
    private static readonly string Folder = CreateFiles();
    private static readonly Lazy<KestrelServer> Server = new(() =>
        KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 }, AnswerAsync).GetAwaiter().GetResult());

    private static string Address => Server.Value.Url.Authority;

    internal static readonly ExpressionGroup Group = new(
        """
        import grpc from 'k6/net/grpc';
        """,
        [
            new("k6/net/grpc Client.load", "methods.map((m) => m.fullMethod)", "[\"/test.Echo/Say\",\"/test.Echo/Chat\",\"/grpc.health.v1.Health/Check\"]"),
            new("k6/net/grpc Client.load", "client.load([], 'x.proto')", "throws init"),
            new("k6/net/grpc Client.loadProtoset", "client.loadProtoset('x')", "throws init"),
            new("k6/net/grpc Client.connect", "new grpc.Client().connect('127.0.0.1:1', { plaintext: true })", "throws refused"),
            new("k6/net/grpc Client.connect", "new grpc.Client().connect('127.0.0.1:1', { plain: true })", "throws plain"),
            new("k6/net/grpc Client.connect", "new grpc.Client().connect('127.0.0.1:1', { plaintext: 'yes' })", "throws it needs to be boolean"),
            new("k6/net/grpc Client.connect", "new grpc.Client().connect('127.0.0.1:1', { reflect: 1 })", "throws it needs to be boolean"),
            new("k6/net/grpc Client.invoke", "new grpc.Client().invoke('test.Echo/Say', {})", "throws connect first"),
            new("k6/net/grpc Client.invoke", "{ const c = open(); const r = c.invoke('test.Echo/Say', { text: 'hi' }); return [r.status, r.message, r.error] }", "[0,{\"text\":\"hi\"},null]"),
            new("k6/net/grpc Client.invoke", "{ const r = open().invoke('test.Echo/Say', { text: 'fail' }); return [r.status === grpc.StatusUnavailable, r.error.message] }", "[true,\"as asked\"]"),
            new("k6/net/grpc Client.invoke", "open().invoke('test.Echo/Shout', {})", "throws not found in file descriptors"),
            new("k6/net/grpc Client.invoke", "open().invoke('test.Echo/Say', { txt: 'hi' })", "throws txt"),
            new("k6/net/grpc Client.invoke", "open().invoke('test.Echo/Say', {}, { metadata: { 'x-text': 'told' } }).headers['x-told'][0]", "\"told\""),
            new("k6/net/grpc Client.invoke", "open().invoke('test.Echo/Say', { text: 'slow' }, { timeout: '50ms' }).status", "4"),
            new("k6/net/grpc Client.invoke", "open().invoke('test.Echo/Say', {}, { headers: { a: 'b' } })", "throws unknown param"),
            new("k6/net/grpc Client.invoke", "open().invoke('test.Echo/Say', { text: 'hi' }, { discardResponseMessage: 1 }).message", "null"),
            new("k6/net/grpc Client.asyncInvoke", "new grpc.Client().asyncInvoke('test.Echo/Say', { text: 'later' })", "throws connect first"),
            new("k6/net/grpc Client.healthCheck", "open().healthCheck().status === grpc.HealthCheckUnknown", "true"),
            new("k6/net/grpc Client.healthCheck", "new grpc.Client().healthCheck()", "throws connect first"),
            new("k6/net/grpc Client.close", "{ const c = open(); c.close(); return c.invoke('test.Echo/Say', {}) }", "throws connect first"),
            new("k6/net/grpc Stream.on", "{ const s = new grpc.Stream(open(), 'test.Echo/Chat'); s.end(); return s.on('date', () => {}) }", "throws date"),
            new("k6/net/grpc Stream.write", "{ const s = new grpc.Stream(open(), 'test.Echo/Chat'); const written = s.write({ text: 'a' }); s.end(); return written }", "true"),
            new("k6/net/grpc Stream.end", "new grpc.Stream(open(), 'test.Echo/Chat').end()", "undefined"),
            new("k6/net/grpc StatusOK", "grpc.StatusOK", "0"),
            new("k6/net/grpc StatusUnavailable", "grpc.StatusUnavailable", "14"),
            new("k6/net/grpc HealthCheckUnknown", "grpc.HealthCheckUnknown", "0"),
            new("k6/net/grpc HealthCheckServing", "grpc.HealthCheckServing", "1"),
            new("k6/net/grpc HealthCheckNotServing", "grpc.HealthCheckNotServing", "2"),
        ],
        initialize: $$"""
            const client = new grpc.Client();
            const methods = client.load(['{{Folder}}'], 'echo.proto');
            function open() { client.connect('{{Address}}', { plaintext: true }); return client; }
            """);

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Calls_of_many_users_are_timed_and_tagged_in_both_layouts(VuLayout layout)
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import grpc from 'k6/net/grpc';
            import { check } from 'k6';
            export const options = { vus: 5, iterations: 50, thresholds: { 'grpc_req_duration{method:Say}': ['max<60000'] } };
            const client = new grpc.Client();
            client.load(['{{Folder}}'], 'echo.proto');
            export default function () {
              if (__ITER === 0) client.connect('{{Address}}', { plaintext: true });
              const reply = client.invoke('test.Echo/Say', { text: 'hi' });
              check(reply, { ok: (r) => r.status === grpc.StatusOK, same: (r) => r.message.text === 'hi' });
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.ExitCode.ShouldBe(0);
        outcome.Metric("checks", "passes").ShouldBe(100);
        outcome.Metric("grpc_req_duration", "avg").ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Streams_tell_their_messages_and_their_error_in_both_layouts(VuLayout layout)
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import grpc from 'k6/net/grpc';
            export const options = { vus: 2, iterations: 6 };
            const client = new grpc.Client();
            client.load(['{{Folder}}'], 'echo.proto');
            export default function () {
              if (__ITER === 0) client.connect('{{Address}}', { plaintext: true });
              const stream = new grpc.Stream(client, 'test.Echo/Chat'), seen = [];
              stream.on('data', (m) => seen.push(m.text));
              stream.on('error', (e) => seen.push(e.code, e.message));
              stream.on('end', () => console.log(seen.join()));
              for (const text of ['a', 'b', 'fail']) stream.write({ text });
              stream.end();
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(Enumerable.Repeat("a,b,14,as asked", 6));
        outcome.Metric("grpc_streams_msgs_received", "count").ShouldBe(12);
    }

    [Fact]
    public async Task Streams_and_later_calls_end_before_their_iteration_does()
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import grpc from 'k6/net/grpc';
            export const options = { vus: 2, iterations: 6 };
            const client = new grpc.Client();
            client.load(['{{Folder}}'], 'echo.proto');
            export default async function () {
              if (__ITER === 0) client.connect('{{Address}}', { plaintext: true });
              const later = client.asyncInvoke('test.Echo/Say', { text: 'later' });
              const seen = await new Promise((resolve) => {
                const stream = new grpc.Stream(client, 'test.Echo/Chat', { tags: { kind: 'chat' } }), seen = [];
                stream.on('data', (m) => seen.push(m.text));
                stream.on('end', () => resolve(seen));
                for (const text of ['a', 'b', 'c']) stream.write({ text });
                stream.end();
              });
              console.log(seen.join() + ' ' + (await later).message.text);
            }
            """, change: r => r with { Layout = VuLayout.Isolated });
        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(Enumerable.Repeat("a,b,c later", 6));
        outcome.Metric("grpc_streams", "count").ShouldBe(6);
        outcome.Metric("grpc_streams_msgs_sent", "count").ShouldBe(18);
        outcome.Metric("grpc_streams_msgs_received", "count").ShouldBe(18);
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Bytes_of_calls_and_streams_are_in_data_sent_and_data_received(VuLayout layout)
    {
        await using var relay = Relay.To(Server.Value.Port);
        var outcome = await ScriptRunner.RunAsync($$"""
            import grpc from 'k6/net/grpc';
            export const options = { vus: 2, iterations: 10 };
            const client = new grpc.Client();
            client.load(['{{Folder}}'], 'echo.proto');
            export default function () {
              if (__ITER === 0) client.connect('127.0.0.1:{{relay.Port}}', { plaintext: true });
              client.invoke('test.Echo/Say', { text: 'x'.repeat(100) });
              const stream = new grpc.Stream(client, 'test.Echo/Chat');
              for (let i = 0; i < 3; i++) stream.write({ text: 'y'.repeat(100) });
              stream.end();
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.Metric("grpc_streams_msgs_received", "count").ShouldBe(30);
        // What the connections do by themselves after the last answer, and their farewells, are not part of an iteration.
        outcome.Metric("data_sent", "count").ShouldBeInRange(Math.Max(4000, relay.BytesFromCallers - 500), relay.BytesFromCallers);
        outcome.Metric("data_received", "count").ShouldBeInRange(Math.Max(4000, relay.BytesFromServer - 500), relay.BytesFromServer);
    }

    private static async Task AnswerAsync(HttpContext context)
    {
        context.Response.ContentType = "application/grpc";
        if (context.Request.Headers.TryGetValue("x-text", out var text)) context.Response.Headers["x-told"] = text;
        var prefix = new byte[5];
        while (await context.Request.Body.ReadAtLeastAsync(prefix, 5, throwOnEndOfStream: false) == 5)
        {
            var message = new byte[BinaryPrimitives.ReadUInt32BigEndian(prefix.AsSpan(1))];
            await context.Request.Body.ReadExactlyAsync(message);
            var said = message.Length > 2 ? Encoding.UTF8.GetString(message, 2, message.Length - 2) : "";
            if (said == "slow") await Task.Delay(1000, context.RequestAborted);
            if (said == "fail")
            {
                context.Response.AppendTrailer("grpc-status", "14");
                context.Response.AppendTrailer("grpc-message", "as%20asked");
                await context.Response.StartAsync();
                return;
            }
            await context.Response.Body.WriteAsync((byte[])[.. prefix, .. message]);
        }
        context.Response.AppendTrailer("grpc-status", "0");
        await context.Response.StartAsync();
    }

    private static string CreateFiles()
    {
        var folder = Directory.CreateTempSubdirectory("dyno-k6-grpc-").FullName;
        File.WriteAllText(Path.Combine(folder, "echo.proto"), """
            syntax = "proto3";
            package test;
            import "health.proto";
            service Echo { rpc Say (Text) returns (Text); rpc Chat (stream Text) returns (stream Text); }
            message Text { string text = 1; }
            """);
        File.WriteAllText(Path.Combine(folder, "health.proto"), """
            syntax = "proto3";
            package grpc.health.v1;
            service Health { rpc Check (Request) returns (Response); }
            message Request { string service = 1; }
            message Response { bytes status = 1; }
            """);
        return folder;
    }
}
