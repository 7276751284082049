using System.Net.WebSockets;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Http.Features;

namespace Dyno.K6.Tests;

/// <summary>k6/ws and k6/websockets: what a socket shows, and sessions over both layouts.</summary>
public sealed class WebSocketConformanceTests
{
    private static readonly Lazy<KestrelServer> Server = new(() => KestrelServer.StartAsync(new KestrelOptions(), AnswerAsync).GetAwaiter().GetResult());

    private static string Url => $"ws://{Server.Value.Url.Authority}";

    internal static readonly ExpressionGroup Group = new(
        """
        import ws from 'k6/ws';
        import { WebSocket, Blob } from 'k6/websockets';
        import * as experimental from 'k6/experimental/websockets';
        """,
        [
            new("k6/ws connect", "ws.connect(url, (socket) => { socket.on('open', () => socket.close()); }).status", "101"),
            new("k6/ws connect", "ws.connect(url, { headers: { 'X-Told': 'a' } }, (socket) => socket.on('open', () => socket.close())).headers['X-Told']", "\"a\""),
            new("k6/ws connect", "ws.connect(url + '/plain', (socket) => {}).status", "200"),
            new("k6/ws connect", "ws.connect(url + '/plain', (socket) => {}).error.length > 0", "true"),
            new("k6/ws connect", "ws.connect(url)", "throws function"),
            new("k6/ws connect", "ws.connect('http://x/', () => {})", "throws invalid WebSocket URL"),
            new("k6/ws connect", "ws.connect(url, { compression: 'br' }, () => {})", "throws unsupported compression"),
            new("k6/ws connect", "ws.connect(url, (socket) => { try { socket.on('massage', () => 1); } finally { socket.close(); } })", "throws massage"),
            new("k6/websockets WebSocket", "new WebSocket()", "throws needs a URL"),
            new("k6/websockets WebSocket", "new WebSocket(url, null, { timeout: 1 })", "throws timeout"),
            new("k6/websockets WebSocket", "{ const s = new WebSocket(url); s.onopen = () => s.close(); return [WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED, s.OPEN, s.readyState === s.CONNECTING] }", "[0,1,2,3,1,true]"),
            new("k6/websockets WebSocket", "{ const s = new WebSocket(url); s.onopen = () => s.close(); return [s.readyState, s.url === url, s.binaryType, s.bufferedAmount] }", "[0,true,\"blob\",0]"),
            new("k6/websockets WebSocket", "{ const s = new WebSocket(url); s.onopen = () => s.close(); return s.send('x') }", "throws InvalidStateError"),
            new("k6/websockets Blob", "new Blob(['ab', new Uint8Array([99])]).size", "3"),
            new("k6/experimental/websockets WebSocket", "experimental.WebSocket === WebSocket", "true"),
            new("k6/experimental/websockets Blob", "experimental.Blob === Blob", "true"),
        ],
        initialize: $"const url = '{Url}';");

    public static TheoryData<int, string> Rows => Table.RowsOf(Group);

