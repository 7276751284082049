using Dyno.Load.Plans;

namespace Dyno.Cli.Programs;

/// <summary>
/// A load written in C#. It runs as a program of its own, told where the program under test listens by <c>DYNO_TARGET_URL</c>, and notes
/// when its measurement begins and ends, so that the server is watched meanwhile.
/// </summary>
/// <param name="arguments">Its arguments.</param>
/// <param name="built">What was built already.</param>
/// <param name="say">Told that it is built.</param>
internal sealed class ProgramLoad(IReadOnlyList<string> arguments, BuiltPrograms built, Action<string> say) : ILoad
{
    public string Kind => "a load in C#";

    /// <summary>Takes each line it writes; null: the last ones are told when it fails.</summary>
    public Action<string>? Write { get; init; }

    public bool Takes(string target) => LoadProgram.Find(target) is not null;

    public async Task<IOpenLoad> OpenAsync(LoadOpening opening, CancellationToken cancellation)
    {
        var program = LoadProgram.Find(opening.Path)!;
        return new OpenProgram(program, await built.AssemblyOfAsync(program, say, cancellation), arguments, opening) { Write = Write };
    }
}
