using Dyno.Http.Tests.Engine;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Wire;

/// <summary>Good answers in every shape that HTTP/1.1 allows, over real sockets.</summary>
public class AnswerTests
{
    [Fact]
    public async Task Kestrel_is_loaded_over_kept_connections()
    {
        await using var server = await KestrelServer.StartAsync();
        var outcome = DriverRun.To(server.Url).Iterate(users: 8, iterations: 1000);
        outcome.Good.ShouldBe(1000);
        outcome.Failed.ShouldBe(0);
        outcome.Statuses(200).ShouldBe(1000);
        outcome.Recorder.Iterations.ShouldBe(1000);
        outcome.Recorder.ConnectionsOpened.ShouldBe(8);
        outcome.Recorder.Reconnects.ShouldBe(0);
        outcome.Workload.NegotiatedProtocols.ShouldBe(["HTTP/1.1"]);
        server.Seen.Count.ShouldBe(1000);
    }
}
