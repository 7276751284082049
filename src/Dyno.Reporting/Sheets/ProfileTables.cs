namespace Dyno.Reporting;

/// <summary>Which methods cost a difference: for each profiled pair a sentence, a table and a flame graph.</summary>
internal static class ProfileTables
{
    public static IEnumerable<Block> Of(Comparison comparison)
    {
        foreach (var profile in comparison.Profiles)
        {
            yield return new NoteBlock(ProfileFigures.Heading(profile) + profile.Sentence, Tone.Plain);
            if (profile.Rows.Length > 0) yield return Table(profile);
            if (profile.Graph.Length > 0) yield return new FlameBlock(ProfileFigures.Name(profile), profile.Graph);
            yield return new NoteBlock(ProfileFigures.HowMeasured(profile));
            foreach (var note in profile.Notes) yield return new NoteBlock(note, Tone.Doubtful);
        }
    }

    private static TableBlock Table(ProfileRecord profile) => new("Methods of " + ProfileFigures.Name(profile),
        [new("method", false), new("source", false), new("µs per request"), new("95 % interval"), new("before"), new("its call", false), new("bytes per request")],
        [.. profile.Rows.Select(row => (ImmutableArray<Cell>)
        [
            row.Method, ProfileFigures.Source(row), new Cell(ProfileFigures.Micros(row.Difference), row.Difference), ProfileFigures.Interval(row),
            new Cell(ProfileFigures.Plain(row.Before), row.Before), ProfileFigures.Call(row),
            row.AllocatedBytes is { } bytes ? new Cell(ProfileFigures.Bytes(bytes), bytes) : "",
        ])])
    {
        Note = "CPU time of a method with all that it calls outside of the user's own projects. In brackets: code that no method of these projects called.",
    };
}
