using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;

namespace Dyno.Profiling;

/// <summary>An EventPipe session that is written to a file until it is ended, or until the process ends.</summary>
internal sealed class TraceSession : IAsyncDisposable
{
    private const int BufferMegabytes = 64;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly EventPipeSession _session;
    private readonly Task _copying;
    private bool _isEnded;

    private TraceSession(EventPipeSession session, string file)
    {
        _session = session;
        File = file;
        _copying = Task.Run(CopyAsync);
    }

    public string File { get; }

    /// <summary>Begins a session; null when the process has no diagnostics or does not answer.</summary>
    /// <param name="hasRundown">Whether the runtime names all its methods at the end.</param>
    public static async Task<TraceSession?> BeginAsync(
        int processId, EventPipeProvider[] providers, bool hasRundown, string file, CancellationToken cancellation)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Patience);
        try
        {
            var client = new DiagnosticsClient(processId);
            return new TraceSession(await client.StartEventPipeSessionAsync(providers, hasRundown, BufferMegabytes, limit.Token), file);
        }
        catch (Exception e) when (IsOfTheOtherSide(e) && !cancellation.IsCancellationRequested)
        {
            return null;
        }
    }

    private async Task CopyAsync()
    {
        await using var to = System.IO.File.Create(File);
        try
        {
            await _session.EventStream.CopyToAsync(to, 1 << 17);
        }
        catch (Exception e) when (IsOfTheOtherSide(e))
        {
            // The program has ended; the file holds what it has sent.
        }
    }

    /// <summary>Ends the session and waits until its file is complete, for some seconds at most.</summary>
    public async Task EndAsync()
    {
        if (_isEnded) return;
        _isEnded = true;
        using var limit = new CancellationTokenSource(Patience, TimeProvider.System);
        try
        {
            await _session.StopAsync(limit.Token);
        }
        catch (Exception e) when (IsOfTheOtherSide(e))
        {
            // The program has ended, and the stream with it.
        }
        await Task.WhenAny(_copying, Task.Delay(Patience, TimeProvider.System));
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _session.Dispose(); // ends a copy that still waits
        await _copying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private static bool IsOfTheOtherSide(Exception e) => e is DiagnosticsClientException or IOException or OperationCanceledException
        or TimeoutException or SocketException or UnauthorizedAccessException or ObjectDisposedException;
}
