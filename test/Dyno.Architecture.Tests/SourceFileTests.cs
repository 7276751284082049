using System.Globalization;

namespace Dyno.Architecture.Tests;

public sealed partial class SourceFileTests
{
    private const int MaxLines = 400;
    private const int MaxLinesOfMethod = 60;
    private const int MaxLinesOfAll = 126_000; // guests included: a room opens when as many lines have closed

    [Fact]
    public void What_comes_pays_with_what_goes() =>
        RepositoryFiles.Sources.Sum(path => RepositoryFiles.Lines(path).Length).ShouldBeLessThanOrEqualTo(MaxLinesOfAll);

    [Fact]
    public void A_file_over_400_lines_says_at_its_top_why_it_is_better_whole() =>
        RepositoryFiles.CSharp.Where(path => RepositoryFiles.Lines(path).Length > MaxLines)
            .Where(path => !RepositoryFiles.Lines(path).Take(15).Any(line => ReasonToStayWhole().IsMatch(line)))
            .ShouldBeEmpty("split it, or begin it with a comment \"// One file because ...\"");

    /// <summary>Texts do not count: a message or a sample is better on one line.</summary>
    [Fact]
    public void Lines_of_code_are_as_wide_as_the_editor_is_told()
    {
        var widest = int.Parse(Width().Match(RepositoryFiles.Read(".editorconfig")).Groups[1].Value, CultureInfo.InvariantCulture);
        RepositoryFiles.CSharp.SelectMany(path => RepositoryFiles.Lines(path)
                .Select((line, index) => (Where: $"{path}:{index + 1}", Text().Replace(line, "").Length)))
            .Where(line => line.Length > widest).Select(line => line.Where)
            .ShouldBeEmpty();
    }

    /// <summary>The check of the formatting sees white space alone.</summary>
    [Fact]
    public void Usings_are_sorted_with_System_first() =>
        RepositoryFiles.CSharp.Select(path => (path, Usings: RepositoryFiles.Lines(path).Select(line => Using().Match(line))
                .Where(match => match.Success).Select(match => match.Groups[1].Value).ToList()))
            .Where(file => !file.Usings.SequenceEqual(file.Usings.OrderBy(name => !(name + ".").StartsWith("System.", StringComparison.Ordinal))
                .ThenBy(name => name, StringComparer.Ordinal)))
            .Select(file => file.path)
            .ShouldBeEmpty("./build format sorts them");

    /// <summary>A body is what stands between braces of a member: at one indent for a type, at two for a type in a type.</summary>
    [Fact]
    public void A_method_has_60_lines_at_most()
    {
        var bodies = RepositoryFiles.Sources
            .SelectMany(path => BodiesOf(RepositoryFiles.Lines(path)).Select(body => (path, body.At, body.Lines))).ToList();

        bodies.Count.ShouldBeGreaterThan(1_000, "the test no longer finds the methods");
        bodies.Where(body => body.Lines > MaxLinesOfMethod).Select(body => $"{body.path}:{body.At}: {body.Lines} lines")
            .ShouldBeEmpty("split it where a part has a name");
    }

    [Fact]
    public void A_project_has_one_namespace() =>
        RepositoryFiles.CSharp.Where(path => path.Split('/')[0] is "src" or "guests" or "test" or "bench")
            .Select(path => (path, space: Namespace().Match(RepositoryFiles.Read(path)).Groups[1].Value))
            .Where(file => file.space.Length > 0 && !IsOfProject(file.path, file.space))
            .Select(file => $"{file.path}: {file.space}")
            .ShouldBeEmpty("folders sort the files of a project; a namespace for each would be a using in every reader's file");

    [Fact]
    public void Folders_are_named_after_concepts_not_kinds() =>
        RepositoryFiles.CSharp.SelectMany(path => path.Split('/')[..^1]).Distinct()
            .Where(folder => Drawer().IsMatch(folder))
            .ShouldBeEmpty("give the types a home that says what they are for");

