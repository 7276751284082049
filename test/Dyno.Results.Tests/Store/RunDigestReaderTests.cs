namespace Dyno.Results.Tests;

public sealed class RunDigestReaderTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-digest-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void The_digest_says_what_the_document_says()
    {
        var run = FilledRun.Create(name => name) with { Id = "20261121-104233-k3f9" };
        var stored = new RunStore(_folder).Save(run);
        RunTags.Set(stored, ["baseline"]);

        var digest = RunDigestReader.Read(stored);

        digest.Id.ShouldBe(run.Id);
        digest.StartedAt.ShouldBe(run.StartedAt);
        digest.Name.ShouldBe(run.Plan.Name);
        digest.Target.ShouldBe($"{run.Plan.Source} on {run.Subject!.Source}");
        digest.Outcome.ShouldBe(run.Outcome);
        digest.RequestsPerSecond.ShouldBe(run.Measured.Totals.RequestsPerSecond);
        digest.Requests.ShouldBe(run.Measured.Totals.Requests);
        digest.FailedRequests.ShouldBe(run.Measured.Totals.FailedRequests);
        digest.Health.ShouldBe(run.Health.State);
        digest.Tags.ShouldBe(["baseline"]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"schemaVersion":99,"plan":{"name":"x","source":"x"},"measured":{"totals":{}},"health":{"state":"healthy"}}""")]
    [InlineData("""{"schemaVersion":1,"health":{"state":"sick"}}""")]
    public void What_is_no_run_is_a_failure_in_words(string document)
    {
        var path = Path.Combine(_folder, "20261121-104233-k3f9.json");
        File.WriteAllText(path, document);

        Should.Throw<UserFault>(() => RunDigestReader.Read(new StoredRun("20261121-104233-k3f9", path)))
            .Message.ShouldStartWith($"{path}: cannot be read: ");
    }

    [Theory]
    [InlineData("20261121-104233-k3f9", "2026-11-21T10:42:33Z")]
    [InlineData("20261121-104233", null)]
    [InlineData("20261321-104233-k3f9", null)]
    [InlineData("my own notes", null)]
    [InlineData("", null)]
    public void An_id_tells_when_its_run_began(string id, string? moment) =>
        RunId.MomentOf(id).ShouldBe(moment is null ? null : DateTimeOffset.Parse(moment, System.Globalization.CultureInfo.InvariantCulture));
}
