using System.Runtime.InteropServices;

namespace Dyno.JavaScript;

/// <summary>The JavaScript engine, V8: a native library that comes with Dyno (package Microsoft.ClearScript.V8).</summary>
public static class ScriptEngine
{
    private const string LibraryName = "ClearScriptV8"; // part of the file name, as /proc/self/maps shows it

    /// <summary>The common name of the engine, as results record it.</summary>
    public const string Name = "V8";

    /// <summary>
    /// Memory for the lasting objects of one machine's scripts, in MiB. Left to itself V8 chooses by the memory of the computer, so that a
    /// script would run on one and not on another.
    /// </summary>
    public const int HeapMebibytes = 1536;

    /// <summary>Loads the engine. To be called before <see cref="CreateVm"/>, which does not translate the failure.</summary>
    /// <exception cref="ScriptEngineMissingException">This Dyno was built without the engine for this system.</exception>
    public static void Load()
    {
        try
        {
            CreateVm().Dispose(); // the library is loaded with the first machine
        }
        catch (Exception e) when (e is TypeLoadException or DllNotFoundException or BadImageFormatException or FileNotFoundException)
        {
            throw Missing(RuntimeInformation.RuntimeIdentifier);
        }
    }

    public static IScriptVm CreateVm() => new V8Vm(new V8ScriptEngine(
        new V8RuntimeConstraints { MaxOldSpaceSize = HeapMebibytes }, V8ScriptEngineFlags.DisableGlobalMembers | V8ScriptEngineFlags.HideHostExceptions));

    /// <summary>
    /// Releases code pages of the engine and of .NET's compiler that only the start of a process needs. Compiling scripts touches a third
    /// of the engine's code, which would count as memory of this process until its end.
    /// </summary>
    public static void GiveBackCode()
    {
        if (OperatingSystem.IsLinux()) Libc.GiveBackCode(LibraryName, "libclrjit");
    }

    /// <summary>What is thrown where the native library for a system is missing.</summary>
    /// <param name="system">The runtime identifier of the system, such as <c>linux-x64</c>.</param>
    internal static ScriptEngineMissingException Missing(string system) => new(
        $"this Dyno was built without the JavaScript engine V8 for this system ({system})", $"build Dyno with -p:DynoV8Systems={system} (docs/k6.md)");
}

/// <summary>The engine is missing; <see cref="Hint"/> says what to do.</summary>
public sealed class ScriptEngineMissingException(string message, string hint) : Exception(message)
{
    /// <summary>The remedy.</summary>
    public string Hint { get; } = hint;
}