    [Theory, MemberData(nameof(Rows))]
    public Task Conforms(int index, string expression) => Table.ConformsAsync(Group, index, expression);

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task A_session_of_the_old_form_waits_for_its_socket_in_both_layouts(VuLayout layout)
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import ws from 'k6/ws';
            import { check, sleep } from 'k6';
            export const options = { vus: 3, iterations: 9, thresholds: { 'ws_connecting{kind:old}': ['max<60000'] } };
            export default function () {
              const seen = [];
              const answer = ws.connect('{{Url}}', { tags: { kind: 'old' } }, function (socket) {
                socket.on('open', () => { socket.send('one'); socket.sendBinary(new Uint8Array([1, 2, 3]).buffer); socket.ping(); });
                socket.on('message', (text) => seen.push(text));
                socket.on('binaryMessage', (bytes) => seen.push(bytes.byteLength));
                socket.on('pong', () => seen.push('pong'));
                socket.on('close', (code) => seen.push(code));
                socket.setInterval(() => socket.send('tick'), 40);
                socket.setTimeout(() => socket.close(), 100);
              });
              console.log(seen.filter((s) => s !== 'tick').join() + ' ' + answer.status + ' ' + (seen.includes('tick') ? 'ticked' : 'silent'));
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.LogLines.Select(Sorted).ShouldBe(Enumerable.Repeat("1000,3,one,pong 101 ticked", 9));
        outcome.Metric("ws_sessions", "count").ShouldBe(9);
        outcome.Metric("ws_msgs_sent", "count").ShouldBeGreaterThanOrEqualTo(27);
        outcome.Metric("ws_msgs_received", "count").ShouldBeGreaterThanOrEqualTo(27);
        outcome.Metric("ws_session_duration", "min").ShouldBeGreaterThanOrEqualTo(90);
        outcome.Metric("ws_connecting", "avg").ShouldBeGreaterThan(0);
        outcome.Metric("ws_ping", "avg").ShouldBeGreaterThan(0);
        var section = outcome.Summary[outcome.Summary.IndexOf("WEBSOCKET", StringComparison.Ordinal)..];
        foreach (var name in (string[])["ws_connecting", "ws_msgs_received", "ws_msgs_sent", "ws_ping", "ws_session_duration", "ws_sessions"])
            section.ShouldContain(name);
    }

