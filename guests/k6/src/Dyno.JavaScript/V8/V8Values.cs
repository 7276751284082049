namespace Dyno.JavaScript;

/// <summary>
/// The values that .NET holds, by the numbers that serve as their handles: strings and numbers as .NET values, objects as ClearScript's
/// objects. Number 0 is undefined. For the machine's thread.
/// </summary>
internal sealed class V8Values
{
    private readonly List<object?> _values = [Undefined.Value];
    private readonly Stack<int> _free = new();

    public object? this[ScriptValue value] => _values[(int)value.Handle];

    public ScriptValue Keep(object? value)
    {
        if (value is Undefined) return default;
        if (_free.TryPop(out var place)) _values[place] = value;
        else
        {
            place = _values.Count;
            _values.Add(value);
        }
        return new ScriptValue(place);
    }

    public void Free(ScriptValue value)
    {
        if (value.Handle == 0) return;
        var place = (int)value.Handle;
        LetGo(_values[place]);
        _values[place] = null;
        _free.Push(place);
    }

    /// <summary>Releases an object: the engine keeps it until its .NET side is disposed of or finalized.</summary>
    public static void LetGo(object? value) => (value as IDisposable)?.Dispose();
}
