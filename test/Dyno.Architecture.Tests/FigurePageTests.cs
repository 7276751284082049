using Dyno.Metrics;

namespace Dyno.Architecture.Tests;

/// <summary>The glossary lists every figure with its one meaning.</summary>
public sealed partial class FigurePageTests
{
    [Fact]
    public void The_glossary_has_a_row_for_each_figure_with_its_meaning_unit_and_merge() =>
        Row().Matches(RepositoryFiles.Read("docs/glossary.md")).Select(row => row.Value.TrimEnd())
            .ShouldBe(FigureTable.All.Values.Select(figure => $"| `{figure.Name}` | {figure.Title} | {UnitOf(figure)} | {MergeOf(figure)} |"), ignoreOrder: true);

    private static string UnitOf(Figure figure) => figure.Unit.Dimension switch
    {
        FigureDimension.Rate => "per second",
        FigureDimension.Traffic => "bytes, powers of 1,000",
        FigureDimension.Memory => "bytes, powers of 1,024",
        FigureDimension.Cpus => "CPUs",
        var other => other.ToString().ToLowerInvariant(),
    };

    private static string MergeOf(Figure figure) => figure.Kind switch
    {
        FigureKind.Count => "added",
        FigureKind.Mean => "mean, by time",
        FigureKind.PerRequest => "mean, by requests",
        FigureKind.Peak => "largest",
        FigureKind.Launch => "median of launches",
        _ => "distributions merged",
    };

    [GeneratedRegex(@"^\| `[\w.]+` \|.*$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
