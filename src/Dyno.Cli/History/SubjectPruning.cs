namespace Dyno.Cli;

/// <summary>The part of <c>dyno prune</c> for the folders of programs under test: counts them, and removes them when asked.</summary>
/// <param name="terminal">Whose folder it is.</param>
internal sealed class SubjectPruning(PruneOptions options, Terminal terminal)
{
    private static readonly string Folder = new SubjectOptions().StateFolder;

    /// <summary>What was done, in lines for the user.</summary>
    public IEnumerable<string> Lines(DateTimeOffset now)
    {
        var all = new SubjectStore(terminal.PathOf(Folder)).List();
        if (all.IsEmpty) yield break;
        if (!options.IncludesSubjects)
        {
            yield return $"{FigureText.Count(all.Length, "program")} under test, {FigureText.Traffic(all.Sum(subject => subject.Bytes()))} in {Folder} (--subjects removes them)";
            yield break;
        }
        var (count, bytes) = (0, 0L);
        foreach (var subject in all.Where(subject => options.OlderThan is not { } age || now - subject.LastUse > age))
        {
            var name = Path.GetFileName(subject.Folder);
            var size = subject.Bytes();
            var isGone = options.IsDryRun || SubjectStore.Remove(subject);
            if (isGone) (count, bytes) = (count + 1, bytes + size);
            yield return !isGone ? $"{name} is in use and stays" : options.IsDryRun ? $"would remove {name}" : $"removed {name}";
        }
        yield return count == 0 ? "no program to remove" : $"{FigureText.Count(count, "program")}, {FigureText.Traffic(bytes)}{(options.IsDryRun ? " would be removed" : "")}";
    }
}
