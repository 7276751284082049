namespace Dyno.Testing;

/// <summary>Runs one script on one connection.</summary>
internal sealed class ScriptedConnection(Socket socket, Stream stream, Action<string> onRequest, Action onClosed)
{
    private readonly byte[] _buffer = new byte[64 * 1024];
    private int _filled;

    public async Task RunAsync(IReadOnlyList<ServerAction> script, CancellationToken alive)
    {
        for (var i = 0; i < script.Count; i++)
        {
            if (script[i] is ServerAction.RepeatAction) { i = -1; continue; }
            if (!await DoAsync(script[i], alive)) return;
        }
        await CloseAsync();
    }

    private async Task<bool> DoAsync(ServerAction action, CancellationToken alive)
    {
        switch (action)
        {
            case ServerAction.ReadRequestAction: return await ReadRequestAsync(alive);
            case ServerAction.SendAction send: await stream.WriteAsync(send.Content, alive); return true;
            case ServerAction.SendSplitAction split: await SendSplitAsync(split, alive); return true;
            case ServerAction.SendSlowlyAction slow: await SendSlowlyAsync(slow, alive); return true;
            case ServerAction.SendFillingAction filling: await SendFillingAsync(filling.Count, alive); return true;
            case ServerAction.WaitAction wait: await Task.Delay(wait.Time, alive); return true;
            case ServerAction.WaitForAction wait: await wait.Gate.WaitAsync(alive); return true;
            case ServerAction.DoAction one: one.Action(); return true;
            case ServerAction.ResetAction: ScriptedServer.Reset(socket); return false;
            case ServerAction.CloseAction: await CloseAsync(); return false;
            case ServerAction.HangAction: await HangAsync(alive); return false;
            default: throw new InvalidOperationException(action.ToString());
        }
    }

    private async Task SendSplitAsync(ServerAction.SendSplitAction split, CancellationToken alive)
    {
        var from = 0;
        foreach (var offset in split.Offsets.Append(split.Content.Length))
        {
            await stream.WriteAsync(split.Content[from..offset], alive);
            await Task.Delay(1, alive); // the client may read meanwhile; correctness must not depend on it
            from = offset;
        }
    }

    private async Task SendSlowlyAsync(ServerAction.SendSlowlyAction slow, CancellationToken alive)
    {
        for (var i = 0; i < slow.Content.Length; i++)
        {
            await stream.WriteAsync(slow.Content.Slice(i, 1), alive);
            await Task.Delay(slow.Interval, alive);
        }
    }

    private async Task SendFillingAsync(long count, CancellationToken alive)
    {
        var chunk = new byte[64 * 1024];
        Array.Fill(chunk, (byte)'x');
        for (var left = count; left > 0; left -= chunk.Length)
            await stream.WriteAsync(chunk.AsMemory(0, (int)Math.Min(left, chunk.Length)), alive);
    }

    private async Task HangAsync(CancellationToken alive)
    {
        while (await stream.ReadAsync(_buffer, alive) > 0) { }
    }

    /// <summary>Sends FIN, then reads until the client closes, so that the kernel does not turn the close into a reset.</summary>
    private async Task CloseAsync()
    {
        if (stream is System.Net.Security.SslStream tls) await tls.ShutdownAsync();
        socket.Shutdown(SocketShutdown.Send);
        onClosed();
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        await HangAsync(patience.Token);
    }

    private async Task<bool> ReadRequestAsync(CancellationToken alive)
    {
        while (true)
        {
            var length = RequestLength();
            if (length > 0)
            {
                onRequest(Encoding.Latin1.GetString(_buffer, 0, length));
                _filled -= length;
                Buffer.BlockCopy(_buffer, length, _buffer, 0, _filled);
                return true;
            }
            var read = await stream.ReadAsync(_buffer.AsMemory(_filled), alive);
            if (read == 0) return false;
            _filled += read;
        }
    }

    /// <summary>Length in bytes of the first request in the buffer; 0 when the request is not complete yet.</summary>
    private int RequestLength()
    {
        var head = _buffer.AsSpan(0, _filled).IndexOf("\r\n\r\n"u8);
        if (head < 0) return 0;
        var length = head + 4 + ContentLength(Encoding.Latin1.GetString(_buffer, 0, head));
        return length <= _filled ? length : 0;
    }

    private static int ContentLength(string head)
    {
        foreach (var line in head.Split("\r\n"))
            if (line.StartsWith("content-length:", StringComparison.OrdinalIgnoreCase))
                return int.Parse(line.AsSpan(15).Trim(), NumberStyles.None, CultureInfo.InvariantCulture);
        return 0;
    }
}
