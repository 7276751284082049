namespace Dyno.Profiling;

/// <summary>A 64-bit ELF file: its segments, and the names of its functions. A file that is damaged or gone has none of them.</summary>
internal sealed class ElfFile
{
    private const int LoadSegment = 1;
    private const int UnwindSegment = 0x6474e550; // PT_GNU_EH_FRAME
    private const int SymbolTable = 2;
    private const int DynamicSymbols = 11;

    private readonly List<(ulong Offset, ulong Size, ulong Address)> _segments = [];
    private readonly List<(ulong Start, ulong End, string Name)> _symbols = [];

    private ElfFile(byte[] bytes) => Bytes = bytes;

    public byte[] Bytes { get; }

    /// <summary>Address of the index of the unwinding rules (.eh_frame_hdr); 0 when there is none.</summary>
    public ulong UnwindIndex { get; private set; }

    public static ElfFile Read(string path)
    {
        try
        {
            return Parse(File.ReadAllBytes(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return new ElfFile([]);
        }
    }

    public static ElfFile Parse(byte[] bytes)
    {
        var file = new ElfFile(bytes);
        if (bytes.Length < 64 || !bytes.AsSpan(0, 5).SequenceEqual("\u007fELF\u0002"u8)) return file;
        try
        {
            file.ReadSegments();
            file.ReadSymbols();
        }
        catch (Exception e) when (e is ArgumentException or IndexOutOfRangeException or OverflowException)
        {
            // A file that is shorter than its tables has the names until there.
        }
        file._symbols.Sort((a, b) => a.Start.CompareTo(b.Start));
        return file;
    }

    private ulong U8(ulong at) => BitConverter.ToUInt64(Bytes, checked((int)at));

    private uint U4(ulong at) => BitConverter.ToUInt32(Bytes, checked((int)at));

    private void ReadSegments()
    {
        var table = U8(32);
        for (var i = 0u; i < BitConverter.ToUInt16(Bytes, 56); i++)
        {
            var at = table + i * 56;
            if (U4(at) == LoadSegment) _segments.Add((U8(at + 8), U8(at + 32), U8(at + 16)));
            else if (U4(at) == UnwindSegment) UnwindIndex = U8(at + 16);
        }
    }

    private void ReadSymbols()
    {
        var sections = U8(40);
        for (var i = 0u; i < BitConverter.ToUInt16(Bytes, 60); i++)
        {
            var section = sections + i * 64;
            if (U4(section + 4) is not (SymbolTable or DynamicSymbols)) continue;
            var (begin, size) = (U8(section + 24), U8(section + 32));
            var names = U8(sections + U4(section + 40) * 64UL + 24);
            for (var at = begin; at + 24 <= begin + size; at += 24) ReadSymbol(at, names);
        }
    }

    private void ReadSymbol(ulong at, ulong names)
    {
        const int Function = 2, IndirectFunction = 10;
        if ((Bytes[at + 4] & 15) is not (Function or IndirectFunction) || U8(at + 8) == 0) return;
        var name = checked((int)(names + U4(at)));
        var end = Array.IndexOf(Bytes, (byte)0, name);
        if (end > name) _symbols.Add((U8(at + 8), U8(at + 8) + Math.Max(1, U8(at + 16)), Encoding.ASCII.GetString(Bytes, name, end - name)));
    }

    /// <summary>The address at which a place of the file is loaded, relative to the file's base; 0 when it is not loaded.</summary>
    public ulong ToAddress(ulong offset)
    {
        foreach (var (start, size, address) in _segments)
            if (offset >= start && offset < start + size) return offset - start + address;
        return 0;
    }

    /// <summary>The place in the file of an address; null when nothing of the file is there.</summary>
    public ulong? ToOffset(ulong address)
    {
        foreach (var (offset, size, start) in _segments)
            if (address >= start && address < start + size) return address - start + offset;
        return null;
    }

    /// <summary>The function at an address; null where no function is named there.</summary>
    public string? NameAt(ulong address)
    {
        int low = 0, high = _symbols.Count;
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_symbols[middle].Start <= address) low = middle + 1;
            else high = middle;
        }
        return low > 0 && address < _symbols[low - 1].End ? _symbols[low - 1].Name : null;
    }
}
