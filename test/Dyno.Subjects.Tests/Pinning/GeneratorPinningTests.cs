namespace Dyno.Subjects.Tests;

public sealed class GeneratorPinningTests
{
    [Fact]
    public void The_process_is_held_on_its_cpus_and_let_go_again()
    {
        var before = CpuAffinity.OfCurrentThread()!;
        var one = new CpuSet([before.Cpus[^1]]);

        using (var pinning = GeneratorPinning.Apply(new CpuPlan { Generator = one }))
        {
            pinning.Effective.ShouldBe(one);
            OnANewThread(CpuAffinity.OfCurrentThread).ShouldBe(one);
        }

        CpuAffinity.OfCurrentThread().ShouldBe(before);
        OnANewThread(CpuAffinity.OfCurrentThread).ShouldBe(before);
    }

    [Fact]
    public void A_plan_that_leaves_it_free_does_nothing()
    {
        using var pinning = GeneratorPinning.Apply(CpuPlan.Unpinned);

        pinning.Effective.ShouldBeNull();
    }

    private static T OnANewThread<T>(Func<T> work)
    {
        var result = default(T);
        var thread = new Thread(() => result = work());
        thread.Start();
        thread.Join();
        return result!;
    }
}
