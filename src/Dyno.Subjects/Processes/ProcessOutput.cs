namespace Dyno.Subjects;

/// <summary>
/// The output of a process, in a file. On Linux the process writes the file itself: the output then costs the generator nothing, never
/// makes the process wait, and outlives Dyno. Only the end of the file is read while the process runs.
/// </summary>
internal sealed class ProcessOutput(string file) : IAsyncDisposable
{
    private const int TailBytes = 64 * 1024;
    private const int MaxLineLength = 2_000;

    private Task _pumping = Task.CompletedTask;

    public string FilePath => file;

    /// <summary>Creates the empty file and its folder. Only the owner may read the file, because it may hold secrets.</summary>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public static void Create(string file)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        using var created = new FileStream(file, options);
    }

    /// <summary>The last lines, oldest first, from the last 64 KiB at most; none when the file was removed.</summary>
    public ImmutableArray<string> Tail(int lines)
    {
        try
        {
            var (text, isCut) = ReadEnd();
            // The first line of a cut text is only a part of a line.
            var whole = text.Split('\n').Select(line => line.TrimEnd('\r')).Skip(isCut ? 1 : 0);
            return [.. whole.Where(line => line.Length > 0).Select(Clean).TakeLast(lines)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Copies the redirected output of a process to the file, for systems where the process cannot write the file itself.</summary>
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

    // Makes a line fit to be shown: of limited length, and without characters that move the cursor of a terminal.
    private static string Clean(string line)
    {
        var shown = line.Length <= MaxLineLength ? line : line[..MaxLineLength] + "…";
        return string.Concat(shown.Where(c => c == '\t' || !char.IsControl(c)));
    }
}
