namespace Dyno.JavaScript;

/// <summary>
/// One call from a script. Reads the arguments, and takes the result at most once (undefined if none is set). Valid until the function
/// returns; reused for the next call, so that a call allocates nothing.
/// </summary>
public abstract class HostCall
{
    /// <summary>Number of arguments.</summary>
    public abstract int Count { get; }

    /// <summary>Whether an argument is missing, undefined or null.</summary>
    public abstract bool IsNothing(int index);

    /// <summary>An argument as a number; NaN when it is missing.</summary>
    public abstract double Number(int index);

    /// <summary>An argument as a whole number, limited to the range of <see cref="int"/>; 0 when it is missing or not a number.</summary>
    public int Whole(int index) => Number(index) is var number && double.IsNaN(number) ? 0 : (int)Math.Clamp(number, int.MinValue, int.MaxValue);

    /// <summary>An argument as a boolean, as <c>Boolean(value)</c> gives it; false when it is missing.</summary>
    public abstract bool Truth(int index);

    /// <summary>An argument as a string; empty when it is missing.</summary>
    public abstract string Text(int index);

    /// <summary>An argument as a string, or null when it is missing, undefined or null.</summary>
    public string? TextOrNull(int index) => IsNothing(index) ? null : Text(index);

    /// <summary>The bytes of an ArrayBuffer or a typed array, in place: the memory belongs to the script. Empty for any other value.</summary>
    public abstract Span<byte> Bytes(int index);

    /// <summary>Whether an argument is an ArrayBuffer or a typed array.</summary>
    public abstract bool IsBytes(int index);

    /// <summary>Keeps an argument beyond the call; free it with <see cref="IScriptVm.Free"/>.</summary>
    public abstract ScriptValue Keep(int index);

    /// <summary>Sets the result.</summary>
    public abstract void Return(double number);

    /// <summary>Sets the result.</summary>
    public abstract void Return(bool truth);

    /// <summary>Sets the result; null becomes JavaScript's null.</summary>
    public abstract void Return(ReadOnlySpan<char> text);

    /// <summary>Sets the result; null becomes JavaScript's null.</summary>
    public void Return(string? text)
    {
        if (text is null) ReturnNull();
        else Return(text.AsSpan());
    }

    /// <summary>Sets the result.</summary>
    public abstract void Return(ScriptValue value);

    /// <summary>Sets the result to null.</summary>
    public abstract void ReturnNull();

    /// <summary>Sets the result to the value of a JSON text; to null when the text is not JSON.</summary>
    public abstract void ReturnJson(string json);
}
