using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Dyno.Fleet;

/// <summary>
/// A share (<c>dyno run</c>), or the host of a program under test, as a child process: a script cannot take the agent down with it, and a
/// child process can always be killed.
/// </summary>
internal sealed class ShareProcess : IShareProcess
{
    /// <summary>The command that hosts a program under test.</summary>
    internal const string HostWord = "host-subject";

    private const string ResultName = "share-result.json";
    private const int KeptLines = 20;
    private static readonly TimeSpan EndTakes = TimeSpan.FromSeconds(20);
    private readonly Process _process;
    private readonly string _resultFile;
    private readonly Queue<string> _lastWords = [];
    private readonly Task _reading;

    private ShareProcess(Process process, string resultFile)
    {
        (_process, _resultFile) = (process, resultFile);
        _reading = ReadWordsAsync();
    }

    /// <summary>Starts the child process of an order.</summary>
    /// <param name="folder">The folder with the order's files.</param>
    public static ShareProcess Start(ImmutableArray<string> program, string folder, ShareOrder order)
    {
        var result = Path.Combine(folder, ResultName);
        string[] words = order.Subject is null ? ["run", "--no-store", "--quiet", "--result", result, .. order.Words] : [HostWord];
        var start = new ProcessStartInfo(program[0], [.. program[1..], .. words])
        {
            WorkingDirectory = Shipment.FolderOf(folder, order.WorkingFolder),
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            Environment =
            {
                [ShareChannel.Variable] = order.LeaseSeconds.ToString(CultureInfo.InvariantCulture),
                [ShareChannel.TargetsVariable] = string.Join(' ', order.Targets),
                [ShareChannel.CompanyVariable] = string.Join(' ', order.Company),
                [FleetKey.Variable] = null, // scripts do not need the key
            },
        };
        foreach (var (name, value) in order.Variables) start.Environment[name] = value;
        var process = Process.Start(start)!;
        if (order.Subject is { } subject) process.StandardInput.WriteLine(subject);
        return new ShareProcess(process, result);
    }

    public async IAsyncEnumerable<ShareReport> ReadAsync([EnumeratorCancellation] CancellationToken cancellation)
    {
        while (await _process.StandardOutput.ReadLineAsync(cancellation) is { } line)
            if (line is ['{', ..] && FleetJson.Read<ShareReport>(Encoding.UTF8.GetBytes(line)) is { } report) yield return report;
    }

    public async Task TellAsync(string line)
    {
        try
        {
            await _process.StandardInput.WriteLineAsync(line);
            await _process.StandardInput.FlushAsync();
        }
        catch (Exception gone) when (gone is IOException or InvalidOperationException)
        {
        }
    }

    public async Task<(byte[]? Result, string LastWords)> EndAsync()
    {
        using var patience = new CancellationTokenSource(EndTakes, TimeProvider.System);
        try
        {
            await _process.WaitForExitAsync(patience.Token);
            await _reading;
        }
        catch (OperationCanceledException)
        {
            _process.Kill(entireProcessTree: true);
        }
        var words = string.Join(" | ", _lastWords.Select(word => word.Trim()).Where(word => word.Length > 0));
        return (File.Exists(_resultFile) ? await File.ReadAllBytesAsync(_resultFile) : null, words);
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private async Task ReadWordsAsync()
    {
        while (await _process.StandardError.ReadLineAsync() is { } line)
        {
            if (_lastWords.Count == KeptLines) _lastWords.Dequeue();
            _lastWords.Enqueue(line);
        }
    }
}