    [Fact]
    public async Task Many_users_of_one_machine_are_woken_by_their_sockets_and_none_is_forgotten()
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import ws from 'k6/ws';
            export const options = { vus: 20, iterations: 1000 };
            export default function () {
              ws.connect('{{Url}}', {}, function (socket) {
                socket.on('open', () => socket.send('one'));
                socket.on('message', () => socket.close());
              });
            }
            """, change: r => r with { Layout = VuLayout.Dense });
        outcome.Error.ShouldBe("");
        outcome.Metric("ws_sessions", "count").ShouldBe(1000);
        outcome.Metric("iterations", "count").ShouldBe(1000);
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Sockets_of_browsers_keep_their_iteration_open_in_both_layouts(VuLayout layout)
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import { WebSocket } from 'k6/websockets';
            export const options = { vus: 3, iterations: 9 };
            export default function () {
              const seen = [];
              const socket = new WebSocket('{{Url}}', 'chat', { headers: { 'X-Told': 'b' }, tags: { kind: 'new' } });
              socket.binaryType = 'arraybuffer';
              socket.onopen = () => { seen.push(socket.protocol); socket.send('one'); socket.send(new Uint8Array([1, 2])); socket.ping(); };
              socket.addEventListener('message', (e) => {
                seen.push(typeof e.data === 'string' ? e.data : e.data.byteLength);
                if (e.data.byteLength === 2) setTimeout(() => socket.close(1000, 'done'), 20);
              });
              socket.onpong = () => seen.push('pong');
              socket.onerror = (e) => seen.push(e.error);
              socket.onclose = (e) => { seen.push(e.code); console.log(seen.join() + ' ' + socket.readyState); };
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.LogLines.Select(Sorted).ShouldBe(Enumerable.Repeat("1000,2,chat,one,pong 3", 9));
        outcome.Metric("ws_sessions", "count").ShouldBe(9);
        outcome.Metric("ws_msgs_sent", "count").ShouldBe(18);
        outcome.Metric("ws_msgs_received", "count").ShouldBe(18);
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task A_refused_socket_says_why_and_ends(VuLayout layout)
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import { WebSocket } from 'k6/websockets';
            export const options = { vus: 1, iterations: 2 };
            export default function () {
              const socket = new WebSocket('{{Url}}/plain');
              socket.onerror = (e) => console.log(e.error);
              socket.onclose = (e) => console.log('closed ' + e.code + ' ' + e.wasClean);
            }
            """, change: r => r with { Layout = layout });
        outcome.LogLines.ShouldBe(Enumerable.Repeat(new[] { "the WebSocket handshake was answered with status 200 instead of 101", "closed 1006 false" }, 2).SelectMany(l => l));
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Every_byte_of_a_socket_is_in_data_sent_and_data_received(VuLayout layout)
    {
        await using var relay = Relay.To(Server.Value.Port);
        var outcome = await ScriptRunner.RunAsync($$"""
            import ws from 'k6/ws';
            import { WebSocket } from 'k6/websockets';
            export const options = { vus: 2, iterations: 6, thresholds: { 'data_sent{scenario:default}': ['count>0'] } };
            export default function () {
              const url = 'ws://127.0.0.1:{{relay.Port}}/';
              ws.connect(url, (socket) => {
                socket.on('open', () => socket.send('x'.repeat(1000)));
                socket.on('message', () => socket.close());
              });
              const socket = new WebSocket(url);
              socket.onopen = () => { socket.send('y'.repeat(9000)); socket.ping(); };
              let seen = 0;
              socket.onpong = socket.onmessage = () => { if (++seen === 2) socket.close(); };
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.ExitCode.ShouldBe(0, outcome.Log);
        outcome.Metric("ws_msgs_received", "count").ShouldBe(12);
        outcome.Metric("data_sent", "count").ShouldBe(relay.BytesFromCallers);
        outcome.Metric("data_received", "count").ShouldBe(relay.BytesFromServer);
        outcome.Result!.Measured.Totals.BytesSent.ShouldBe(relay.BytesFromCallers);
        outcome.Result.Measured.Totals.BytesReceived.ShouldBe(relay.BytesFromServer);
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task Bytes_of_a_socket_that_the_end_of_the_load_cuts_are_counted(VuLayout layout)
    {
        var outcome = await ScriptRunner.RunAsync($$"""
            import { WebSocket } from 'k6/websockets';
            export const options = { scenarios: { cut: { executor: 'constant-vus', vus: 2, duration: '1s', gracefulStop: '0s' } } };
            export default function () {
              const socket = new WebSocket('{{Url}}');
              socket.onopen = () => socket.send('z'.repeat(5000));
            }
            """, change: r => r with { Layout = layout });
        outcome.Error.ShouldBe("");
        outcome.Metric("data_sent", "count").ShouldBeGreaterThan(10_000);
        outcome.Metric("data_received", "count").ShouldBeGreaterThan(10_000);
    }

    private static string Sorted(string line)
    {
        var at = line.IndexOf(' ', StringComparison.Ordinal);
        return string.Join(',', line[..at].Split(',').Order(StringComparer.Ordinal)) + line[at..];
    }

    private static async Task AnswerAsync(HttpContext context)
    {
        var upgrade = context.Features.GetRequiredFeature<IHttpUpgradeFeature>();
        if (!upgrade.IsUpgradableRequest || context.Request.Path == "/plain") { await context.Response.WriteAsync("no socket"); return; }
        var headers = context.Response.Headers;
        (headers.Connection, headers.Upgrade) = ("Upgrade", "websocket");
#pragma warning disable CA5350 // the standard asks for it
        headers.SecWebSocketAccept = Convert.ToBase64String(SHA1.HashData(Encoding.ASCII.GetBytes(context.Request.Headers.SecWebSocketKey + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")));
#pragma warning restore CA5350
        if (context.Request.Headers.TryGetValue("X-Told", out var told)) headers["X-Told"] = told;
        if (context.Request.Headers.SecWebSocketProtocol is { Count: > 0 } protocols) headers.SecWebSocketProtocol = protocols.ToString().Split(',')[0];
        using var socket = WebSocket.CreateFromStream(await upgrade.UpgradeAsync(), new WebSocketCreationOptions { IsServer = true });
        var buffer = new byte[10_000];
        try
        {
            while (await socket.ReceiveAsync(buffer, CancellationToken.None) is var got && got.MessageType != WebSocketMessageType.Close)
                await socket.SendAsync(buffer.AsMemory(0, got.Count), got.MessageType, got.EndOfMessage, CancellationToken.None);
            await socket.CloseAsync(socket.CloseStatus ?? WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        }
        catch (WebSocketException)
        {
            // The script is gone.
        }
    }
}