    [Fact]
    public void Types_are_named_after_what_they_are() =>
        RepositoryFiles.CSharp.Where(path => VagueName().IsMatch(Path.GetFileNameWithoutExtension(path)))
            .ShouldBeEmpty("Helper, Util, Manager, Common, Misc, Impl, Data and Info say nothing");

    /// <summary>Six lists of them once differed: one kind of load was planned as another.</summary>
    [Fact]
    public void The_endings_of_loads_in_code_stand_in_one_place() =>
        RepositoryFiles.Sources.Where(path => EndingOfScript().IsMatch(RepositoryFiles.Read(path)))
            .ShouldBe(["src/Dyno.Load/Plans/LoadFiles.cs"], "read LoadFiles instead of writing the endings again");

    [Fact]
    public void Nothing_is_left_to_do_in_a_comment() =>
        Matches(Unfinished()).ShouldBeEmpty("finish it, or describe what is missing where its user looks");

    private static IEnumerable<string> Matches(Regex pattern) =>
        RepositoryFiles.Text.Where(path => !path.EndsWith(nameof(SourceFileTests) + ".cs", StringComparison.Ordinal))
            .SelectMany(path => RepositoryFiles.Lines(path).Select(line => (path, line)))
            .Where(found => pattern.IsMatch(found.line)).Select(found => $"{found.path}: {found.line.Trim()}");

    private static IEnumerable<(int At, int Lines)> BodiesOf(string[] lines)
    {
        foreach (var indent in (string[])["    ", "        "])
            for (var i = 1; i < lines.Length; i++)
            {
                if (lines[i] != indent + "{" || IsOfType(lines[i - 1]) || !IsOfMember(lines[i - 1], indent)) continue;
                var end = Array.FindIndex(lines, i, line => line.StartsWith(indent + "}", StringComparison.Ordinal));
                if (end > 0) yield return (i, end - i - 1);
            }
    }

    private static bool IsOfType(string head) => TypeHead().IsMatch(head);

    // Not a block inside of a method, and not what a property or an expression begins with.
    private static bool IsOfMember(string head, string indent) =>
        head.StartsWith(indent, StringComparison.Ordinal) && MemberHead().IsMatch(head[indent.Length..]);

    // A guest may go on with a partial type of another project, which lies elsewhere.
    private static bool IsOfProject(string path, string space) =>
        path.Split('/').Contains(space) || path.StartsWith("guests/", StringComparison.Ordinal)
        && RepositoryFiles.Projects.Any(project => project.EndsWith($"/{space}.csproj", StringComparison.Ordinal));

    [GeneratedRegex(@"^using ([A-Z][\w.]*);$")]
    private static partial Regex Using();

    [GeneratedRegex("\"\\.[mc]js\"")]
    private static partial Regex EndingOfScript();

    [GeneratedRegex(@"^//(?!/).*\b(whole|one file)\b", RegexOptions.IgnoreCase)]
    private static partial Regex ReasonToStayWhole();

    [GeneratedRegex(@"^max_line_length = (\d+)$", RegexOptions.Multiline)]
    private static partial Regex Width();

    [GeneratedRegex("\"([^\"\\\\]|\\\\.)*\"")]
    private static partial Regex Text();

    [GeneratedRegex(@"\b(class|struct|record|interface|enum)\s+\w+")]
    private static partial Regex TypeHead();

    [GeneratedRegex(@"^((public|private|protected|internal|static|async|override|virtual|sealed|unsafe|readonly)\s+)+.*\)(\s+where .*)?$|^\s+.*\)$")]
    private static partial Regex MemberHead();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();

    [GeneratedRegex("^(Interfaces|Models|Enums|Utils|Utilities|Helpers|Common|Misc|Shared|Extensions)$")]
    private static partial Regex Drawer();

    [GeneratedRegex("(Helper|Helpers|Util|Utils|Utility|Manager|Common|Misc|Impl|Data|Info|Opts)$")]
    private static partial Regex VagueName();

    [GeneratedRegex(@"\b(TODO|FIXME|HACK|XXX)\b")]
    private static partial Regex Unfinished();
}
