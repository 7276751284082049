namespace Dyno.Load.Tests;

public class TraceRecorderTests
{
    private const int Requests = 5_000;

    [Fact]
    public void The_slowest_requests_of_the_share_are_kept_in_whatever_order_they_end()
    {
        var random = new Random(11);
        for (var round = 0; round < 50; round++)
        {
            var recorder = new TraceRecorder();
            var ends = Enumerable.Range(1, Requests).Select(i => End(i, random.NextInt64(1, 1_000_000), isSampled: i % 3 == 0)).ToList();
            foreach (var end in ends) recorder.Ended(end);

            recorder.Sampled.ShouldBe(Requests / 3);
            recorder.Slowest.ToArray().Select(e => e.ResponseNanos).OrderDescending()
                .ShouldBe(ends.Where(e => e.Trace.IsSampled).Select(e => e.ResponseNanos).OrderDescending().Take(TraceRecorder.Most));
            recorder.Failed.Length.ShouldBe(0);
        }
    }

    [Fact]
    public void A_flood_of_one_failure_leaves_room_for_the_others()
    {
        var recorder = new TraceRecorder();
        for (var i = 1; i <= Requests; i++) recorder.Ended(End(i, i) with { Outcome = new AnswerOutcome(RequestErrorKind.Status, 503) });
        recorder.Ended(End(Requests + 1, 1) with { Outcome = new AnswerOutcome(RequestErrorKind.Timeout) });
        for (var i = 0; i < Requests; i++) recorder.Ended(End(i + 1, 1) with { Outcome = new AnswerOutcome(RequestErrorKind.Status, 400 + i % 100) });

        var kept = recorder.Failed.ToArray();
        kept.Length.ShouldBe(TraceRecorder.Most);
        kept.Count(e => e.Outcome.Status == 503).ShouldBe(TraceRecorder.MostAlike);
        kept.ShouldContain(e => e.Outcome.Error == RequestErrorKind.Timeout);
    }

    [Fact]
    public void An_id_is_written_with_all_of_its_zeros() => new TraceId(1, 0xAB, true).ToString().ShouldBe("000000000000000100000000000000ab");

    private static TracedEnd End(int id, long nanos, bool isSampled = true) =>
        new(0, new TraceId((ulong)id, 1, isSampled), 1_000, 2_000, 1_000 + nanos, new AnswerOutcome(RequestErrorKind.None, 200));
}
