namespace Dyno.Cli;

/// <summary>
/// A load written in C#. It runs as a separate program, learns from <c>DYNO_TARGET_URL</c> where the program under test listens, and notes
/// when its measurement begins and ends, so that the server is watched in between.
/// </summary>
/// <param name="say">Receives a message when the program is built.</param>
internal sealed class ProgramLoad(IReadOnlyList<string> arguments, BuiltPrograms built, Action<string> say) : ILoad
{
    public string Kind => "a load in C#";

    /// <summary>Receives each line that the program writes; null: the message about a failure has the last lines.</summary>
    public Action<string>? Write { get; init; }

    public bool Takes(string target) => LoadProgram.Find(target) is not null;

    public async Task<IOpenLoad> OpenAsync(LoadOpening opening, CancellationToken cancellation)
    {
        var program = LoadProgram.Find(opening.Path)!;
        return new OpenProgram(program, await built.AssemblyOfAsync(program, say, cancellation), arguments, opening) { Write = Write };
    }
}
