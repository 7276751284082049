namespace Dyno.Outputs.Tests;

/// <summary>Sends snapshots to one output as a run would.</summary>
internal static class Sending
{
    public static OutputRequest Request(string text)
    {
        var problems = new List<Problem>();
        var request = OutputKinds.Read(text, problems);
        problems.ShouldBeEmpty();
        return request.ShouldNotBeNull();
    }

    /// <summary>However long it takes.</summary>
    public static Task<OutputEnding> ToAsync(string output, params RunSnapshot[] snapshots) => ToAsync(new PatientTime(), output, snapshots);

    public static async Task<OutputEnding> ToAsync(TimeProvider time, string output, params RunSnapshot[] snapshots)
    {
        await using var outputs = await LiveOutputs.OpenAsync([Request(output)], "orders, \"fast\"", time);
        foreach (var snapshot in snapshots) outputs.OnSnapshot(snapshot);
        return (await outputs.EndAsync()).ShouldHaveSingleItem();
    }

    /// <summary>A clock whose limits are twenty times as long: nothing is lost where the machine stands still for a while.</summary>
    private sealed class PatientTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            base.CreateTimer(callback, state, dueTime > TimeSpan.Zero ? 20 * dueTime : dueTime, period);
    }
}
