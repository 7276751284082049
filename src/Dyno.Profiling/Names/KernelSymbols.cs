namespace Dyno.Profiling;

/// <summary>Names of the kernel's code: one frame per system call, because what lies below is not the user's to change.</summary>
internal sealed class KernelSymbols
{
    private const string SystemCall = "__x64_sys_";

    private readonly ulong[] _addresses;
    private readonly string[] _names;

    private KernelSymbols(IEnumerable<string> lines)
    {
        var symbols = lines.Select(line => line.Split(' ', '\t')).Where(parts => parts.Length > 2 && parts[1] is "t" or "T")
            .Select(parts => (Address: ulong.Parse(parts[0], NumberStyles.HexNumber, CultureInfo.InvariantCulture), Name: parts[2]))
            .Where(symbol => symbol.Address != 0).OrderBy(symbol => symbol.Address).ToList();
        _addresses = [.. symbols.Select(s => s.Address)];
        _names = [.. symbols.Select(s => s.Name)];
    }

    /// <summary>The kernel of this machine, as far as this user may see its names.</summary>
    public static KernelSymbols OfThisMachine { get; } = Read();

    /// <summary>Reads the text of /proc/kallsyms.</summary>
    public static KernelSymbols Parse(string text) => new(text.Split('\n', StringSplitOptions.RemoveEmptyEntries));

    private static KernelSymbols Read()
    {
        try
        {
            return new KernelSymbols(File.ReadLines("/proc/kallsyms"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            return new KernelSymbols([]);
        }
    }

    /// <summary>The frame of a chain of kernel addresses, innermost first.</summary>
    public CodeFrame FrameOf(ReadOnlySpan<ulong> chain)
    {
        string? best = null;
        foreach (var address in chain)
        {
            if (NameAt(address) is not { } name) continue;
            if (name.StartsWith(SystemCall, StringComparison.Ordinal)) best = name[SystemCall.Length..];
            else if (name.Contains("page_fault", StringComparison.Ordinal)) best = "page fault";
            else if (name.Contains("sysvec", StringComparison.Ordinal) || name.Contains("irq", StringComparison.Ordinal)) best ??= "interrupt";
        }
        return new CodeFrame($"[kernel] {best ?? "other"}", FrameKind.Kernel);
    }

    private string? NameAt(ulong address)
    {
        var i = Array.BinarySearch(_addresses, address);
        if (i < 0) i = ~i - 1;
        return i >= 0 ? _names[i] : null;
    }
}
