using Microsoft.ClearScript.JavaScript;
using Microsoft.ClearScript.V8.FastProxy;

namespace Dyno.JavaScript;

/// <summary>A machine with its own isolate and one context: it shares nothing with any other machine.</summary>
internal sealed class V8Vm : IScriptVm
{
    // The stack for scripts. The rest of the smallest stack that runs scripts (1 MiB) is for .NET code that calls scripts, and for .NET
    // code that the deepest script calls.
    private const int StackBytes = 640 * 1024;
    private readonly V8ScriptEngine _engine;
    private readonly V8Call _call;
    private readonly V8Watch _watch;
    private readonly V8Errors _errors;
    private readonly V8Rejections _rejections;
    private readonly ScriptObject _failed;
    private readonly ScriptObject _files;
    private readonly ScriptObject _wrap;
    private readonly ScriptObject _text;
    private readonly ScriptObject _number;
    private readonly ScriptObject _json;
    private readonly ScriptObject _parse;
    private readonly ScriptObject _numbers;
    private ScriptObject? _told;
    private string _failure = "";
    private int _documents;
    private int _depth;
    private bool _isDisposed;

    public V8Vm(V8ScriptEngine engine)
    {
        _engine = engine;
        engine.EnableRuntimeInterruptPropagation = true; // ending a script also ends the scripts that called it
        engine.MaxRuntimeStackUsage = StackBytes;
        engine.DisableFloatNarrowing = true;
        (_call, _watch, _rejections) = (new V8Call(this), new V8Watch(engine.Interrupt), new V8Rejections());
        _failed = (ScriptObject)engine.Evaluate("({})");
        var takeFailure = new V8FastHostFunction("failure", (bool _, in V8FastArgs _, in V8FastResult result) => result.Set(_failure));
        var ground = Run((ScriptObject)engine.Evaluate(new DocumentInfo(V8Bootstrap.File), V8Bootstrap.Source), takeFailure, _failed);
        var part = (ScriptObject)engine.Evaluate("((ground, name) => ground[name])");
        ScriptObject Part(string name) => (ScriptObject)Run(part, ground, name)!;
        (_files, _wrap, _text, _number) = (Part("files"), Part("wrap"), Part("text"), Part("number"));
        (_json, _parse, _numbers) = (Part("json"), Part("parse"), Part("numbers"));
        _errors = new V8Errors(Part("describe"));
    }

    public V8Values Values { get; } = new();

    public long HostCalls { get; private set; }

    /// <summary>Largest size of the heap, in bytes.</summary>
    public long HeapLimitBytes => (long)_engine.GetRuntimeHeapInfo().HeapSizeLimit;

    public ScriptValue Evaluate(string source, string file)
    {
        var document = V8Bootstrap.Document + (++_documents).ToString(CultureInfo.InvariantCulture);
        Run(_files, document, file);
        Enter();
        try
        {
            return Values.Keep(_engine.Evaluate(new DocumentInfo(document) { Flags = DocumentFlags.None }, source));
        }
        catch (Exception e) when (e is ScriptEngineException or ScriptInterruptedException)
        {
            throw _errors.Of(e, file);
        }
        finally
        {
            Leave();
        }
    }

    public ScriptValue Call(ScriptValue function, params ReadOnlySpan<ScriptValue> arguments)
    {
        var given = new object?[arguments.Length];
        for (var i = 0; i < given.Length; i++) given[i] = Values[arguments[i]];
        return Values.Keep(Run((ScriptObject)Values[function]!, given));
    }

    public void Invoke(ScriptValue function) => V8Values.LetGo(Run((ScriptObject)Values[function]!));

    public ScriptValue Function(string name, HostFunction function)
    {
        // The library requires its own signature. Its function is not a JavaScript function, so the script receives a wrapper.
        var host = new V8FastHostFunction(name, (bool _, in V8FastArgs arguments, in V8FastResult result) => Called(function, arguments, result));
        return Values.Keep(Run(_wrap, name, host));
    }

