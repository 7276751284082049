namespace Dyno.Profiling;

/// <summary>The unwinding rules of a native library (.eh_frame with its index): from one frame to its caller.</summary>
internal sealed class UnwindTable(ElfFile file)
{
    private const int Bp = 6;
    private const int Sp = 7;
    private const int ReturnAddress = 16;
    private const byte SortedTable = 0x3b; // DW_EH_PE_datarel | DW_EH_PE_sdata4

    private readonly Dictionary<ulong, UnwindRow?> _rows = [];

    /// <summary>One step outwards; false when the rules or the copied stack do not reach that far.</summary>
    /// <param name="address">The address in the file's own space.</param>
    /// <param name="registers">rsp and rbp before the step; afterwards those of the caller.</param>
    /// <param name="back">The address in the caller, in the process's space.</param>
    public bool Step(ulong address, in CopiedStack stack, ref FrameRegisters registers, out ulong back)
    {
        back = 0;
        if (RowOf(address) is not { IsExpression: false, Register: Bp or Sp } row) return false;
        var frame = (row.Register == Sp ? registers.Sp : registers.Bp) + (ulong)row.Offset;
        if (stack.WordAt(frame + (ulong)(row.SavedAt(ReturnAddress) ?? -8)) is not { } caller) return false;
        var bp = registers.Bp;
        if (row.SavedAt(Bp) is { } saved)
        {
            if (stack.WordAt(frame + (ulong)saved) is not { } old) return false;
            bp = old;
        }
        registers = new FrameRegisters(frame, bp);
        back = caller;
        return true;
    }

    private UnwindRow? RowOf(ulong address)
    {
        if (file.UnwindIndex == 0) return null;
        if (_rows.TryGetValue(address, out var row)) return row;
        try
        {
            row = EntryOf(address) is { } entry ? new UnwindProgram(file, address).Run(entry) : null;
        }
        catch (Exception e) when (e is ArgumentException or IndexOutOfRangeException or OverflowException)
        {
            row = null; // a damaged table unwinds nothing
        }
        return _rows[address] = row;
    }

    // The index is a sorted table of function and entry, both relative to the index.
    private ulong? EntryOf(ulong address)
    {
        if (file.ToOffset(file.UnwindIndex) is not { } header || file.Bytes[header + 3] != SortedTable) return null;
        var at = header + 4 + (ulong)((file.Bytes[header + 1] & 15) is 3 or 11 ? 4 : 8);
        var table = at + 4;
        var wanted = (long)(address - file.UnwindIndex);
        uint low = 0, high = U4(at);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if ((int)U4(table + middle * 8ul) <= wanted) low = middle + 1;
            else high = middle;
        }
        return low == 0 ? null : file.ToOffset(file.UnwindIndex + (ulong)(int)U4(table + (low - 1) * 8ul + 4));
    }

    private uint U4(ulong at) => BitConverter.ToUInt32(file.Bytes, checked((int)at));
}

/// <summary>The registers that unwinding needs.</summary>
/// <param name="Sp">rsp.</param>
/// <param name="Bp">rbp.</param>
internal readonly record struct FrameRegisters(ulong Sp, ulong Bp);

/// <summary>The top of a thread's stack as it was when a sample was taken.</summary>
internal readonly record struct CopiedStack(ulong Start, ReadOnlyMemory<ulong> Words)
{
    /// <summary>The word at an address; null where nothing was copied.</summary>
    public ulong? WordAt(ulong address) => address >= Start && (address & 7) == 0 && (address - Start) / 8 < (ulong)Words.Length
        ? Words.Span[(int)((address - Start) / 8)] : null;
}
