namespace Dyno.Reporting;

/// <summary>Which methods of a program use the CPU: a sentence, a table and a flame graph.</summary>
internal static class RunProfileTables
{
    /// <summary>The blocks of a profile; none without one.</summary>
    public static IEnumerable<Block> Of(RunProfile? profile)
    {
        if (profile is null) yield break;
        yield return new NoteBlock(RunProfileFigures.Sentence(profile), Tone.Plain);
        if (profile.Methods.Length > 0) yield return Table(profile);
        if (profile.Graph.Length > 0) yield return new FlameBlock("the program", profile.Graph) { HasDifference = false };
        yield return new NoteBlock(RunProfileFigures.HowMeasured(profile));
        foreach (var note in profile.Notes) yield return new NoteBlock(note, Tone.Doubtful);
    }

    private static TableBlock Table(RunProfile profile) => new("Methods with the most CPU time",
        [new("method", false), new("source", false), new("µs per request"), new("of the CPU time"), new("its call", false), new("bytes per request"), new("most of them", false)],
        [.. profile.Methods.Select(method => (ImmutableArray<Cell>)
        [
            method.Method, RunProfileFigures.Source(method), new Cell(RunProfileFigures.Cost(method), method.Micros),
            new Cell(RunProfileFigures.Percent(method.Share), method.Share), RunProfileFigures.Call(method),
            new Cell(RunProfileFigures.Bytes(method), method.AllocatedBytes ?? 0), method.AllocatedType ?? "",
        ])])
    {
        Note = "CPU time of a method with all that it calls outside of the user's own projects. In brackets: code that no method of these projects called.",
    };
}
