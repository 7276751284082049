using Dyno.Load.Running;
using Dyno.Outputs.Kinds;
using Dyno.Outputs.Queues;

namespace Dyno.Outputs.Tests;

/// <summary>Sends snapshots to one output as a run would.</summary>
internal static class Sending
{
    public static OutputRequest Request(string text)
    {
        var problems = new List<OutputProblem>();
        var request = OutputKinds.Read(text, problems);
        problems.ShouldBeEmpty();
        return request.ShouldNotBeNull();
    }

    public static async Task<OutputEnding> ToAsync(string output, params RunSnapshot[] snapshots)
    {
        await using var outputs = await LiveOutputs.OpenAsync([Request(output)], "orders, \"fast\"");
        foreach (var snapshot in snapshots) outputs.OnSnapshot(snapshot);
        return (await outputs.EndAsync()).ShouldHaveSingleItem();
    }
}
