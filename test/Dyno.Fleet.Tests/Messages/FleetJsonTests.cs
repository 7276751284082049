using System.Text.Json;

namespace Dyno.Fleet.Tests;

public sealed class FleetJsonTests
{
    [Fact]
    public void What_was_measured_so_far_arrives_as_it_was_sent()
    {
        var sample = RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));
        var sent = new ShareReport { Kind = ShareReportKind.SoFar, SoFar = sample.Measured };

        var json = FleetJson.Write(sent);

        var read = JsonSerializer.Deserialize(json, FleetJson.Default.ShareReport);
        Encoding.UTF8.GetString(FleetJson.Write(read)).ShouldBe(Encoding.UTF8.GetString(json));
    }

    /// <summary>A runtime says some figures only from its second second on.</summary>
    [Fact]
    public void What_was_seen_of_a_server_arrives_with_seconds_that_lack_a_figure()
    {
        var sample = RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));
        var runtime = sample.Server!.Runtime! with
        {
            Series = [new RuntimePoint { Seconds = 1 }, new RuntimePoint { Seconds = 2, HeapBytes = 5e6 }, new RuntimePoint { Seconds = 3 }],
        };
        var sent = new SubjectReport { Kind = SubjectReportKind.Measured, Server = sample.Server with { Runtime = runtime } };

        var read = FleetJson.Read<SubjectReport>(FleetJson.Write(sent)).ShouldNotBeNull();

        read.Server!.Runtime!.Series.Select(point => (point.Seconds, point.HeapBytes)).ShouldBe([(1, null), (2, 5e6), (3, null)]);
        read.Server.Series.ShouldBe(sample.Server.Series);
    }

    [Fact]
    public void What_is_no_message_is_none() => FleetJson.Read<ShareReport>("{\"kind\":"u8).ShouldBeNull();
}
