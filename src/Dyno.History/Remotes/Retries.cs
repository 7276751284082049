namespace Dyno.History.Remotes;

/// <summary>Tries again what another push, or a busy server, has spoiled.</summary>
internal static class Retries
{
    private const int Attempts = 12;
    private static readonly TimeSpan First = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(5);

    /// <summary>Runs an attempt until it gives an answer.</summary>
    /// <param name="attempt">The attempt; null: try again.</param>
    /// <param name="time">Measures the pauses, which double, and differ from push to push.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <returns>The answer; null when no attempt had one.</returns>
    public static async Task<T?> UntilAsync<T>(Func<Task<T?>> attempt, TimeProvider time, CancellationToken cancellation) where T : struct
    {
        var random = new Random(Environment.ProcessId ^ Environment.CurrentManagedThreadId);
        for (var (tried, pause) = (1, First); ; tried++, pause = pause * 2 < Longest ? pause * 2 : Longest)
        {
            if (await attempt() is { } answer) return answer;
            if (tried == Attempts) return null;
            await Task.Delay(pause * (0.5 + random.NextDouble()), time, cancellation);
        }
    }
}
