namespace Dyno.JavaScript.Tests;

public sealed class MachineEndsTests
{
    /// <summary>Otherwise a run with users in threads of their own could end with a segmentation fault after its report.</summary>
    [Fact]
    public void The_end_of_the_process_waits_for_a_machine_that_is_being_ended_and_no_other_ends_after_it()
    {
        var ends = new MachineEnds();
        using var began = new ManualResetEventSlim();
        using var mayEnd = new ManualResetEventSlim();
        using var first = new Machine(() =>
        {
            began.Set();
            mayEnd.Wait(TestContext.Current.CancellationToken);
        });
        using var second = new Machine(() => { });
        var ending = new Thread(() => ends.End(first));
        ending.Start();
        began.Wait(TestContext.Current.CancellationToken);
        var closing = new Thread(ends.Close);
        closing.Start();
        SpinWait.SpinUntil(() => closing.ThreadState.HasFlag(ThreadState.WaitSleepJoin));
        closing.IsAlive.ShouldBeTrue("the first machine is still being ended");

        mayEnd.Set();
        closing.Join();
        ending.Join();
        ends.End(second);

        (first.Ended, second.Ended).ShouldBe((1, 0));
    }

    private sealed class Machine(Action end) : IDisposable
    {
        private bool _isOver;

        public int Ended { get; private set; }

        public void Dispose()
        {
            if (_isOver) return;
            end();
            Ended++;
            _isOver = true;
        }
    }
}
