using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Dyno.JavaScript.JavaScriptCore;

/// <summary>A machine with its own context in its own context group: it shares nothing with any other machine.</summary>
internal sealed unsafe class JscVm : IScriptVm
{
    // The machine to which a callback belongs: the machine that entered the engine last on this thread.
    [ThreadStatic] private static JscVm? _current;

    private readonly nint _group;
    private readonly nint _context;
    private readonly JscCall _call;
    private readonly Dictionary<nint, HostFunction> _functions = []; // by function object, which the engine never moves
    private readonly (nint Handle, HostFunction? Function)[] _called = new (nint, HostFunction?)[16]; // the last called, by a hash of the handle
    private GCHandle _self;
    private Func<bool>? _mustEnd;
    private Func<TimeSpan>? _interval;
    private bool _terminated;
    private bool _isDisposed;

    public JscVm()
    {
        _group = Jsc.JSContextGroupCreate();
        _context = Jsc.JSGlobalContextCreateInGroup(_group, 0);
        JscPlain.Check(_context);
        _call = new JscCall(this);
    }

    public ScriptValue Evaluate(string source, string file)
    {
        var outer = Enter();
        var text = JscValues.NewString(source);
        var url = JscValues.NewString(file);
        nint thrown = 0;
        var value = Jsc.JSEvaluateScript(_context, text, 0, url, 1, &thrown);
        Jsc.JSStringRelease(text);
        Jsc.JSStringRelease(url);
        _current = outer;
        return Kept(Checked(value, thrown, file));
    }

    public ScriptValue Call(ScriptValue function, params ReadOnlySpan<ScriptValue> arguments)
    {
        var outer = Enter();
        nint thrown = 0;
        nint value;
        fixed (ScriptValue* first = arguments) // a ScriptValue is one pointer
            value = Jsc.JSObjectCallAsFunction(_context, function.Handle, 0, (nuint)arguments.Length, (nint*)first, &thrown);
        _current = outer;
        return Kept(Checked(value, thrown));
    }

    public void Invoke(ScriptValue function)
    {
        var outer = Enter();
        nint thrown = 0;
        _ = Jsc.JSObjectCallAsFunction(_context, function.Handle, 0, 0, null, &thrown);
        _current = outer;
        if (thrown != 0) throw ToException(thrown, "");
    }

    public ScriptValue Function(string name, HostFunction function)
    {
        var key = JscValues.NewString(name);
        var made = Jsc.JSObjectMakeFunctionWithCallback(_context, key, &OnCall);
        Jsc.JSStringRelease(key);
        _functions.Add(made, function);
        return Kept(made);
    }

    public SharedNumbers Share(int count, out ScriptValue array)
    {
        nint thrown = 0;
        var numbers = GC.AllocateArray<double>(count, pinned: true); // the returned SharedNumbers keeps the array alive
        var first = (double*)Marshal.UnsafeAddrOfPinnedArrayElement(numbers, 0);
        var made = Jsc.JSObjectMakeTypedArrayWithBytesNoCopy(
            _context, Jsc.ArrayTypeFloat64, first, (nuint)count * sizeof(double), &OnRelease, null, &thrown);
        array = Kept(Checked(made, thrown));
        return new SharedNumbers(first, count, numbers);
    }

    public ScriptValue From(string text) => Kept(JscValues.Make(_context, text));

    public ScriptValue From(double number) => Kept(JscPlain.MakeNumber(_context, number));

    public string Text(ScriptValue value)
    {
        var outer = Enter();
        nint thrown = 0;
        var text = Jsc.JSValueToStringCopy(_context, value.Handle, &thrown);
        _current = outer;
        return JscValues.Take(Checked(text, thrown));
    }

    public double Number(ScriptValue value)
    {
        if (JscPlain.TryNumber(value.Handle, out var plain)) return plain;
        var outer = Enter();
        nint thrown = 0;
        var number = Jsc.JSValueToNumber(_context, value.Handle, &thrown);
        _current = outer;
        if (thrown != 0) throw ToException(thrown, "");
        return number;
    }

    public string? Json(ScriptValue value)
    {
        var outer = Enter();
        nint thrown = 0;
        var text = Jsc.JSValueCreateJSONString(_context, value.Handle, 0, &thrown);
        _current = outer;
        if (thrown != 0) throw ToException(thrown, "");
        return text == 0 ? null : JscValues.Take(text);
    }

    public bool IsNothing(ScriptValue value) => JscPlain.IsNothing(_context, value.Handle);

    public void Free(ScriptValue value) => Jsc.JSValueUnprotect(_context, value.Handle);

    public long HostCalls { get; private set; }

    public void Watch(Func<TimeSpan> interval, Func<bool> mustEnd)
    {
        if (!_self.IsAllocated) _self = GCHandle.Alloc(this, GCHandleType.Weak);
        (_mustEnd, _interval) = (mustEnd, interval);
        SetLimit();
    }

