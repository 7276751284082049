namespace Dyno.Profiling;

/// <summary>The call frame instructions of one function (DWARF 5, section 6.4, as .eh_frame holds them), run up to an address.</summary>
/// <param name="address">The address whose row is wanted.</param>
internal sealed class UnwindProgram(ElfFile file, ulong address)
{
    private const byte RelativeToPlace = 0x10; // DW_EH_PE_pcrel
    private const byte FourBytes = 3;          // DW_EH_PE_udata4, and 11 with a sign

    private readonly byte[] _bytes = file.Bytes;
    private readonly Stack<UnwindRow> _remembered = new();
    private UnwindRow _row = new();
    private UnwindRow? _initial;
    private ulong _codeFactor = 1;
    private long _dataFactor = 1;

    /// <summary>The row of the address; null when the function's entry (FDE) does not cover it, or is of a form that is not read.</summary>
    /// <param name="entry">Where the entry stands in the file.</param>
    public UnwindRow? Run(ulong entry)
    {
        var length = U4(entry);
        if (length is 0 or 0xffffffff) return null;
        var common = entry + 4 - U4(entry + 4);
        if (!RunCommon(common, out var isAugmented)) return null;
        _initial = _row.Copy();
        var at = entry + 8;
        var begin = file.ToAddress(at) + (ulong)(int)U4(at);
        if (address < begin || address >= begin + U4(at + 4)) return null;
        at += 8;
        if (isAugmented)
        {
            var size = Leb(ref at);
            at += size;
        }
        Execute(at, entry + 4 + length, begin);
        return _row;
    }

    // The part that functions share (CIE): factors, the encoding of addresses, and the first instructions.
    private bool RunCommon(ulong common, out bool isAugmented)
    {
        var at = common + 9; // behind length, id and version
        var augmentation = at;
        while (_bytes[at] != 0) at++;
        var letters = _bytes.AsSpan((int)augmentation, (int)(at - augmentation)).ToArray();
        at++;
        _codeFactor = Leb(ref at);
        _dataFactor = SignedLeb(ref at);
        Leb(ref at); // the return address is register 16
        isAugmented = letters is [(byte)'z', ..];
        byte encoding = 0;
        if (isAugmented)
        {
            var size = Leb(ref at);
            encoding = EncodingOf(letters, at);
            at += size;
        }
        if ((encoding & 15) is not (FourBytes or 11) || (encoding & 0x70) != RelativeToPlace) return false;
        Execute(at, common + 4 + U4(common), 0);
        return true;
    }

    private byte EncodingOf(byte[] letters, ulong at)
    {
        foreach (var letter in letters.AsSpan(1))
            if (letter == 'R') return _bytes[at];
            else if (letter == 'P')
            {
                var form = _bytes[at++] & 15;
                at += form is 0 or 4 or 12 ? 8ul : form is 2 or 10 ? 2ul : 4ul;
            }
            else if (letter == 'L') at++;
        return 0;
    }

    private void Execute(ulong at, ulong end, ulong location)
    {
        while (at < end && location <= address)
        {
            var code = _bytes[at++];
            var low = code & 63;
            switch (code >> 6)
            {
                case 1: location += (ulong)low * _codeFactor; break;
                case 2: _row.Save(low, (long)Leb(ref at) * _dataFactor); break;
                case 3: _row.Restore(_initial, low); break;
                default:
                    if (code is >= 1 and <= 4) location = Advance(code, ref at, location);
                    else if (!Apply(code, ref at)) return;
                    break;
            }
        }
    }

    private ulong Advance(byte code, ref ulong at, ulong location)
    {
        var from = at;
        at += code switch { 1 => 4u, 2 => 1u, 3 => 2u, _ => 4u };
        return code switch
        {
            1 => file.ToAddress(from) + (ulong)(int)U4(from),
            2 => location + _bytes[from] * _codeFactor,
            3 => location + BitConverter.ToUInt16(_bytes, (int)from) * _codeFactor,
            _ => location + U4(from) * _codeFactor,
        };
    }

    // The instructions beside those that move on; false for one that is not known, whose length is not known either.
    private bool Apply(byte code, ref ulong at)
    {
        switch (code)
        {
            case 0: break;
            case 5: _row.Save((int)Leb(ref at), (long)Leb(ref at) * _dataFactor); break;
            case 6: _row.Restore(_initial, (int)Leb(ref at)); break;
            case 7 or 8: _row.Forget((int)Leb(ref at)); break;
            case 9: Leb(ref at); Leb(ref at); break;
            case 10: _remembered.Push(_row.Copy()); break;
            case 11: if (_remembered.Count > 0) _row = _remembered.Pop(); break;
            case 12: (_row.Register, _row.Offset, _row.IsExpression) = ((int)Leb(ref at), (long)Leb(ref at), false); break;
            case 13: _row.Register = (int)Leb(ref at); break;
            case 14: _row.Offset = (long)Leb(ref at); break;
            case 15: _row.IsExpression = true; SkipBlock(ref at); break;
            case 16 or 22: _row.Forget((int)Leb(ref at)); SkipBlock(ref at); break;
            case 17: _row.Save((int)Leb(ref at), SignedLeb(ref at) * _dataFactor); break;
            case 18: (_row.Register, _row.Offset, _row.IsExpression) = ((int)Leb(ref at), SignedLeb(ref at) * _dataFactor, false); break;
            case 19: _row.Offset = SignedLeb(ref at) * _dataFactor; break;
            case 0x2e: Leb(ref at); break; // size of pushed arguments
            default: _row.IsExpression = true; return false;
        }
        return true;
    }

    private void SkipBlock(ref ulong at)
    {
        var size = Leb(ref at);
        at += size;
    }

    private uint U4(ulong at) => BitConverter.ToUInt32(_bytes, checked((int)at));

    private ulong Leb(ref ulong at)
    {
        ulong value = 0;
        for (var shift = 0; ; shift += 7)
        {
            var one = _bytes[at++];
            value |= (ulong)(one & 127) << shift;
            if (one < 128) return value;
        }
    }

    private long SignedLeb(ref ulong at)
    {
        long value = 0;
        for (var shift = 0; ;)
        {
            var one = _bytes[at++];
            value |= (long)(one & 127) << shift;
            shift += 7;
            if (one < 128) return shift < 64 && (one & 64) != 0 ? value | -1L << shift : value;
        }
    }
}
