namespace Dyno.Dashboard;

/// <summary>Reads the lines that were added to a growing file since the last read; an incomplete line waits for its end.</summary>
internal sealed class LineTail(string path) : IDisposable
{
    private readonly MemoryStream _rest = new();
    private FileStream? _file;

    public IEnumerable<string> Read()
    {
        if (_file is null && !File.Exists(path)) return [];
        _file ??= new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        _file.CopyTo(_rest);
        var bytes = _rest.GetBuffer().AsSpan(0, (int)_rest.Length);
        var end = bytes.LastIndexOf((byte)'\n') + 1;
        if (end == 0) return [];
        var lines = Encoding.UTF8.GetString(bytes[..end]).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var left = bytes[end..].ToArray();
        _rest.SetLength(0);
        _rest.Write(left);
        return lines;
    }

    public void Dispose()
    {
        _file?.Dispose();
        _rest.Dispose();
    }
}
