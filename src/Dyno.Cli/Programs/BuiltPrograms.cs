namespace Dyno.Cli;

/// <summary>The load programs of one command, each built once.</summary>
internal sealed class BuiltPrograms
{
    private readonly Dictionary<string, string> _assemblies = new(StringComparer.Ordinal);

    /// <summary>The assembly of a program.</summary>
    /// <param name="say">Receives a message when the program is built.</param>
    /// <exception cref="Dyno.Results.UserFault">The program does not compile.</exception>
    public async Task<string> AssemblyOfAsync(LoadProgram program, Action<string> say, CancellationToken cancellation)
    {
        if (_assemblies.TryGetValue(program.Path, out var known)) return known;
        if (!program.IsBuilt) say($"building {(Path.IsPathRooted(program.Name) ? Path.GetFileName(program.Name) : program.Name)}");
        return _assemblies[program.Path] = await new LoadProgramBuild(program).BuildAsync(cancellation);
    }
}
