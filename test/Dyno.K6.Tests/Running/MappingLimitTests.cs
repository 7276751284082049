using Dyno.K6.Running;

namespace Dyno.K6.Tests.Running;

/// <summary>A run that Linux would end half-way is refused before its start.</summary>
public sealed class MappingLimitTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-test-").FullName;

    [Fact]
    public void As_many_users_as_fit_are_accepted_and_one_more_is_refused()
    {
        var limit = Limit("65530\n", present: 1000);

        limit.MostUsers.ShouldBe((65_530 - 1_000 - 2_000) / MappingLimit.PerUser);
        limit.Problem(limit.MostUsers).ShouldBeNull();
        limit.Problem(limit.MostUsers + 1).ShouldNotBeNull();
    }

    [Fact]
    public void The_refusal_says_what_is_needed_what_is_allowed_and_what_to_type()
    {
        var problem = Limit("65530\n", present: 1000).Problem(1000)!.Value;

        problem.What.ShouldBe("1,000 isolated virtual users need about 93,000 memory mappings, and this system allows a process 65,530 (vm.max_map_count)");
        problem.Instead.ShouldBe("use --vu-layout dense, at most 694 users, or raise the limit: sudo sysctl -w vm.max_map_count=131072");
    }

    [Fact]
    public void The_limit_that_the_refusal_names_is_enough()
    {
        var instead = Limit("65530\n", present: 1000).Problem(5000)!.Value.Instead;

        Limit(instead[(instead.LastIndexOf('=') + 1)..], present: 1000).Problem(5000).ShouldBeNull();
    }

    [Fact]
    public void Without_such_a_limit_nothing_is_refused()
    {
        new MappingLimit(Path.Combine(_folder, "none"), Path.Combine(_folder, "none")).Problem(int.MaxValue).ShouldBeNull();
    }

    [Fact]
    public async Task A_run_with_too_many_isolated_users_ends_before_its_start_with_exit_code_104()
    {
        if (!File.Exists("/proc/sys/vm/max_map_count")) Assert.Skip("only Linux has this limit");

        var run = await ScriptRunner.RunAsync("""
            export const options = { vus: 20000000, iterations: 20000000 };
            export default function () { throw new Error('must not run'); }
            """, change: request => request with { Layout = VuLayout.Isolated });

        run.ExitCode.ShouldBe(104);
        run.Error.ShouldContain("20,000,000 isolated virtual users need about");
        run.Error.ShouldContain("--vu-layout dense");
        run.Log.ShouldBe("");
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private MappingLimit Limit(string allowed, int present)
    {
        var (limitFile, mapsFile) = (Path.Combine(_folder, "limit"), Path.Combine(_folder, "maps"));
        File.WriteAllText(limitFile, allowed);
        File.WriteAllLines(mapsFile, Enumerable.Repeat("00400000-00452000 r-xp", present));
        return new MappingLimit(limitFile, mapsFile);
    }
}
