namespace Dyno.Subjects.Tests;

public sealed class CpuPlanTests
{
    [Theory]
    [InlineData("0-1", "0", "1")]
    [InlineData("0-2", "0-1", "2")]
    [InlineData("2,5,7,9", "2,5", "7,9")]
    public void Cores_of_one_thread_are_halved_and_the_odd_one_is_the_servers(string allowed, string server, string generator) =>
        Show(CpuPlan.For(Set(allowed), cpu => $"{cpu}\n")).ShouldBe((server, generator, null));

    [Fact]
    public void Threads_of_one_core_stay_together() =>
        Show(CpuPlan.For(Set("0-7"), cpu => $"{cpu % 4},{(cpu % 4) + 4}")).ShouldBe(("0-1,4-5", "2-3,6-7", null));

    [Fact]
    public void Siblings_that_may_not_be_used_are_left_alone() =>
        Show(CpuPlan.For(Set("0-2"), cpu => $"{cpu % 4},{(cpu % 4) + 4}")).ShouldBe(("0-1", "2", null));

    [Fact]
    public void Two_threads_of_one_core_are_parted_and_the_note_says_what_that_means()
    {
        var plan = CpuPlan.For(Set("0-1"), _ => "0-1");

        (plan.Server?.ToString(), plan.Generator?.ToString()).ShouldBe(("0", "1"));
        plan.Note.ShouldNotBeNull().ShouldContain("one physical core");
    }

    [Fact]
    public void With_one_cpu_nothing_is_pinned_and_the_note_says_so()
    {
        var plan = CpuPlan.For(Set("3"), _ => null);

        (plan.Server, plan.Generator).ShouldBe((null, null));
        plan.Note.ShouldNotBeNull().ShouldStartWith("one CPU");
    }

    [Fact]
    public void This_machines_plan_is_disjoint()
    {
        var plan = CpuPlan.ForThisMachine();

        if (plan.Server is null) plan.Note.ShouldNotBeNull();
        else plan.Server.Cpus.Intersect(plan.Generator!.Cpus).ShouldBeEmpty();
    }

    private static CpuSet Set(string text) => CpuSet.TryParse(text, out var set) ? set : throw new ArgumentException(text);

    private static (string?, string?, string?) Show(CpuPlan plan) => (plan.Server?.ToString(), plan.Generator?.ToString(), plan.Note);
}
