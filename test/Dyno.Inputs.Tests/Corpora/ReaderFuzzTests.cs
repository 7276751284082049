namespace Dyno.Inputs.Tests;

/// <summary>Every reader, and both writers, on damaged files of its corpus: they read or refuse, and never anything else.</summary>
public sealed class ReaderFuzzTests
{
    public static TheoryData<string> Kinds => CorpusTests.Kinds;

    [Theory, MemberData(nameof(Kinds))]
    public void Damaged_files_are_read_or_refused(string kind)
    {
        var files = Corpus.Files(kind, "Corpus").Select(path => (path, Bytes: File.ReadAllBytes(path))).Where(f => f.Bytes.Length < 20_000).ToArray();
        FuzzRounds.Run(3_000, 20_261_121, random =>
        {
            var (path, whole) = files[random.Next(files.Length)];
            var bytes = whole.ToArray();
            for (var edits = random.Next(1, 8); edits > 0; edits--) bytes[random.Next(bytes.Length)] = Odd(random, whole);
            var from = random.Next(4) == 0 ? random.Next(bytes.Length) : 0;
            var to = random.Next(3) == 0 ? random.Next(from, bytes.Length) : bytes.Length;
            return (path, bytes[from..to]);
        }, ReadOrRefuse);
    }

    [Theory, MemberData(nameof(Kinds))]
    public void Pieces_of_several_files_are_read_or_refused(string kind)
    {
        var files = Corpus.Files(kind, "Corpus").Concat(Corpus.Files(kind, "Malformed")).Select(path => (path, Text: File.ReadAllText(path))).ToArray();
        FuzzRounds.Run(1_000, 7, random =>
        {
            var text = new StringBuilder();
            for (var pieces = random.Next(1, 5); pieces > 0; pieces--)
            {
                var (_, piece) = files[random.Next(files.Length)];
                var from = random.Next(piece.Length);
                text.Append(piece.AsSpan(from, Math.Min(random.Next(400), piece.Length - from)));
            }

            return (files[random.Next(files.Length)].path, Encoding.UTF8.GetBytes(text.ToString()));
        }, ReadOrRefuse);
    }

    // What a person's slip does to a line: it is there twice, elsewhere, longer, or has the value of another.
    [Theory, MemberData(nameof(Kinds))]
    public void Files_whose_lines_and_values_changed_places_are_read_or_refused(string kind)
    {
        var files = Corpus.Files(kind, "Corpus").Select(path => (path, Lines: File.ReadAllText(path).Split('\n'))).Where(f => f.Lines.Length < 500).ToArray();
        string[] odd = ["", "null", "\"\"", "-1", "1e999", "{}", "[]", "{{v}}", "{{$guid}}", "{{a.response.body.x}}", "$ref: '#/'", "@v = {{v}}", "https://", "< /dev/zero", new('x', 3_000), "\u202E\u0000"];
        FuzzRounds.Run(1_000, 11, random =>
        {
            var (path, whole) = files[random.Next(files.Length)];
            var lines = whole.ToList();
            for (var edits = random.Next(1, 5); edits > 0; edits--)
            {
                var at = random.Next(lines.Count);
                switch (random.Next(5))
                {
                    case 0: lines.Insert(at, lines[random.Next(lines.Count)]); break;
                    case 1: (lines[at], lines[random.Next(lines.Count)]) = (lines[random.Next(lines.Count)], lines[at]); break;
                    case 2 when lines.Count > 1: lines.RemoveAt(at); break;
                    case 3 when lines[at].IndexOf(':', StringComparison.Ordinal) is > 0 and var colon: lines[at] = $"{lines[at][..(colon + 1)]} {odd[random.Next(odd.Length)]}"; break;
                    default: lines[at] += odd[random.Next(odd.Length)]; break;
                }
            }

            return (path, Encoding.UTF8.GetBytes(string.Join('\n', lines)));
        }, ReadOrRefuse);
    }

    // What stands in the file already, or what breaks things.
    private static byte Odd(Random random, byte[] whole) => random.Next(3) switch
    {
        0 => whole[random.Next(whole.Length)],
        1 => "\"'{}[]:,\\\n\r\0<>&=%$@#-^`"u8[random.Next(22)],
        _ => (byte)random.Next(256),
    };

    private static void ReadOrRefuse(string path, byte[] bytes)
    {
        var problems = new ProblemList();
        var set = RequestSetReader.ReadBytes(path, bytes, new LoadRequest { Target = path }, [], problems);
        if (problems.Count > 0)
        {
            Places.ShouldBeTold(problems, path);
            return;
        }

        // What is read without a problem can be compiled and written in every language, or there is a reason why not.
        foreach (var draft in set.Requests) RequestCompiler.Compile(draft, new SourcePlace(problems, path));
        Places.ShouldBeTold(problems, path);
        foreach (var writer in WriterKind.All) writer.Write(SecretVariables.Extract(set, problems), "out" + writer.Extensions[0], new ProblemList());
    }
}
