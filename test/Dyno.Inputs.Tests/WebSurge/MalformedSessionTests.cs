namespace Dyno.Inputs.Tests;

public sealed class MalformedSessionTests
{
    private static readonly string Folder =
        Path.Combine(RepositoryRoot.Path, "test", "Dyno.Inputs.Tests", "WebSurge", "Malformed");

    public static TheoryData<string> Names => [.. Files.Select(path => Path.GetFileNameWithoutExtension(path))];

    private static IEnumerable<string> Files => Directory.GetFiles(Folder, "*.websurge").Order(StringComparer.Ordinal);

    [Fact]
    public void There_are_more_than_fifty() => Files.Count().ShouldBeGreaterThan(50);

    [Theory]
    [MemberData(nameof(Names))]
    public void Each_is_refused_with_file_and_what_to_write_instead(string name)
    {
        var refused = Should.Throw<UserFault>(() => Read(Path.Combine(Folder, name + ".websurge")));

        foreach (var problem in refused.Problems)
        {
            problem.Source.ShouldBe(name + ".websurge");
            (problem.Line > 0 && problem.Column > 0).ShouldBeTrue(problem.ToString());
            problem.WriteInstead.ShouldNotBeNullOrEmpty();
            problem.ToString().ShouldNotContain("hunter2");
        }
    }

    [Fact]
    public void The_messages_are_the_approved_ones()
    {
        var messages = new StringBuilder();
        foreach (var path in Files)
        {
            var refused = Should.Throw<UserFault>(() => Read(path));
            messages.Append(refused.Message).Append("\n\n");
        }

        Approval.Verify(messages.ToString(), "MalformedSessions");
    }

    private static void Read(string path)
    {
        var problems = new ProblemList();
        SessionReader.Read(Path.GetFileName(path), File.ReadAllBytes(path), problems);
        problems.ThrowIfAny();
    }
}
