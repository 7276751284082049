using System.Text.RegularExpressions;

namespace Dyno.Experiments.Tests;

/// <summary>
/// What people have written into the README of a study, beside its kept results. A figure with a unit stands in a claim or a table of the
/// study, or is the median of a kept result's launches, or is listed here with the reason why nothing gives it. The figures of one row, and
/// an estimate with its interval, come from one place.
/// </summary>
public sealed partial class WrittenFigureTests
{
    private const string Setting = "what the load is set to";
    private const string Tested = "shown by test/CacheLab.Tests/CacheCornerTests.cs";
    private const string NotKept = "of runs that are not kept, and the text says so";

    private static readonly (string Study, string Text, string Why)[] Free =
    [
        ("*", "the whole 95 % interval", "the level of every interval"),
        ("async-vs-sync", "the last answer comes after 58 s", "the article's own: 30 s of starts, and 28 s of the slowest answer"),
        ("hybridcache-ladder", "answered 1,300 to 1,600 requests a second for eight seconds, 2,000 to 3,000 for eight more, and 6,000", NotKept),
        ("hybridcache-ladder", "it was 4,400 from the seventh second on", NotKept),
        ("hybridcache-ladder", "3,100 from the first", NotKept),
        ("hybridcache-ladder", "with HybridCache 10.11 and FusionCache 2.9", "versions"),
        ("hybridcache-ladder", "(1 MiB)", Tested),
        ("hybridcache-ladder", "for 1,000 days", Tested),
        ("hybridcache-ladder", "for 30 s unless it is set; HybridCache for 5 min", Tested),
        ("minimal-vs-controllers", "0 users in 85 s", Setting),
        ("minimal-vs-controllers", "× 0.877 (0.766 to 0.969) over 15 iterations, × 0.795 (0.738 to 0.854)", NotKept),
        ("minimal-vs-controllers", "105 µs (three launches) instead of 90 µs", NotKept),
        ("runtime-throughput", "10 s after 2 s of warm-up", Setting),
        ("runtime-throughput", "30,000 constant arrivals a second", Setting),
        ("runtime-throughput", "between −39 % and +5 %", NotKept),
        ("runtime-throughput", "2.8 times on another", "of the machine before, whose results were replaced; the text says so"),
    ];

    private static readonly StudyCatalogue Catalogue = new(Path.Combine(RepositoryRoot.Path, "studies"));

    /// <summary>What a figure is compared by.</summary>
    private enum Sort
    {
        Plain,
        Ratio,
        Share,
        Nanoseconds,
        Bytes,
    }

    public static TheoryData<string> Studies => [.. Catalogue.Names];

    [Theory, MemberData(nameof(Studies))]
    public void Every_figure_in_the_text_of_a_study_is_one_of_its_own(string study) => Unknown(study, Readme(study)).ShouldBeEmpty(
        "no claim, table or kept result gives these: measure again, correct the text, have a table of claims.yaml print them, or list them with a reason");

    [Fact]
    public void A_figure_that_nothing_gives_is_found()
    {
        const string study = "net10-vs-net11";
        var readme = Readme(study);
        Unknown(study, readme.Replace("26 % less at 10,000", "34 % less at 10,000", StringComparison.Ordinal)).ShouldBe(["34 %"]);
        Unknown(study, readme.Replace("8 % fewer requests (5 to 13 %)", "8 % fewer requests (4 to 14 %)", StringComparison.Ordinal)).ShouldBe(["8 % fewer requests (4 to 14 %)"]);
        const string rows = "cache-client-tuning";
        Unknown(rows, Readme(rows).Replace("| 13,500 | 12.4 ms |", "| 11,700 | 12.4 ms |", StringComparison.Ordinal))
            .ShouldBe(["| 50 | 11,700 | 12.4 ms | 69 µs | 1 |"], "each figure is true, but not of these callers");
    }

