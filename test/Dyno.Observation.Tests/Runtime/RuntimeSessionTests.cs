using System.Diagnostics.Metrics;

namespace Dyno.Observation.Tests;

/// <summary>Sessions with the runtime of this very process, which plays a server with many routes.</summary>
[Collection(nameof(OwnMeters))]
public sealed class RuntimeSessionTests : IDisposable
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);
    private readonly Meter _meter = new("Microsoft.AspNetCore.Hosting");
    private readonly Histogram<double> _durations;

    public RuntimeSessionTests() => _durations = _meter.CreateHistogram<double>("http.server.request.duration", "s");

    public void Dispose() => _meter.Dispose();

    [Fact]
    public async Task Durations_of_many_routes_arrive_and_those_of_too_many_are_not_given()
    {
        await using var session = await AttachAsync();
        // 40 quick routes, and a slow one that has the most requests whenever the runtime counts.
        var seen = await UntilAsync(session, 40, r => r.Series.Any(p => p.DurationP50Nanos is not null));
        seen.Series.Where(p => p.DurationP50Nanos is not null).ShouldAllBe(p => p.DurationP50Nanos > 20e6 && p.DurationP50Nanos < 30e6);
        seen.DurationsMissing.ShouldBeNull();

        seen = await UntilAsync(session, 12_000, r => r.DurationsMissing is not null);
        seen.DurationsMissing.ShouldBe("the server has more combinations of method, route and status than its runtime reports, and it drops the rest");
        seen.Series.ShouldAllBe(p => p.DurationP50Nanos == null);
    }

    [Fact]
    public async Task A_second_session_says_that_the_meters_are_taken_and_takes_no_values_of_the_first()
    {
        await using var first = await AttachAsync();
        await UntilAsync(first, 5, r => r.Series.Any(p => p.DurationP50Nanos is not null));
        await using var second = await AttachAsync();

        var seen = await UntilAsync(second, 5, r => r.DurationsMissing is not null);
        seen.DurationsMissing.ShouldStartWith("another program observes the meters of the server");
        seen.Series.ShouldAllBe(p => p.DurationP50Nanos == null);
        (await UntilAsync(first, 5, r => r.Series.Any(p => p.DurationP50Nanos is not null))).DurationsMissing.ShouldBeNull();
    }

    private static async Task<RuntimeSession> AttachAsync()
    {
        var attached = await RuntimeSession.AttachAsync(Environment.ProcessId, ObserveLevel.Full, TestContext.Current.CancellationToken);
        attached.Missing.ShouldBeNull();
        attached.Session!.Timeline.Begin(DateTime.UtcNow);
        return attached.Session;
    }

    // Requests to all routes go on until the session has seen what is waited for.
    private async Task<RuntimeObservation> UntilAsync(RuntimeSession session, int routes, Func<RuntimeObservation, bool> isSeen)
    {
        using var limit = new CancellationTokenSource(Longest);
        while (true)
        {
            for (var route = 0; route < routes; route++)
            {
                Request("/slow", 0.024);
                Request($"/r{route}", 0.00007);
            }

            await Task.Delay(100, limit.Token);
            if (session.Timeline.End(DateTime.UtcNow, 1) is { } seen && isSeen(seen)) return seen;
        }
    }

    private void Request(string route, double seconds) => _durations.Record(seconds, KeyValuePair.Create<string, object?>("http.route", route));
}

/// <summary>Tests that observe the meters of this process, beside which no other test may answer requests.</summary>
[CollectionDefinition(nameof(OwnMeters), DisableParallelization = true)]
public sealed class OwnMeters;
