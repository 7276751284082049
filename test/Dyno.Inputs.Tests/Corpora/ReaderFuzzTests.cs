using System.Text;
using Dyno.Inputs.Requests;
using Dyno.Inputs.Tests.Problems;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Tests.Corpora;

/// <summary>Every reader on damaged files of its corpus: it reads or refuses, and never anything else.</summary>
public sealed class ReaderFuzzTests
{
    public static TheoryData<string> Kinds => CorpusTests.Kinds;

    [Theory, MemberData(nameof(Kinds))]
    public void Damaged_files_are_read_or_refused(string kind)
    {
        var random = new Random(20_261_121);
        var files = Corpus.Files(kind, "Corpus").Select(path => (path, Bytes: File.ReadAllBytes(path))).Where(f => f.Bytes.Length < 20_000).ToArray();
        for (var i = 0; i < 4_000; i++)
        {
            var (path, whole) = files[random.Next(files.Length)];
            var bytes = whole.ToArray();
            for (var edits = random.Next(1, 8); edits > 0; edits--) bytes[random.Next(bytes.Length)] = Odd(random, whole);
            var from = random.Next(4) == 0 ? random.Next(bytes.Length) : 0;
            var to = random.Next(3) == 0 ? random.Next(from, bytes.Length) : bytes.Length;
            ReadOrRefuse(path, bytes[from..to]);
        }
    }

    [Theory, MemberData(nameof(Kinds))]
    public void Pieces_of_several_files_are_read_or_refused(string kind)
    {
        var random = new Random(7);
        var files = Corpus.Files(kind, "Corpus").Concat(Corpus.Files(kind, "Malformed")).Select(path => (path, Text: File.ReadAllText(path))).ToArray();
        for (var i = 0; i < 1_000; i++)
        {
            var text = new StringBuilder();
            for (var pieces = random.Next(1, 5); pieces > 0; pieces--)
            {
                var (_, piece) = files[random.Next(files.Length)];
                var from = random.Next(piece.Length);
                text.Append(piece.AsSpan(from, Math.Min(random.Next(400), piece.Length - from)));
            }

            ReadOrRefuse(files[random.Next(files.Length)].path, Encoding.UTF8.GetBytes(text.ToString()));
        }
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

        // What is read without a problem can be compiled, or says why not.
        foreach (var draft in set.Requests) RequestCompiler.Compile(draft, new SourcePlace(problems, path));
        Places.ShouldBeTold(problems, path);
    }
}