    [Fact]
    public void What_is_listed_is_still_written() =>
        Free.Where(free => free.Study != "*" && !Readme(free.Study).Contains(free.Text, StringComparison.Ordinal)).ShouldBeEmpty();

    private static string Readme(string study) => File.ReadAllText(Path.Combine(Catalogue.Folder, study, "README.md")).ReplaceLineEndings("\n");

    private static string Figures(string study) => Path.Combine(Catalogue.Folder, study, "results", "README.md") is var page && File.Exists(page) ? File.ReadAllText(page) : "";

    private static List<string> Unknown(string study, string readme)
    {
        var generated = Generated().Match(readme).Value;
        var text = Code().Replace(readme.Replace(generated, "", StringComparison.Ordinal), "");
        foreach (var free in Free.Where(free => free.Study == "*" || free.Study == study)) text = text.Replace(free.Text, "", StringComparison.Ordinal);
        var printed = $"{generated}\n{Figures(study)}".Split('\n').Select(line => new Source(Amounts(line))).ToList();
        var kept = Kept(study).ToList();
        var all = printed.Concat(kept).ToList();

        List<string> unknown = [];
        foreach (var line in text.Split('\n'))
        {
            if (Row().IsMatch(line))
            {
                var figures = Written.Read(line).Skip(1).ToList();
                if (!all.Any(source => figures.All(source.Has))) unknown.Add(line);
                continue;
            }
            foreach (Match match in WithInterval().Matches(line))
            {
                var figures = Written.Read(match.Value);
                if (!printed.Any(source => figures.All(source.Has))) unknown.Add(match.Value);
            }
            foreach (var figure in Written.Read(WithInterval().Replace(line, "")).Where(figure => figure.IsMeasured))
                if (!(figure.Sort is Sort.Ratio or Sort.Share ? printed : all).Any(source => source.Has(figure))) unknown.Add(figure.Text.Trim());
        }
        return unknown;
    }

    // A ratio is also written as the percentage that is more, less, or reached.
    private static List<(Sort, double)> Amounts(string line) =>
    [
        .. Written.Read(line).SelectMany(figure => figure.Sort == Sort.Ratio
            ? [(Sort.Ratio, figure.Value), (Sort.Ratio, 1 / figure.Value), (Sort.Share, Math.Abs(1 - figure.Value) * 100), (Sort.Share, figure.Value * 100)]
            : new[] { (figure.Sort, figure.Value) }),
    ];

    private static IEnumerable<Source> Kept(string study)
    {
        var folder = Path.Combine(Catalogue.Folder, study, "results");
        foreach (var file in Directory.Exists(folder) ? Directory.GetFiles(folder, "*.json") : [])
            foreach (var launches in ComparisonJson.ReadFile(file).Trials.Where(t => t.Outcome == TrialOutcome.Used).GroupBy(t => (t.Variant, t.Cell)))
                yield return new Source([.. launches.SelectMany(t => t.Metrics).GroupBy(m => m.Key, m => m.Value).Select(m => InUnit(m.Key, [.. m.Order()]))]);
    }

