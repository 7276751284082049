namespace Dyno.Outputs;

/// <summary>A file that receives a line for each point. Each line is flushed at once, so that the file can be followed. An existing file is replaced.</summary>
internal abstract class FileOutput(string path) : IOutput
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);
    private StreamWriter? _file;

    public virtual bool AsksForHealth => false;

    public async ValueTask OpenAsync(CancellationToken cancellation)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            _file = new StreamWriter(new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read), Utf8) { NewLine = "\n" };
            if (Head is { } head) await _file.WriteLineAsync(head.AsMemory(), cancellation);
            await _file.FlushAsync(cancellation);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new UserFault($"--out: {path} cannot be written: {failure.Message}", "name a file that can be written", failure);
        }
    }

    public async ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation)
    {
        try
        {
            await _file!.WriteLineAsync(LineOf(point).AsMemory(), cancellation);
            await _file.FlushAsync(cancellation);
        }
        catch (IOException failure) when (!failure.Message.Contains(path, StringComparison.Ordinal))
        {
            throw new IOException($"{path} cannot be written: {failure.Message}", failure);
        }
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            if (_file is not null) await _file.DisposeAsync();
        }
        catch (IOException)
        {
            // WriteAsync has already reported the failure to write.
        }
    }

    /// <summary>The first line; null for none.</summary>
    protected abstract string? Head { get; }

    protected abstract string LineOf(OutputPoint point);
}
