namespace Dyno.Profiling;

/// <summary>The executable memory of a process (/proc/PID/maps), sorted by address.</summary>
internal sealed class CodeRanges
{
    private readonly List<CodeRange> _ranges = [];
    private readonly ulong[] _starts;

    private CodeRanges(IEnumerable<string> lines)
    {
        foreach (var line in lines)
        {
            var parts = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
            if (parts.Length < 5 || parts[1].Length < 3 || parts[1][2] != 'x') continue;
            var ends = parts[0].Split('-');
            _ranges.Add(new CodeRange(Hex(ends[0]), Hex(ends[1]), Hex(parts[2]), parts.Length > 5 ? parts[5].Trim() : ""));
        }
        _ranges.Sort((a, b) => a.Start.CompareTo(b.Start));
        _starts = [.. _ranges.Select(r => r.Start)];
    }

    /// <summary>The memory of a running process; empty when it has ended.</summary>
    public static CodeRanges OfProcess(int processId)
    {
        try
        {
            return new CodeRanges(File.ReadAllLines($"/proc/{processId}/maps"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new CodeRanges([]);
        }
    }

    /// <summary>Reads the text of a maps file.</summary>
    public static CodeRanges Parse(string text) => new(text.Split('\n'));

    /// <summary>The mapping an address lies in; null when it is no code.</summary>
    public CodeRange? Find(ulong address)
    {
        var i = Array.BinarySearch(_starts, address);
        if (i < 0) i = ~i - 1;
        return i >= 0 && address < _ranges[i].End ? _ranges[i] : null;
    }

    /// <summary>Whether code at an address keeps frame pointers: managed code does, and the compiler's samples are left out in any case.</summary>
    public bool HasFrames(ulong address) => Find(address) is { } range
        && (range.IsAnonymous || range.File.EndsWith(".dll", StringComparison.Ordinal) || range.IsCompiler);

    private static ulong Hex(string text) => ulong.Parse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}

/// <summary>A piece of executable memory.</summary>
/// <param name="Offset">Where it begins in its file, in bytes.</param>
/// <param name="File">The file; empty for memory without one.</param>
internal sealed record CodeRange(ulong Start, ulong End, ulong Offset, string File)
{
    /// <summary>Whether it is code that the runtime has written: no file, or the file in memory that W^X maps twice.</summary>
    public bool IsAnonymous => File.Length == 0 || File.StartsWith("/memfd:", StringComparison.Ordinal) || File.StartsWith("//anon", StringComparison.Ordinal);

    /// <summary>Whether it is the just-in-time compiler.</summary>
    public bool IsCompiler => File.Contains("libclrjit", StringComparison.Ordinal);

    /// <summary>The name of the file without its folder.</summary>
    public string FileName => Path.GetFileName(File.Replace(" (deleted)", "", StringComparison.Ordinal));
}
