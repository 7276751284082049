using Dyno.K6.Running;

namespace Dyno.K6.Tests.Running;

/// <summary>More isolated users than the machine has room for are refused before the start.</summary>
public sealed class IsolatedLimitsTests
{
    [Fact]
    public void As_many_users_as_the_memory_has_room_for_are_accepted_and_one_more_is_refused()
    {
        const long available = 4_000_000_000;
        const int most = (int)(available / IsolatedLimits.LeastBytesPerUser);

        IsolatedLimits.MemoryProblem(most, available).ShouldBeNull();
        IsolatedLimits.MemoryProblem(most + 1, available).ShouldNotBeNull();
    }

    [Fact]
    public void The_refusal_says_what_is_needed_what_there_is_and_what_to_type()
    {
        var problem = IsolatedLimits.MemoryProblem(5_000, 4_000_000_000)!.Value;

        problem.What.ShouldBe("5,000 isolated virtual users need at least 10.0 GB of memory, and this process may have 4.0 GB");
        problem.Instead.ShouldBe("use --vu-layout dense, or at most 2,000 users");
    }

    [Fact]
    public async Task A_run_with_too_many_isolated_users_ends_before_its_start_with_exit_code_104()
    {
        var run = await ScriptRunner.RunAsync("""
            export const options = { vus: 20000000, iterations: 20000000 };
            export default function () { throw new Error('must not run'); }
            """, change: request => request with { Layout = VuLayout.Isolated });

        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain("20,000,000 isolated virtual users need at least 40,000.0 GB of memory");
        run.Error.ShouldContain("--vu-layout dense");
        run.Log.ShouldBe("");
    }

    /// <summary>Memory enough for all: what is left is the address space, and Linux alone limits its pieces.</summary>
    [Fact]
    public void Beyond_what_the_system_maps_they_are_refused_though_the_engine_keeps_what_it_frees()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux limits the mappings of a process");
        IsolatedLimits.Problem(20_000_000, long.MaxValue, () => true)!.Value.What.ShouldContain("need about 200,0");
    }
}