    private static (Sort, double) InUnit(string metric, double[] values)
    {
        var (unit, median) = (FigureTable.Of(metric).Unit, (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2);
        return unit.Dimension switch
        {
            FigureDimension.Time => (Sort.Nanoseconds, median * unit.Factor),
            FigureDimension.Share => (Sort.Share, median * 100),
            FigureDimension.Memory or FigureDimension.Traffic => (Sort.Bytes, median),
            _ => (Sort.Plain, median),
        };
    }

    /// <summary>Figures of one line of the generated part, or of one variant of a kept result.</summary>
    private sealed record Source(List<(Sort Sort, double Value)> Amounts)
    {
        public bool Has(Written figure) => Amounts.Any(a => a.Sort == figure.Sort && Math.Abs(a.Value - figure.Value) <= figure.Step * 0.501);
    }

    /// <summary>A number as it is written, and how exact that is.</summary>
    private sealed partial record Written(string Text, Sort Sort, double Value, double Step, bool IsMeasured)
    {
        public static List<Written> Read(string line)
        {
            List<Written> read = [];
            var matches = Number().Matches(line).ToArray();
            for (var i = 0; i < matches.Length; i++)
            {
                var (match, unit) = (matches[i], UnitOf(matches[i]));
                // "5 to 12 %" and "21,000 or 24,000/s": the unit stands behind the last one. "× 0.9 (0.8 to 1.1)": before the first one.
                for (var next = i + 1; unit.Length == 0 && next < matches.Length && Joined(matches[next - 1], matches[next]); next++)
                    unit = UnitOf(matches[next]);
                if (unit.Length == 0 && i > 0 && read[^1].Sort == Sort.Ratio && Joined(matches[i - 1], match)) unit = "×";
                read.Add(Of(match, unit));
            }
            return read;

            bool Joined(Match left, Match right) => Joint().IsMatch(line[(left.Index + left.Length)..right.Index]);
        }

        private static string UnitOf(Match match) => match.Groups["ratio"].Success ? "×" : match.Groups["unit"].Value.Trim();

        private static Written Of(Match match, string unit)
        {
            var digits = match.Groups["number"].Value.Replace(",", "", StringComparison.Ordinal);
            var value = double.Parse(digits, CultureInfo.InvariantCulture);
            var point = digits.IndexOf('.', StringComparison.Ordinal);
            var step = Math.Pow(10, point >= 0 ? point + 1 - digits.Length : digits.Length - digits.TrimEnd('0').Length);
            var (sort, factor) = unit switch
            {
                "×" or "times" => (Sort.Ratio, 1.0),
                "%" or "points" => (Sort.Share, 1),
                "ns" => (Sort.Nanoseconds, 1),
                "µs" => (Sort.Nanoseconds, 1e3),
                "ms" => (Sort.Nanoseconds, 1e6),
                "s" => (Sort.Nanoseconds, 1e9),
                "B" => (Sort.Bytes, 1),
                "kB" or "KB" => (Sort.Bytes, 1e3),
                "MB" => (Sort.Bytes, 1e6),
                "KiB" => (Sort.Bytes, 1024),
                "MiB" => (Sort.Bytes, 1024 * 1024),
                "GiB" => (Sort.Bytes, 1024 * 1024 * 1024),
                _ => (Sort.Plain, 1),
            };
            var isMeasured = unit.Length > 0 || match.Groups["number"].ValueSpan.IndexOfAny(',', '.') >= 0;
            return new Written(match.Value, sort, value * factor, step * factor, isMeasured);
        }

        [GeneratedRegex(@"(?<![\w.,:#])(?<ratio>× ?)?(?<number>\d{1,3}(,\d{3})+(\.\d+)?|\d+(\.\d+)?)(?![\w.,]*\d)(?<unit> ?%|/s\b| ?(ns|µs|ms|s)\b| ?[KMG]iB\b| ?[kKMG]?B\b| points\b| times\b|( \w+)? a second\b)?")]
        private static partial Regex Number();

        [GeneratedRegex(@"^( to |–| – |, | or | and | \()(× ?)?$")]
        private static partial Regex Joint();
    }

    [GeneratedRegex("<!-- claims.*?<!-- end of claims -->", RegexOptions.Singleline)]
    private static partial Regex Generated();

    [GeneratedRegex(@"```.*?```|`[^`]*`|(?<=\])\([^)]*\)", RegexOptions.Singleline)]
    private static partial Regex Code();

    /// <summary>A row with one figure in each cell.</summary>
    [GeneratedRegex(@"^\|( [\d.,]+ ?(%|µs|ms|s)? \|){3,}$")]
    private static partial Regex Row();

    [GeneratedRegex(@"(?<![\w.])(× ?)?\d[\d,.]*( %)?[^()|.;,]*\((× ?)?\d[\d,.]*( %)?( \w+)? to [^()]*\)|× ?[\d.]+, [\d.]+ to [\d.]+")]
    private static partial Regex WithInterval();
}
