namespace Dyno.Http.Tests;

public class DeadlineQueueTests
{
    [Fact]
    public void Members_leave_in_the_order_of_their_deadlines_and_none_early()
    {
        const int Members = 50;
        var random = new Random(11);
        using var queue = new DeadlineQueue(Members);
        var model = new Dictionary<int, long>();
        for (long now = 0; now < 20_000; now++)
        {
            var member = random.Next(Members);
            if (model.Remove(member)) queue.Remove(member);
            else queue.Add(member, model[member] = now + random.Next(100));
            while (queue.TryTake(now, out var taken, out var due))
            {
                due.ShouldBe(model[taken]);
                due.ShouldBe(model.Values.Min());
                due.ShouldBeLessThanOrEqualTo(now);
                model.Remove(taken);
            }
            queue.NextNanos.ShouldBe(model.Count == 0 ? long.MaxValue : model.Values.Min());
            queue.Contains(member).ShouldBe(model.ContainsKey(member));
        }
    }

    [Fact]
    public void Removing_a_member_that_is_not_in_the_queue_changes_nothing()
    {
        using var queue = new DeadlineQueue(3);
        queue.Add(1, 10);
        queue.Remove(0);
        queue.Remove(2);
        queue.NextNanos.ShouldBe(10);
        queue.Remove(1);
        queue.Remove(1);
        queue.NextNanos.ShouldBe(long.MaxValue);
    }
}
