namespace Dyno.JavaScript;

/// <summary>A JavaScript engine: the port's other half. To add one: this, an <see cref="IScriptVm"/>, and a line in <see cref="ScriptEngine"/>.</summary>
internal interface IScriptEngine
{
    /// <summary>The word by which it is asked for.</summary>
    string Word { get; }

    /// <summary>What people call it.</summary>
    string Name { get; }

    /// <summary>Loads it, once per process.</summary>
    /// <exception cref="ScriptEngineMissingException">It is not there.</exception>
    void Load();

    /// <summary>Creates a machine; after <see cref="Load"/>.</summary>
    IScriptVm CreateVm();

    /// <summary>Part of the file name of its native library, as <c>/proc/self/maps</c> shows it.</summary>
    string LibraryName { get; }
}
