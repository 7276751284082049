using Dyno.K6.Running;

namespace Dyno.K6.Tests.Running;

/// <summary>A run that Linux would end half-way is refused before its start.</summary>
public sealed class MappingLimitTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-test-").FullName;

    [Theory]
    [InlineData(false, MappingLimit.PerUser)]
    [InlineData(true, MappingLimit.PerKeepingUser)]
    public void As_many_users_as_fit_are_accepted_and_one_more_is_refused(bool keeps, int perUser)
    {
        var limit = Limit("65530\n", present: 1000);
        var most = (65_530 - 1_000 - 2_000) / perUser;

        limit.MostUsers(perUser).ShouldBe(most);
        limit.Problem(most, () => keeps).ShouldBeNull();
        limit.Problem(most + 1, () => keeps).ShouldNotBeNull();
    }

    [Fact]
    public void Machines_keep_what_they_free_only_where_the_limit_would_be_reached_otherwise()
    {
        var asked = 0;
        var limit = Limit("65530\n", present: 1000);

        limit.Problem(limit.MostUsers(MappingLimit.PerUser), Keep).ShouldBeNull();
        asked.ShouldBe(0);
        limit.Problem(limit.MostUsers(MappingLimit.PerUser) + 1, Keep).ShouldBeNull();
        asked.ShouldBe(1);

        bool Keep() => ++asked > 0;
    }

    [Fact]
    public void The_refusal_says_what_is_needed_what_is_allowed_and_what_to_type()
    {
        var problem = Limit("65530\n", present: 1000).Problem(1000, () => false)!.Value;

        problem.What.ShouldBe("1,000 isolated virtual users need about 93,000 memory mappings, and this system allows a process 65,530 (vm.max_map_count)");
        problem.Instead.ShouldBe("use --vu-layout dense, at most 694 users, or raise the limit: sudo sysctl -w vm.max_map_count=131072");
    }

    [Theory]
    [InlineData(false, 5_000)]
    [InlineData(true, 50_000)]
    public void The_limit_that_the_refusal_names_is_enough(bool keeps, int users)
    {
        var instead = Limit("65530\n", present: 1000).Problem(users, () => keeps)!.Value.Instead;

        Limit(instead[(instead.LastIndexOf('=') + 1)..], present: 1000).Problem(users, () => keeps).ShouldBeNull();
    }

    [Fact]
    public void Without_such_a_limit_nothing_is_refused()
    {
        new MappingLimit(Path.Combine(_folder, "none"), Path.Combine(_folder, "none")).Problem(int.MaxValue, () => false).ShouldBeNull();
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
