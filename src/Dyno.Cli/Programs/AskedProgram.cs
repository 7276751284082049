using System.Collections.Immutable;
using System.Globalization;
using Dyno.Cli.Loads;
using Dyno.Cli.Progress;
using Dyno.Results.Problems;

namespace Dyno.Cli.Programs;

/// <summary>A load in C# as a command line asks for it.</summary>
/// <param name="Target">The file, project or folder as the user named it.</param>
internal sealed record AskedProgram(string Target) : AskedLoad
{
    public override string Target { get; } = Target;

    /// <summary>Its arguments.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>Seed of every random choice; null: the code's own.</summary>
    public long? Seed { get; init; }

    /// <summary>Whether what it writes is shown.</summary>
    public bool IsQuiet { get; init; }

    public override bool IsReadWithoutBuild => false;

    public override string InWords(string? subject) => subject is null ? Target : $"{Target} on {subject}";

    public override IEnumerable<Problem> Problems(bool hasSubject)
    {
        if (LoadProgram.Find(Target) is { } program && !File.Exists(program.Path)) yield return LoadProgramBuild.Missing(program);
    }

    public override Task<PackedLoad> PackAsync(Terminal terminal, string folder, bool hasSubject) =>
        throw new UserFault($"{Target} is a load in C#, and those run on one machine",
            "write the load as requests (.http, .websurge) or as a k6 script for a fleet, or start the program on each machine and merge with `dyno report`");

    public override ReadyLoad GetReady(Terminal terminal, ProgressLines progress)
    {
        string[] arguments = Seed is { } seed ? [.. Arguments, "--seed", seed.ToString(CultureInfo.InvariantCulture)] : [.. Arguments];
        var load = new ProgramLoad(arguments, progress.Say) { Write = line => { if (!IsQuiet) terminal.Error.WriteLine(line); } };
        return new ReadyLoad(load, progress.Warn);
    }
}
