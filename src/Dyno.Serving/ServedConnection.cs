using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Dyno.Serving;

/// <summary>One connection to an <see cref="HttpServer"/>: a request, its answer, the next request.</summary>
/// <param name="stream">Its bytes; closed at the end.</param>
/// <param name="host">Where the server listens.</param>
/// <param name="options">Its limits.</param>
/// <param name="answer">Makes the answers.</param>
internal sealed class ServedConnection(NetworkStream stream, string host, HttpServerOptions options, Func<ServedRequest, Task<ServedResponse>> answer)
{
    private static readonly TimeSpan LastLook = TimeSpan.FromSeconds(1);
    private const int MostBytesReadOver = 1024 * 1024;

    /// <summary>Serves it to its end, and closes it. Throws nothing.</summary>
    /// <param name="stopping">No further request is read.</param>
    /// <param name="aborting">Nothing is waited for.</param>
    public async Task ServeAsync(CancellationToken stopping, CancellationToken aborting)
    {
        try
        {
            await using (stream)
            await using (aborting.Register(stream.Dispose)) // also while an answer is being made
            {
                stream.Socket.NoDelay = true;
                var reader = new RequestReader(stream, options.MostBodyBytes);
                while (await BeginsAsync(reader, stopping) && await ServeOneAsync(reader, stopping, aborting))
                {
                }
            }
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The other side has gone or is too slow, or it is over.
        }
    }

    /// <summary>Answers that there is no room, and closes.</summary>
    public async Task RefuseAsync(CancellationToken aborting)
    {
        try
        {
            await using (stream) await RefuseAsync(ServedResponse.Text(503, $"{options.MostConnections} connections are open: close some"), aborting);
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // As above.
        }
    }

    private async Task<bool> BeginsAsync(RequestReader reader, CancellationToken stopping)
    {
        using var idle = new CancellationTokenSource(options.IdleTime, options.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(idle.Token, stopping);
        return await reader.BeginsAsync(both.Token);
    }

    /// <returns>Whether the connection stays open.</returns>
    private async Task<bool> ServeOneAsync(RequestReader reader, CancellationToken stopping, CancellationToken aborting)
    {
        RequestHead head;
        byte[] body;
        try
        {
            (head, body) = await PatientlyAsync(reader.ReadAsync, aborting);
        }
        catch (RefusedRequest e)
        {
            await RefuseAsync(ServedResponse.Text(e.Status, e.Message), aborting);
            return false;
        }
        if (!ListeningPlaces.Answers(host, head.Host))
        {
            await RefuseAsync(ServedResponse.Text(421, $"this is {host}, not {head.Host}: call it by that name"), aborting); // RFC 9110, 15.5.20
            return false;
        }
        var response = await AnswerAsync(head, body);
        var keeps = head.KeepsAlive && !stopping.IsCancellationRequested;
        await WriteAsync(response, keeps, head.Method == "HEAD", aborting);
        return keeps;
    }

    private async Task<ServedResponse> AnswerAsync(RequestHead head, byte[] body)
    {
        var query = head.Target.IndexOf('?', StringComparison.Ordinal);
        try
        {
            return await answer(new ServedRequest
            {
                Method = head.Method,
                Path = query < 0 ? head.Target : head.Target[..query],
                Query = query < 0 ? "" : head.Target[(query + 1)..],
                Body = body,
            });
        }
        catch (Exception)
        {
            return ServedResponse.Text(500, "the answer could not be made"); // a run does not end by a question
        }
    }

    // What is still on its way is read over for a while: closed before it has come, the connection would be reset, and the answer lost.
    private async Task RefuseAsync(ServedResponse response, CancellationToken aborting)
    {
        await WriteAsync(response, keepsAlive: false, isHead: false, aborting);
        stream.Socket.Shutdown(SocketShutdown.Send);
        using var last = new CancellationTokenSource(LastLook, options.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(last.Token, aborting);
        var rest = new byte[4096];
        for (var left = MostBytesReadOver; left > 0 && await stream.ReadAsync(rest, both.Token) is > 0 and var count;) left -= count;
    }

    private async Task WriteAsync(ServedResponse response, bool keepsAlive, bool isHead, CancellationToken aborting)
    {
        var head = $"HTTP/1.1 {response.Status} {ReasonOf((HttpStatusCode)response.Status)}\r\n"
            + $"Date: {options.Time.GetUtcNow().ToString("R", CultureInfo.InvariantCulture)}\r\n"
            + $"Content-Type: {response.ContentType}\r\nContent-Length: {response.Body.Length}\r\n"
            + $"Connection: {(keepsAlive ? "keep-alive" : "close")}\r\n\r\n";
        byte[] bytes = [.. Encoding.ASCII.GetBytes(head), .. isHead ? [] : response.Body.Span];
        await PatientlyAsync(async cancellation => { await stream.WriteAsync(bytes, cancellation); return true; }, aborting);
    }

    // NotFound: Not Found
    private static string ReasonOf(HttpStatusCode status) =>
        string.Concat($"{status}".Select((c, i) => i > 1 && char.IsAsciiLetterUpper(c) ? $" {c}" : $"{c}"));

    private async ValueTask<T> PatientlyAsync<T>(Func<CancellationToken, ValueTask<T>> step, CancellationToken aborting)
    {
        using var patience = new CancellationTokenSource(options.Patience, options.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, aborting);
        return await step(both.Token);
    }
}
