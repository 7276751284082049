namespace Dyno.JavaScript;

/// <summary>
/// A JavaScript engine: the factory of its machines. A new engine needs this interface, an <see cref="IScriptVm"/>, and a line in
/// <see cref="ScriptEngine"/>.
/// </summary>
internal interface IScriptEngine
{
    /// <summary>The word that selects the engine.</summary>
    string Word { get; }

    /// <summary>The common name of the engine.</summary>
    string Name { get; }

    /// <summary>Loads the engine, once per process.</summary>
    /// <exception cref="ScriptEngineMissingException">The engine is not installed.</exception>
    void Load();

    /// <summary>Creates a machine; after <see cref="Load"/>.</summary>
    IScriptVm CreateVm();

    /// <summary>Part of the file name of its native library, as <c>/proc/self/maps</c> shows it.</summary>
    string LibraryName { get; }
}
