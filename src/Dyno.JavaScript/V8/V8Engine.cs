using Microsoft.ClearScript.V8;

namespace Dyno.JavaScript.V8;

/// <summary>V8, which Dyno contains as a native library of the package Microsoft.ClearScript.V8.</summary>
internal sealed class V8Engine : IScriptEngine
{
    public string Word => "v8";

    public string Name => "V8";

    public string LibraryName => "ClearScriptV8";

    public void Load()
    {
        try
        {
            CreateVm().Dispose(); // the library is loaded with the first machine
        }
        catch (Exception e) when (e is TypeLoadException or DllNotFoundException or BadImageFormatException or FileNotFoundException)
        {
            var system = System.Runtime.InteropServices.RuntimeInformation.RuntimeIdentifier;
            throw new ScriptEngineMissingException($"this Dyno was built without the JavaScript engine V8 for this system ({system})",
                $"set {ScriptEngine.Variable}=jsc where JavaScriptCore is installed, or build Dyno with -p:DynoV8Systems={system} (docs/k6.md)");
        }
    }

    public IScriptVm CreateVm() => new V8Vm(new V8ScriptEngine(V8ScriptEngineFlags.DisableGlobalMembers | V8ScriptEngineFlags.HideHostExceptions));
}
