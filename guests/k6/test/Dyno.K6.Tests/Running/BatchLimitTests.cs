namespace Dyno.K6.Tests;

/// <summary>How many requests of a batch go out side by side: the options <c>batch</c> and <c>batchPerHost</c>.</summary>
public sealed class BatchLimitTests
{
    private const int Requests = 30;

    /// <summary>The server answers nobody until so many requests are there, and tells how many were there at most.</summary>
    [Theory]
    [InlineData("batch: 4, batchPerHost: 9", 4)]
    [InlineData("batch: 9, batchPerHost: 4", 4)]
    [InlineData("batchPerHost: 0", 20)]
    [InlineData("batch: 0, batchPerHost: 0", Requests)]
    [InlineData("batch: -1, batchPerHost: -1", Requests)]
    public async Task So_many_go_out_side_by_side_and_nothing_below_one_is_a_limit(string options, int expected)
    {
        foreach (var layout in (VuLayout[])[VuLayout.Isolated, VuLayout.Dense])
        {
            var (gate, here, most) = (new TaskCompletionSource(), 0, 0);
            await using var server = await KestrelServer.StartAsync(answer: async _ =>
            {
                var now = Interlocked.Increment(ref here);
                lock (gate) most = Math.Max(most, now);
                if (now >= expected) gate.TrySetResult();
                await gate.Task;
                Interlocked.Decrement(ref here);
            });
            var run = await ScriptRunner.RunAsync($$"""
                import http from 'k6/http';
                export const options = { {{options}} };
                export default function () {
                  const answers = http.batch(Array.from({ length: {{Requests}} }, () => ['GET', __ENV.BASE, null, { timeout: '20s' }]));
                  console.log(answers.filter((res) => res.status === 200).length);
                }
                """, server, change: request => request with { Layout = layout });
            run.Log.Trim().ShouldBe($"{Requests}");
            most.ShouldBe(expected);
        }
    }
}
