namespace Dyno.Inputs.Tests;

public sealed class AllCorporaTests
{
    private static readonly string[] Folders =
    [
        .. Directory.GetDirectories(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Inputs.Tests")),
        .. Directory.GetDirectories(Path.Combine(RepositoryRoot.Path, "guests", "import", "test", "Dyno.Import.Tests")),
    ];

    // Beside them, as many that are wrong in one way or several: each is read by the tests of its kind.
    [Fact]
    public void There_are_150_files_that_people_could_have_written_and_all_of_them_load()
    {
        var files = FilesIn("Corpus");

        files.Count.ShouldBeGreaterThanOrEqualTo(150);
        files.Select(File.ReadAllText).Distinct().Count().ShouldBe(files.Count);
        FilesIn("Malformed").Count.ShouldBeGreaterThanOrEqualTo(150);
        foreach (var file in files)
        {
            var problems = new ProblemList();
            Corpus.Read(file, problems).Requests.ShouldNotBeEmpty(file);
            problems.ThrowIfAny();
        }
    }

    private static List<string> FilesIn(string name) =>
        [.. Folders.Select(folder => Path.Combine(folder, name)).Where(Directory.Exists).SelectMany(Corpus.FilesIn)];
}
