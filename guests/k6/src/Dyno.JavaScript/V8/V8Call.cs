using Microsoft.ClearScript.JavaScript;
using Microsoft.ClearScript.V8.FastProxy;

namespace Dyno.JavaScript;

#pragma warning disable CS8500 // the pointers refer to the caller's frame, which neither moves nor ends before End
/// <summary>The current call in one machine. A nested call saves the outer call in a frame and restores it at its end.</summary>
internal sealed unsafe class V8Call(V8Vm vm) : HostCall
{
    private const double LargestWhole = 1L << 53;
    private V8FastArgs* _arguments;
    private V8FastResult* _result;
    private ulong _kept; // one bit for each of the first 64 arguments that outlives the call

    public override int Count => _arguments->Count;

    public Frame Begin(in V8FastArgs arguments, in V8FastResult result)
    {
        var outer = new Frame((nint)_arguments, (nint)_result, _kept);
        _arguments = (V8FastArgs*)Unsafe.AsPointer(ref Unsafe.AsRef(in arguments));
        _result = (V8FastResult*)Unsafe.AsPointer(ref Unsafe.AsRef(in result));
        _kept = 0;
        return outer;
    }

    public void End(Frame outer)
    {
        for (var i = 0; i < Count; i++)
            if (i >= 64 || (_kept & (1UL << i)) == 0) V8Values.LetGo(ObjectAt(i));
        _arguments = (V8FastArgs*)outer.Arguments;
        _result = (V8FastResult*)outer.Result;
        _kept = outer.Kept;
    }

    public override bool IsNothing(int index) => index >= Count || _arguments->IsNull(index) || _arguments->IsUndefined(index);

    public override double Number(int index)
    {
        if (index >= Count) return double.NaN;
        return _arguments->TryGet(index, out double number) ? number : vm.NumberOf(ValueAt(index));
    }

    public override bool Truth(int index) => index < Count && _arguments->IsTruthy(index);

    public override string Text(int index)
    {
        if (index >= Count) return "";
        if (_arguments->TryGet(index, out string text)) return text;
        if (_arguments->TryGet(index, out double number) && number == Math.Truncate(number) && Math.Abs(number) < LargestWhole)
            return ((long)number).ToString(CultureInfo.InvariantCulture);
        return vm.TextOf(ValueAt(index));
    }

    public override bool IsBytes(int index) => index < Count && ObjectAt(index) is ITypedArray or IArrayBuffer;

    public override Span<byte> Bytes(int index) => (index < Count ? ObjectAt(index) : null) switch
    {
        ITypedArray view => new Span<byte>((void*)view.InvokeWithDirectAccess(static place => place), checked((int)view.Size)),
        IArrayBuffer buffer => new Span<byte>((void*)buffer.InvokeWithDirectAccess(static place => place), checked((int)buffer.Size)),
        _ => default,
    };

    public override ScriptValue Keep(int index)
    {
        if (index >= Count) return default;
        if (index < 64) _kept |= 1UL << index;
        return vm.Values.Keep(ValueAt(index));
    }

    public override void Return(double number) => _result->Set(number);

    public override void Return(bool truth) => _result->Set(truth);

    public override void Return(ReadOnlySpan<char> text) => _result->Set(text);

    public override void Return(ScriptValue value) => Set(vm.Values[value]);

    public override void ReturnNull() => _result->SetNull();

    public override void ReturnJson(string json)
    {
        var value = vm.Parsed(json);
        Set(value);
        V8Values.LetGo(value);
    }

    /// <summary>Sets the result to the object that stands for a failure.</summary>
    public void Fail(object failed)
    {
        if (_result->IsSet) throw new InvalidOperationException("a .NET function failed after it had set its result");
        _result->Set(failed);
    }

    private void Set(object? value)
    {
        switch (value)
        {
            case null: _result->SetNull(); break;
            case Undefined: _result->SetUndefined(); break;
            case string text: _result->Set(text); break;
            default: _result->Set(value); break;
        }
    }

    private object? ValueAt(int index) =>
        _arguments->IsNull(index) ? null : _arguments->TryGet(index, out object? value) ? value : Undefined.Value;

    // Reading an object is expensive, and few arguments are objects.
    private object? ObjectAt(int index) =>
        IsNothing(index) || _arguments->TryGet(index, out double _) || _arguments->TryGet(index, out bool _)
            || _arguments->TryGet(index, out ReadOnlySpan<char> _) ? null : ValueAt(index);

    /// <summary>The state of an outer call while an inner call runs.</summary>
    internal readonly record struct Frame(nint Arguments, nint Result, ulong Kept);
}
