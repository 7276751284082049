using System.Collections.Concurrent;

namespace Dyno.Cli;

/// <summary>
/// Runs command lines of this very program as child processes, one load at a time: another load on the machine would spoil both. A request
/// that is cancelled stops its child in order; when the server ends, however it ends, none is left.
/// </summary>
/// <param name="closing">The end of the server: children that run must end at once.</param>
internal sealed class ChildDyno(TimeProvider time, CancellationToken closing) : IAsyncDisposable
{
    private const int MostLines = 60;
    private static readonly TimeSpan UntilCut = TimeSpan.FromSeconds(3); // for work in flight, then it is cut
    private static readonly TimeSpan UntilKilled = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan AtTheEnd = TimeSpan.FromSeconds(1); // clients wait for a few seconds until they kill a server

    private readonly SemaphoreSlim _machine = new(1, 1);
    private readonly ConcurrentDictionary<int, Task> _running = new();

    /// <summary>Runs a load, when the loads before it have ended.</summary>
    /// <param name="words">The command line after the program's name.</param>
    /// <param name="longest">The time after which it is stopped in order.</param>
    /// <exception cref="OperationCanceledException">It was cancelled; the child has ended.</exception>
    public async Task<ChildOutcome> LoadAsync(ImmutableArray<string> words, TimeSpan longest, Action<string> say, CancellationToken cancellation)
    {
        if (!await _machine.WaitAsync(TimeSpan.Zero, cancellation))
        {
            say("waiting: another load of this server is running");
            await _machine.WaitAsync(cancellation);
        }
        try
        {
            return await RunAsync(words, longest, say, cancellation);
        }
        finally
        {
            _machine.Release();
        }
    }

    /// <summary>Runs a command line that measures nothing; see <see cref="LoadAsync"/>.</summary>
    public async Task<ChildOutcome> RunAsync(ImmutableArray<string> words, TimeSpan longest, Action<string> say, CancellationToken cancellation)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation, closing);
        stop.Token.ThrowIfCancellationRequested();
        using var process = Process.Start(StartOf(words)) ?? throw new InvalidOperationException("the process did not start");
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _running[process.Id] = ended.Task;
        try
        {
            return await FollowAsync(process, longest, say, stop.Token);
        }
        finally
        {
            if (!process.HasExited) process.Kill(entireProcessTree: true);
            _running.TryRemove(process.Id, out _);
            ended.SetResult();
        }
    }

    /// <summary>Waits until all children have ended, which the end of the server asks them to do.</summary>
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_running.Values);
        _machine.Dispose();
    }

    private async Task<ChildOutcome> FollowAsync(Process process, TimeSpan longest, Action<string> say, CancellationToken stop)
    {
        var lines = new Queue<string>();
        var read = Task.WhenAll(ReadAsync(process.StandardError, lines, say), process.StandardOutput.ReadToEndAsync(CancellationToken.None));
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(stop);
        using var limit = time.CreateTimer(_ => ends.Cancel(), null, longest, Timeout.InfiniteTimeSpan);
        try
        {
            await process.WaitForExitAsync(ends.Token);
        }
        catch (OperationCanceledException)
        {
            await EndAsync(process);
        }
        var said = await read;
        stop.ThrowIfCancellationRequested();
        return new ChildOutcome(process.ExitCode, said[1], [.. lines], WasCut: ends.IsCancellationRequested);
    }

    // The first signal ends it in order, the second cuts its work, and what does not end then is killed with all that it started.
    private async Task EndAsync(Process process)
    {
        if (!OperatingSystem.IsWindows())
        {
            Signals.Interrupt(process.Id);
            if (await HasEndedAsync(process, closing.IsCancellationRequested ? AtTheEnd : UntilCut)) return;
            Signals.Interrupt(process.Id);
            if (await HasEndedAsync(process, closing.IsCancellationRequested ? AtTheEnd : UntilKilled)) return;
        }
        process.Kill(entireProcessTree: true);
        await process.WaitForExitAsync(CancellationToken.None);
    }

    private async Task<bool> HasEndedAsync(Process process, TimeSpan within)
    {
        using var waits = closing.IsCancellationRequested ? new CancellationTokenSource() : CancellationTokenSource.CreateLinkedTokenSource(closing);
        var exited = process.WaitForExitAsync(CancellationToken.None);
        await Task.WhenAny(exited, Task.Delay(within, time, waits.Token));
        return exited.IsCompleted;
    }

    private static async Task<string> ReadAsync(StreamReader stream, Queue<string> lines, Action<string> say)
    {
        while (await stream.ReadLineAsync() is { } line)
        {
            var shown = VisibleText.OnOneLine(Redaction.Lines(line));
            lines.Enqueue(shown);
            if (lines.Count > MostLines) lines.Dequeue();
            say(shown.StartsWith("dyno: ", StringComparison.Ordinal) ? shown["dyno: ".Length..] : shown.Trim());
        }
        return "";
    }

    private static ProcessStartInfo StartOf(ImmutableArray<string> words)
    {
        var program = ThisProgram.Words;
        var start = new ProcessStartInfo(program[0], [.. program[1..], .. words])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["NO_COLOR"] = "1";
        start.Environment[OwnerInput.Variable] = "1"; // its input stays open and empty for as long as this server lives
        return start;
    }
}

/// <summary>How a child ended.</summary>
/// <param name="Errors">The last lines of its standard error, secrets masked.</param>
/// <param name="WasCut">Whether it was stopped because it took too long.</param>
internal sealed record ChildOutcome(int ExitCode, string Out, ImmutableArray<string> Errors, bool WasCut);
