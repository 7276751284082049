namespace Dyno.JavaScript.JavaScriptCore;

/// <summary>
/// Reads and makes numbers, booleans, undefined and null without calling the engine, which takes its lock for some calls. On 64 bits the
/// handle of such a value is the value itself (WebKit: JSCJSValue.h, APICast.h): a 32-bit integer is combined with
/// <see cref="WholeTag"/>; any other number is its IEEE 754 bits plus <see cref="DoubleOffset"/>. No document guarantees this encoding,
/// so <see cref="Check"/> compares it with the engine's own values. If they differ, every conversion calls the engine. Thread-safe.
/// </summary>
internal static unsafe class JscPlain
{
    private const ulong WholeTag = 0xfffe_0000_0000_0000;
    private const ulong DoubleOffset = 1UL << 49;
    private const ulong PlainNaN = 0x7ff8_0000_0000_0000; // other NaN bits would decode as other values
    private const ulong Null = 0x02;
    private const ulong Undefined = 0x0a;
    private const ulong False = 0x06;
    private const ulong True = 0x07;
    private static volatile bool _isKnown;
    private static volatile bool _isChecked;

    /// <summary>Whether this engine encodes values as described. Set only by tests, to check the path through the engine.</summary>
    public static bool IsKnown
    {
        get => _isKnown;
        set => _isKnown = value;
    }

    /// <summary>Checks the encoding once per process; threads may do so concurrently.</summary>
    /// <param name="context">The context of any machine.</param>
    public static void Check(nint context)
    {
        if (_isChecked) return;
        _isKnown = sizeof(nint) == sizeof(ulong) && IsAsDescribed(context);
        _isChecked = true;
    }

    /// <summary>Reads a value that is already a number.</summary>
    public static bool TryNumber(nint handle, out double number)
    {
        var bits = (ulong)handle;
        if (!_isKnown || bits < DoubleOffset)
        {
            number = 0;
            return false;
        }
        number = bits >= WholeTag ? (int)bits : BitConverter.UInt64BitsToDouble(bits - DoubleOffset);
        return true;
    }

    /// <summary>Reads a value that is already a boolean.</summary>
    public static bool TryTruth(nint handle, out bool truth)
    {
        truth = (ulong)handle == True;
        return _isKnown && (ulong)handle is True or False;
    }

    /// <summary>Whether the value is undefined or null.</summary>
    public static bool IsNothing(nint context, nint handle) =>
        _isKnown ? (ulong)handle is Undefined or Null or 0 : Jsc.JSValueGetType(context, handle) <= Jsc.TypeNull;

    public static nint MakeUndefined(nint context) => _isKnown ? (nint)Undefined : Jsc.JSValueMakeUndefined(context);

    public static nint MakeNull(nint context) => _isKnown ? (nint)Null : Jsc.JSValueMakeNull(context);

    public static nint MakeBoolean(nint context, bool truth) =>
        _isKnown ? (nint)(truth ? True : False) : Jsc.JSValueMakeBoolean(context, truth ? (byte)1 : (byte)0);

    public static nint MakeNumber(nint context, double number) => _isKnown ? (nint)BitsOf(number) : Jsc.JSValueMakeNumber(context, number);

    private static ulong BitsOf(double number)
    {
        var whole = (int)number; // saturates
        if (whole == number && (whole != 0 || !double.IsNegative(number))) return WholeTag | (uint)whole;
        return (double.IsNaN(number) ? PlainNaN : BitConverter.DoubleToUInt64Bits(number)) + DoubleOffset;
    }

    private static bool IsAsDescribed(nint context)
    {
        ReadOnlySpan<double> numbers =
            [0, 1, -1, -0.0, 0.5, -0.5, int.MaxValue, int.MinValue, int.MaxValue + 1.0, int.MinValue - 1.0, 1e300, -1e300,
            double.Epsilon, double.MaxValue, double.MinValue, double.NaN, double.PositiveInfinity, double.NegativeInfinity];
        foreach (var number in numbers)
            if ((ulong)Jsc.JSValueMakeNumber(context, number) != BitsOf(number)) return false;
        return (ulong)Jsc.JSValueMakeUndefined(context) == Undefined && (ulong)Jsc.JSValueMakeNull(context) == Null
            && (ulong)Jsc.JSValueMakeBoolean(context, 0) == False && (ulong)Jsc.JSValueMakeBoolean(context, 1) == True;
    }
}
