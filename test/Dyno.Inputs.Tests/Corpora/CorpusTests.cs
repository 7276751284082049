namespace Dyno.Inputs.Tests;

public sealed class CorpusTests
{
    public static TheoryData<string> Kinds => [.. Corpus.Kinds];

    public static TheoryData<string> KindsWithMistakes => [.. Corpus.Kinds.Where(kind => kind != "WebSurge")];

    [Theory, MemberData(nameof(Kinds))]
    public void Files_of_every_kind_are_read_as_approved(string kind)
    {
        var read = new StringBuilder();
        foreach (var path in Corpus.Files(kind, "Corpus"))
        {
            var problems = new ProblemList();
            var set = Corpus.Read(path, problems);
            problems.ThrowIfAny();
            set.Requests.ShouldNotBeEmpty(path);
            read.Append($"=== {Path.GetFileName(path)} ({set.InputKind})\n{Corpus.Describe(set)}");
            foreach (var warning in problems.Warnings) read.Append($"warning: {Corpus.Scrub(warning.ToString())}\n");
            read.Append('\n');
        }

        Approval.Verify(read.ToString(), kind + "Corpus", Corpus.TestFile);
    }

    // The mistakes of WebSurge sessions have a test of their own.
    [Theory, MemberData(nameof(KindsWithMistakes))]
    public void Mistakes_of_every_kind_are_told_as_approved(string kind)
    {
        var told = new StringBuilder();
        foreach (var path in Corpus.Files(kind, "Malformed"))
        {
            var problems = new ProblemList();
            Corpus.Read(path, problems);
            var refused = Should.Throw<UserFault>(problems.ThrowIfAny, path);
            refused.Problems.ShouldAllBe(p => p.Line > 0 && p.Column > 0 && !string.IsNullOrEmpty(p.WriteInstead), path);
            refused.Message.ShouldNotContain("hunter2");
            told.Append(Corpus.Scrub(refused.Message)).Append("\n\n");
        }

        Approval.Verify(told.ToString().Replace(RepositoryRoot.Path, "REPOSITORY", StringComparison.Ordinal), kind + "Malformed", Corpus.TestFile);
    }
}
