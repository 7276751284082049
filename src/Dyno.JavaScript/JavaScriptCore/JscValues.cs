namespace Dyno.JavaScript.JavaScriptCore;

/// <summary>Reads and makes values. Strings are passed as UTF-16: the engine's UTF-8 functions cost three to ten times as much.</summary>
internal static unsafe class JscValues
{
    public static nint NewString(ReadOnlySpan<char> text)
    {
        fixed (char* first = text) return Jsc.JSStringCreateWithCharacters(first, (nuint)text.Length); // copies
    }

    public static nint Make(nint context, ReadOnlySpan<char> text)
    {
        var copy = NewString(text);
        var value = Jsc.JSValueMakeString(context, copy);
        Jsc.JSStringRelease(copy);
        return value;
    }

    /// <summary>Reads a string of the engine and releases it.</summary>
    public static string Take(nint text)
    {
        // The pointer stays valid until the string is released.
        var taken = new string(Jsc.JSStringGetCharactersPtr(text), 0, (int)Jsc.JSStringGetLength(text));
        Jsc.JSStringRelease(text);
        return taken;
    }

    /// <summary>Converts a value to a string without throwing; a conversion that throws gives an empty string.</summary>
    public static string Show(nint context, nint value)
    {
        nint thrown = 0;
        var text = Jsc.JSValueToStringCopy(context, value, &thrown);
        return text == 0 ? "" : Take(text);
    }

    /// <summary>Describes a value for messages: an object without a string form of its own as JSON, any other value as a string.</summary>
    public static string Describe(nint context, nint value)
    {
        var text = Show(context, value);
        if (text != "[object Object]") return text;
        nint thrown = 0;
        var json = Jsc.JSValueCreateJSONString(context, value, 0, &thrown);
        return json == 0 ? text : Take(json);
    }

    /// <summary>A property of an object; 0 when the value is not an object or the getter throws.</summary>
    public static nint Property(nint context, nint instance, string name)
    {
        if (Jsc.JSValueGetType(context, instance) != Jsc.TypeObject) return 0;
        nint thrown = 0;
        var key = NewString(name);
        var value = Jsc.JSObjectGetProperty(context, instance, key, &thrown);
        Jsc.JSStringRelease(key);
        return thrown == 0 ? value : 0;
    }

    public static string PropertyText(nint context, nint instance, string name) =>
        Property(context, instance, name) is var value and not 0 && Jsc.JSValueGetType(context, value) > Jsc.TypeNull
            ? Show(context, value) : "";

    public static int PropertyWhole(nint context, nint instance, string name)
    {
        nint thrown = 0;
        var value = Property(context, instance, name);
        if (value == 0 || Jsc.JSValueGetType(context, value) != Jsc.TypeNumber) return 0;
        return (int)Jsc.JSValueToNumber(context, value, &thrown);
    }
}