    public void OnUnhandledRejection(ScriptValue function)
    {
        nint thrown = 0;
        try
        {
            Jsc.JSGlobalContextSetUnhandledRejectionCallback(_context, function.Handle, &thrown);
        }
        catch (EntryPointNotFoundException)
        {
            // An engine from before 2020 lacks this function, and reports no rejections.
        }
    }

    public void CollectGarbage() => Jsc.JSGarbageCollect(_context);

    public void Dispose()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        Jsc.JSGlobalContextRelease(_context);
        Jsc.JSContextGroupRelease(_group);
        if (_self.IsAllocated) _self.Free();
    }

    internal ScriptValue Kept(nint value)
    {
        Jsc.JSValueProtect(_context, value);
        return new ScriptValue(value);
    }

    // Compiled fully at once: a method that is called from unmanaged code would keep its precompiled version, with slow access to static fields.
    [UnmanagedCallersOnly]
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static nint OnCall(nint context, nint function, nint self, nuint count, nint* arguments, nint* thrown) =>
        _current!.Called(context, function, (int)count, arguments, thrown); // a callback runs on the thread that entered the machine

    private nint Called(nint context, nint function, int count, nint* arguments, nint* thrown)
    {
        HostCalls++;
        var outer = _call.Begin(context, arguments, count);
        try
        {
            ref var called = ref _called[(int)((function >> 4) ^ (function >> 8)) & 15]; // function objects lie at most 64 bytes apart
            if (called.Handle != function) called = (function, _functions[function]);
            called.Function!(_call);
            return _call.Result == 0 ? JscPlain.MakeUndefined(context) : _call.Result;
        }
        catch (HostException e)
        {
            *thrown = MakeError(context, e.Type, e.Message);
        }
        catch (Exception e) // no exception may cross the engine's stack frames
        {
            *thrown = MakeError(context, "Error", e.Message);
        }
        finally
        {
            _call.End(outer);
            _current = this; // the function may have entered another machine
        }
        return JscPlain.MakeUndefined(context);
    }

    [UnmanagedCallersOnly]
    private static void OnRelease(void* bytes, void* state)
    {
        // There is nothing to release: the array belongs to .NET.
    }

    [UnmanagedCallersOnly]
    private static byte OnLimit(nint context, void* state)
    {
        if (GCHandle.FromIntPtr((nint)state).Target is not JscVm { _mustEnd: { } mustEnd } vm) return 1;
        var ends = true;
        try
        {
            if (!mustEnd())
            {
                vm.SetLimit(); // without a new limit the engine would neither ask again nor continue the script
                ends = false;
            }
        }
        catch (Exception)
        {
            // Without an answer the script must end.
        }
        vm._terminated |= ends;
        return ends ? (byte)1 : (byte)0;
    }

    private static nint MakeError(nint context, string type, string message)
    {
        nint thrown = 0;
        var text = JscValues.Make(context, message);
        var constructor = JscValues.Property(context, Jsc.JSContextGetGlobalObject(context), type);
        if (constructor == 0 || Jsc.JSValueGetType(context, constructor) != Jsc.TypeObject) return text;
        var error = Jsc.JSObjectCallAsConstructor(context, constructor, 1, &text, &thrown);
        return thrown != 0 ? thrown : error;
    }

    private JscVm? Enter()
    {
        var outer = _current;
        _current = this;
        return outer;
    }

    private void SetLimit() =>
        Jsc.JSContextGroupSetExecutionTimeLimit(_group, _interval!().TotalSeconds, &OnLimit, (void*)GCHandle.ToIntPtr(_self));

    private nint Checked(nint value, nint thrown, string file = "") => thrown == 0 ? value : throw ToException(thrown, file);

    private ScriptException ToException(nint thrown, string file)
    {
        if (_terminated)
        {
            _terminated = false;
            return new ScriptException("the script was ended", "") { IsTermination = true };
        }
        // Only objects have properties; asking another value for one would end the process.
        if (Jsc.JSValueGetType(_context, thrown) != Jsc.TypeObject) return new ScriptException(JscValues.Show(_context, thrown), "");
        var outer = Enter(); // a property may be a getter that calls .NET
        try
        {
            var name = JscValues.PropertyText(_context, thrown, "name");
            var message = JscValues.PropertyText(_context, thrown, "message");
            return new ScriptException(message.Length > 0 || name.Length > 0 ? message : JscValues.Describe(_context, thrown), name)
            {
                File = JscValues.PropertyText(_context, thrown, "sourceURL") is { Length: > 0 } url ? url : file,
                Line = JscValues.PropertyWhole(_context, thrown, "line"),
                Column = JscValues.PropertyWhole(_context, thrown, "column"),
                Stack = JscValues.PropertyText(_context, thrown, "stack"),
            };
        }
        finally
        {
            _current = outer;
        }
    }
}
