namespace Dyno.Experiments.Tests;

/// <summary>
/// Slices of one program under several names, recorded by <c>dyno compare</c> (Recorded/*.csv; aa-busy: net10 Hello on two CPUs with a load
/// average of 44, where the servers got a third of their CPU; aa-quiet: the same with nothing beside it, six launches in each of
/// 14 rounds, 210 pairs).
/// </summary>
internal static class RecordedSlices
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Experiments.Tests", "Statistics", "Recorded");

    /// <summary>The names of the recordings.</summary>
    public static IEnumerable<string> Files => Directory.GetFiles(Folder, "*.csv").Select(file => Path.GetFileName(file)!);

    /// <summary>The launches of each round, by name.</summary>
    public static IEnumerable<List<(string Name, DuetRecord Record)>> Rounds(string file) =>
        File.ReadLines(Path.Combine(Folder, file)).Skip(1).Select(line => line.Split(',')).GroupBy(cells => cells[0])
            .Select(round => round.GroupBy(cells => cells[1]).OrderBy(g => g.Key, StringComparer.Ordinal)
                .Select(g => (g.Key, Record(g))).ToList());

    private static DuetRecord Record(IEnumerable<string[]> rows) => new()
    {
        SliceSeconds = 0.2,
        Variants = 4,
        Slices = [.. rows.Select(cells => new SliceResult
        {
            Block = int.Parse(cells[2], CultureInfo.InvariantCulture),
            Seconds = 0,
            Length = double.Parse(cells[3], CultureInfo.InvariantCulture),
            Requests = long.Parse(cells[4], CultureInfo.InvariantCulture),
            Failed = 0,
            CpuMicros = double.Parse(cells[5], CultureInfo.InvariantCulture),
            IsSetAside = cells[6] == "1",
        })],
    };
}
