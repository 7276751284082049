namespace Dyno.Profiling;

/// <summary>Goes through the IL of a method (ECMA-335, III).</summary>
internal static class IlInstructions
{
    private const byte TwoBytes = 0xFE;

    /// <summary>The tokens of the called methods; null for a call by pointer.</summary>
    /// <exception cref="BadImageFormatException">The code is cut short, or has an instruction that does not exist.</exception>
    public static IEnumerable<int?> Calls(BlobReader code)
    {
        var calls = new List<int?>();
        while (code.RemainingBytes > 0)
        {
            int instruction = code.ReadByte();
            if (instruction == TwoBytes) instruction = TwoBytes << 8 | code.ReadByte();
            switch (instruction)
            {
                case 0x27 or 0x28 or 0x6F or 0x73 or 0xFE06 or 0xFE07: calls.Add(code.ReadInt32()); break; // jmp, call, callvirt, newobj, ldftn, ldvirtftn
                case 0x29: calls.Add(null); code.Offset += 4; break;                                       // calli
                case 0x45: code.Offset += checked(4 * (int)code.ReadUInt32()); break;                      // switch
                default: code.Offset += OperandBytes(instruction); break;
            }
        }
        return calls;
    }

    private static int OperandBytes(int instruction) => instruction switch
    {
        >= 0x0E and <= 0x13 or 0x1F or (>= 0x2B and <= 0x37) or 0xDE => 1,     // short variables, ldc.i4.s, short branches, leave.s
        0x20 or 0x22 or (>= 0x38 and <= 0x44) or 0xDD => 4,                    // ldc.i4, ldc.r4, branches, leave
        0x21 or 0x23 => 8,                                                     // ldc.i8, ldc.r8
        0x70 or 0x71 or 0x72 or 0x74 or 0x75 or 0x79 => 4,                     // cpobj, ldobj, ldstr, castclass, isinst, unbox
        >= 0x7B and <= 0x81 or 0x8C or 0x8D or 0x8F => 4,                      // fields, stobj, box, newarr, ldelema
        0xA3 or 0xA4 or 0xA5 or 0xC2 or 0xC6 or 0xD0 => 4,                     // ldelem, stelem, unbox.any, refanyval, mkrefany, ldtoken
        >= 0xFE09 and <= 0xFE0E => 2,                                          // long variables
        0xFE12 or 0xFE19 => 1,                                                 // unaligned., no.
        0xFE15 or 0xFE16 or 0xFE1C => 4,                                       // initobj, constrained., sizeof
        _ => 0,
    };
}
