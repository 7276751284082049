using System.Text;
using System.Text.Json;
using Dyno.Fleet.Messages;
using Dyno.Load.Shares;
using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Testing;

namespace Dyno.Fleet.Tests.Messages;

public sealed class FleetJsonTests
{
    [Fact]
    public void What_was_measured_so_far_arrives_as_it_was_sent()
    {
        var sample = ResultFile.Read(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));
        var sent = new ShareReport { Kind = ShareReportKind.SoFar, SoFar = sample.Measured };

        var json = FleetJson.Write(sent);

        var read = JsonSerializer.Deserialize(json, FleetJson.Default.ShareReport);
        Encoding.UTF8.GetString(FleetJson.Write(read)).ShouldBe(Encoding.UTF8.GetString(json));
    }

    [Fact]
    public void What_is_no_message_is_none() => FleetJson.Read<ShareReport>("{\"kind\":"u8).ShouldBeNull();
}