    public unsafe SharedNumbers Share(int count, out ScriptValue array)
    {
        var numbers = (ITypedArray<double>)Run(_numbers, (double)count)!;
        array = Values.Keep(numbers);
        // The memory belongs to the buffer and never moves; a reference to the buffer keeps it alive.
        var buffer = numbers.ArrayBuffer;
        return new SharedNumbers((double*)buffer.InvokeWithDirectAccess(static place => place), count, buffer);
    }

    public ScriptValue From(string text) => Values.Keep(text);

    public ScriptValue From(double number) => Values.Keep(number);

    public string Text(ScriptValue value) => Values[value] is string text ? text : (string)Run(_text, Values[value])!;

    public double Number(ScriptValue value) => Converted(Values[value]);

    public string? Json(ScriptValue value) => Run(_json, Values[value]) as string;

    public bool IsNothing(ScriptValue value) => Values[value] is null or Undefined;

    public void Free(ScriptValue value) => Values.Free(value);

    public void Watch(TimeSpan interval, Func<bool> mustEnd) => _watch.Begin(interval, mustEnd);

    public void OnUnhandledRejection(ScriptValue function)
    {
        _told = (ScriptObject)Values[function]!;
        _engine.PromiseRejectionCallback = _rejections.Note;
    }

    public void CollectGarbage() => _engine.CollectGarbage(exhaustive: true);

    public void Dispose()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        _watch.Dispose();
        MachineEnds.OfThisProcess.End(_engine);
    }

    /// <summary>A value as <c>String</c> converts it; empty when the conversion throws.</summary>
    internal string TextOf(object? value)
    {
        try
        {
            return (string)Run(_text, value)!;
        }
        catch (ScriptException e) when (!e.IsTermination)
        {
            return "";
        }
    }

    /// <summary>A value as <c>Number</c> converts it; NaN when the conversion throws.</summary>
    internal double NumberOf(object? value)
    {
        try
        {
            return Converted(value);
        }
        catch (ScriptException e) when (!e.IsTermination)
        {
            return double.NaN;
        }
    }

    /// <summary>The value of a JSON text; null when the text is not JSON.</summary>
    internal object? Parsed(string json) => Run(_parse, json);

    private double Converted(object? value) => Convert.ToDouble(value is double ? value : Run(_number, value), CultureInfo.InvariantCulture);

    private void Called(HostFunction function, in V8FastArgs arguments, in V8FastResult result)
    {
        _watch.Leave();
        HostCalls++;
        var outer = _call.Begin(arguments, result);
        try
        {
            function(_call);
        }
        catch (HostException e)
        {
            Fail(e.Type, e.Message);
        }
        catch (Exception e) // no exception may cross the engine's stack frames
        {
            Fail("Error", e.Message);
        }
        finally
        {
            _call.End(outer);
            _watch.Enter();
        }
    }

    private void Fail(string type, string message)
    {
        _failure = type + "\n" + message;
        _call.Fail(_failed);
    }

    private object? Run(ScriptObject function, params object?[] arguments)
    {
        Enter();
        try
        {
            return function.InvokeAsFunction(arguments);
        }
        catch (Exception e) when (e is ScriptEngineException or ScriptInterruptedException)
        {
            throw _errors.Of(e, "");
        }
        finally
        {
            Leave();
        }
    }

    private void Enter()
    {
        _depth++;
        _watch.Enter();
    }

    private void Leave()
    {
        _watch.Leave();
        if (_depth == 1) ReportRejections(); // the promise jobs have already run
        _depth--;
    }

    private void ReportRejections()
    {
        while (_rejections.TryTake(out var promise, out var reason))
        {
            Run(_told!, promise, reason);
            V8Values.LetGo(promise);
            V8Values.LetGo(reason);
        }
    }
}
