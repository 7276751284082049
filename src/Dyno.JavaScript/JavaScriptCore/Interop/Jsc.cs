using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;

namespace Dyno.JavaScript.JavaScriptCore;

/// <summary>
/// JavaScriptCore's C API (JavaScriptCore/JavaScript.h). A null context, or asking a primitive value for a property, ends the process;
/// callers check the type first. Handles are plain pointers; the engine's garbage collector does not move objects.
/// </summary>
[SuppressMessage("Naming", "CA1707", Justification = "the library's own names")]
internal static unsafe partial class Jsc
{
    public const int TypeUndefined = 0;
    public const int TypeNull = 1;
    public const int TypeBoolean = 2;
    public const int TypeNumber = 3;
    public const int TypeString = 4;
    public const int TypeObject = 5;
    public const int ArrayTypeFloat64 = 8;
    public const int ArrayTypeArrayBuffer = 9;
    public const int ArrayTypeNone = 10;

    private const string Library = "JavaScriptCore";

    private static readonly string[] Places = OperatingSystem.IsMacOS()
        ? ["/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore"]
        : ["libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-6.0.so.1", "libjavascriptcoregtk-4.0.so.18"];

    private static readonly Lazy<nint> Loaded = new(Find);

    static Jsc() => NativeLibrary.SetDllImportResolver(typeof(Jsc).Assembly, (name, _, _) => name == Library ? Loaded.Value : 0);

    /// <summary>Loads the library.</summary>
    /// <exception cref="ScriptEngineMissingException">The library is not installed.</exception>
    public static void Load() => _ = Loaded.Value;

    private static nint Find()
    {
        foreach (var place in Places)
            if (NativeLibrary.TryLoad(place, out var handle)) return handle;
        throw new ScriptEngineMissingException(
            "scripts need the JavaScript engine JavaScriptCore, which is not installed",
            OperatingSystem.IsWindows()
                ? "run Dyno inside WSL, with: sudo apt-get install -y libjavascriptcoregtk-4.1-0"
                : "on Debian or Ubuntu: sudo apt-get install -y libjavascriptcoregtk-4.1-0   (Fedora: sudo dnf install javascriptcoregtk4.1)");
    }

    [LibraryImport(Library)] public static partial nint JSContextGroupCreate();
    [LibraryImport(Library)] public static partial void JSContextGroupRelease(nint group);
    [LibraryImport(Library)] public static partial nint JSGlobalContextCreateInGroup(nint group, nint globalClass);
    [LibraryImport(Library)] public static partial void JSGlobalContextRelease(nint context);
    [LibraryImport(Library)] public static partial nint JSContextGetGlobalObject(nint context);
    [LibraryImport(Library)] public static partial nint JSEvaluateScript(nint context, nint script, nint self, nint url, int line, nint* thrown);
    [LibraryImport(Library)] public static partial void JSGarbageCollect(nint context);
    [LibraryImport(Library)] public static partial void JSGlobalContextSetUnhandledRejectionCallback(nint context, nint function, nint* thrown);
    [LibraryImport(Library)] public static partial nint JSStringCreateWithCharacters(char* text, nuint length);
    [LibraryImport(Library)] public static partial void JSStringRelease(nint text);
    [LibraryImport(Library)] public static partial nuint JSStringGetLength(nint text);
    [LibraryImport(Library)] public static partial char* JSStringGetCharactersPtr(nint text);
    [LibraryImport(Library)] public static partial nint JSValueMakeString(nint context, nint text);
    [LibraryImport(Library)] public static partial nint JSValueMakeNumber(nint context, double number);
    [LibraryImport(Library)] public static partial nint JSValueMakeUndefined(nint context);
    [LibraryImport(Library)] public static partial nint JSValueMakeNull(nint context);
    [LibraryImport(Library)] public static partial nint JSValueMakeBoolean(nint context, byte truth);
    [LibraryImport(Library)] public static partial nint JSValueMakeFromJSONString(nint context, nint text);
    [LibraryImport(Library)] public static partial nint JSValueCreateJSONString(nint context, nint value, uint indent, nint* thrown);
    [LibraryImport(Library)] public static partial double JSValueToNumber(nint context, nint value, nint* thrown);
    [LibraryImport(Library)] public static partial byte JSValueToBoolean(nint context, nint value);
    [LibraryImport(Library)] public static partial nint JSValueToStringCopy(nint context, nint value, nint* thrown);
    [LibraryImport(Library)] public static partial int JSValueGetType(nint context, nint value);
    [LibraryImport(Library)] public static partial void JSValueProtect(nint context, nint value);
    [LibraryImport(Library)] public static partial void JSValueUnprotect(nint context, nint value);
    [LibraryImport(Library)] public static partial int JSValueGetTypedArrayType(nint context, nint value, nint* thrown);
    [LibraryImport(Library)]
    public static partial nint JSObjectMakeFunctionWithCallback(
        nint context, nint name, delegate* unmanaged<nint, nint, nint, nuint, nint*, nint*, nint> callback);
    [LibraryImport(Library)]
    public static partial nint JSObjectCallAsFunction(
        nint context, nint function, nint self, nuint count, nint* arguments, nint* thrown);
    [LibraryImport(Library)]
    public static partial nint JSObjectCallAsConstructor(
        nint context, nint function, nuint count, nint* arguments, nint* thrown);
    [LibraryImport(Library)] public static partial nint JSObjectGetProperty(nint context, nint instance, nint name, nint* thrown);
    [LibraryImport(Library)]
    public static partial nint JSObjectMakeTypedArrayWithBytesNoCopy(
        nint context, int type, void* bytes, nuint length, delegate* unmanaged<void*, void*, void> release, void* state, nint* thrown);
    [LibraryImport(Library)] public static partial void* JSObjectGetArrayBufferBytesPtr(nint context, nint instance, nint* thrown);
    [LibraryImport(Library)] public static partial nuint JSObjectGetArrayBufferByteLength(nint context, nint instance, nint* thrown);
    [LibraryImport(Library)] public static partial void* JSObjectGetTypedArrayBytesPtr(nint context, nint instance, nint* thrown);
    [LibraryImport(Library)] public static partial nuint JSObjectGetTypedArrayByteLength(nint context, nint instance, nint* thrown);
    [LibraryImport(Library)] public static partial nuint JSObjectGetTypedArrayByteOffset(nint context, nint instance, nint* thrown);
    [LibraryImport(Library)]
    public static partial void JSContextGroupSetExecutionTimeLimit(
        nint group, double seconds, delegate* unmanaged<nint, void*, byte> callback, void* state);
}
