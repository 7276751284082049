using System.Collections.Immutable;
using System.Diagnostics;
using System.Text;

namespace Dyno.Subjects.Processes;

/// <summary>
/// What a process wrote, in a file. On Linux the process writes the file itself: its output costs the generator
/// nothing, never makes the process wait, and outlives Dyno. Only the tail is read while it runs.
/// </summary>
internal sealed class ProcessOutput(string file) : IAsyncDisposable
{
    private const int TailBytes = 64 * 1024;
    private const int MaxLineLength = 2_000;

    private Task _pumping = Task.CompletedTask;

    /// <summary>The file with all of it.</summary>
    public string FilePath => file;

    /// <summary>Creates the empty file with its folder; only its owner may read it, because it may hold secrets.</summary>
    /// <exception cref="IOException">It cannot be created.</exception>
    public static void Create(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using var created = new FileStream(file, options);
    }

    /// <summary>The last lines, oldest first, from at most the last 64 KiB; none when the file was taken away.</summary>
    /// <param name="lines">How many at most.</param>
    public ImmutableArray<string> Tail(int lines)
    {
        try
        {
            var (text, isCut) = ReadEnd();
            // The first line of a cut-off text is a piece of one.
            var whole = text.Split('\n').Select(line => line.TrimEnd('\r')).Skip(isCut ? 1 : 0);
            return [.. whole.Where(line => line.Length > 0).Select(Clean).TakeLast(lines)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Copies a process's redirected output to the file: for systems where it cannot write there itself.</summary>
    public void Take(Process process) => _pumping = PumpAsync(process);

    /// <summary>Waits for the copying to end.</summary>
    public async ValueTask DisposeAsync() => await _pumping;

    private (string Text, bool IsCut) ReadEnd()
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var start = Math.Max(0, stream.Length - TailBytes);
        stream.Position = start;
        using var reader = new StreamReader(stream, Encoding.UTF8, detectEncodingFromByteOrderMarks: false);
        return (reader.ReadToEnd(), start > 0);
    }

    private async Task PumpAsync(Process process)
    {
        await using var stream = new FileStream(file, FileMode.Append, FileAccess.Write, FileShare.ReadWrite);
        using var turn = new SemaphoreSlim(1);
        await Task.WhenAll(CopyAsync(process.StandardOutput, stream, turn), CopyAsync(process.StandardError, stream, turn));
    }

    private static async Task CopyAsync(StreamReader from, FileStream to, SemaphoreSlim turn)
    {
        while (await from.ReadLineAsync() is { } line)
        {
            await turn.WaitAsync();
            await to.WriteAsync(Encoding.UTF8.GetBytes(line + "\n"));
            await to.FlushAsync();
            turn.Release();
        }
    }

    // Fit to be shown: not endless, and without what would move a terminal's cursor.
    private static string Clean(string line)
    {
        var shown = line.Length <= MaxLineLength ? line : line[..MaxLineLength] + "…";
        return string.Concat(shown.Where(c => c == '\t' || !char.IsControl(c)));
    }
}
