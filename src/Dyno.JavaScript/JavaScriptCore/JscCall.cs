namespace Dyno.JavaScript.JavaScriptCore;

/// <summary>The current call in one machine. A nested call saves the outer call in a frame and restores it at its end.</summary>
internal sealed unsafe class JscCall(JscVm vm) : HostCall
{
    private nint _context;
    private nint _first; // the arguments, which belong to the engine and are valid during the call
    private int _count;

    public nint Result { get; private set; }

    public override int Count => _count;

    public Frame Begin(nint context, nint* arguments, int count)
    {
        var outer = new Frame(_context, _first, _count, Result);
        (_context, _first, _count, Result) = (context, (nint)arguments, count, 0);
        return outer;
    }

    public void End(Frame outer) => (_context, _first, _count, Result) = (outer.Context, outer.First, outer.Count, outer.Result);

    public override bool IsNothing(int index) => index >= _count || JscPlain.IsNothing(_context, Argument(index));

    public override double Number(int index)
    {
        if (index >= _count) return double.NaN;
        if (JscPlain.TryNumber(Argument(index), out var plain)) return plain;
        nint thrown = 0;
        return Jsc.JSValueToNumber(_context, Argument(index), &thrown);
    }

    public override bool Truth(int index) =>
        index < _count && (JscPlain.TryTruth(Argument(index), out var plain) ? plain : Jsc.JSValueToBoolean(_context, Argument(index)) != 0);

    public override string Text(int index) => index >= _count ? "" : JscValues.Show(_context, Argument(index));

    public override bool IsBytes(int index) => ArrayType(index) != Jsc.ArrayTypeNone;

    public override Span<byte> Bytes(int index)
    {
        var type = ArrayType(index);
        if (type == Jsc.ArrayTypeNone) return default;
        nint thrown = 0;
        var array = Argument(index);
        if (type == Jsc.ArrayTypeArrayBuffer)
            return new Span<byte>(Jsc.JSObjectGetArrayBufferBytesPtr(_context, array, &thrown),
                checked((int)Jsc.JSObjectGetArrayBufferByteLength(_context, array, &thrown)));
        // The engine returns the pointer of the buffer; the caller must add the offset of the view.
        var bytes = (byte*)Jsc.JSObjectGetTypedArrayBytesPtr(_context, array, &thrown)
            + Jsc.JSObjectGetTypedArrayByteOffset(_context, array, &thrown);
        return new Span<byte>(bytes, checked((int)Jsc.JSObjectGetTypedArrayByteLength(_context, array, &thrown)));
    }

    public override ScriptValue Keep(int index) =>
        vm.Kept(index < _count ? Argument(index) : JscPlain.MakeUndefined(_context));

    public override void Return(double number) => Result = JscPlain.MakeNumber(_context, number);

    public override void Return(bool truth) => Result = JscPlain.MakeBoolean(_context, truth);

    public override void Return(ReadOnlySpan<char> text) => Result = JscValues.Make(_context, text);

    public override void Return(ScriptValue value) => Result = value.Handle;

    public override void ReturnNull() => Result = JscPlain.MakeNull(_context);

    public override void ReturnJson(string json)
    {
        var text = JscValues.NewString(json);
        Result = Jsc.JSValueMakeFromJSONString(_context, text);
        Jsc.JSStringRelease(text);
        if (Result == 0) ReturnNull();
    }

    private nint Argument(int index) => ((nint*)_first)[index];

    private int ArrayType(int index)
    {
        if (index >= _count || Jsc.JSValueGetType(_context, Argument(index)) != Jsc.TypeObject) return Jsc.ArrayTypeNone;
        nint thrown = 0;
        return Jsc.JSValueGetTypedArrayType(_context, Argument(index), &thrown);
    }

    /// <summary>The state of an outer call while an inner call runs.</summary>
    internal readonly record struct Frame(nint Context, nint First, int Count, nint Result);
}
