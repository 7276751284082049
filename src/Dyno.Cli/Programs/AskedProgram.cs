namespace Dyno.Cli;

/// <summary>A load in C# as a command line asks for it.</summary>
/// <param name="Target">The file, project or folder as the user named it.</param>
internal sealed record AskedProgram(string Target) : RequestedLoad
{
    private const string PackedFolder = "program";
    private readonly BuiltPrograms _built = new();

    public override string Target { get; } = Target;

    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>Seed of every random choice; null: the code's own.</summary>
    public long? Seed { get; init; }

    /// <summary>The execution segment of the load that this program runs; null: the whole load.</summary>
    public string? Segment { get; init; }

    /// <summary>Whether the program's output is hidden.</summary>
    public bool IsQuiet { get; init; }

    public override bool IsReadWithoutBuild => false;

    public override bool SpeaksAsShare => true;

    public override string InWords(string? subject) => subject is null ? Target : $"{Target} on {subject}";

    public override IEnumerable<Problem> Problems(bool hasSubject)
    {
        if (LoadProgram.Find(Target) is { } program && !File.Exists(program.Path)) yield return LoadProgramBuild.Missing(program);
    }

    /// <summary>Packs the program as it was built here: every machine runs the same binaries, and needs neither the SDK nor the project's references.</summary>
    public override async Task<PackedLoad> PackAsync(Terminal terminal, string folder, bool hasSubject)
    {
        var assembly = await _built.AssemblyOfAsync(LoadProgram.Find(Target)!, _ => { }, CancellationToken.None);
        var (from, to) = (Path.GetDirectoryName(assembly)!, Path.Combine(folder, PackedFolder));
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var place = Path.GetRelativePath(from, file);
            if (place.StartsWith("publish" + Path.DirectorySeparatorChar, StringComparison.Ordinal)) continue; // a second copy of the same files
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(to, place))!);
            File.Copy(file, Path.Combine(to, place));
        }
        return new PackedLoad(Path.Combine(to, Path.GetFileName(assembly)), [.. Directory.EnumerateFiles(to, "*", SearchOption.AllDirectories)])
        {
            Arguments = Arguments,
        };
    }

    public override ReadyLoad GetReady(Terminal terminal, ProgressLines progress)
    {
        string[] arguments =
        [
            .. Arguments,
            .. Seed is { } seed ? ["--seed", seed.ToString(CultureInfo.InvariantCulture)] : (string[])[],
            .. Segment is { } segment ? ["--execution-segment", segment] : (string[])[],
        ];
        var load = new ProgramLoad(arguments, _built, progress.Say) { Write = line => { if (!IsQuiet) terminal.Error.WriteLine(line); } };
        return new ReadyLoad(load, progress.Warn);
    }
}
