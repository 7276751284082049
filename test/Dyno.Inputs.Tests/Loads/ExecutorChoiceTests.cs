namespace Dyno.Inputs.Tests;

public sealed class ExecutorChoiceTests
{
    [Fact]
    public void Without_a_rate_or_a_count_the_connections_loop_as_fast_as_they_can() =>
        Read(new LoadRequest { Connections = 7, Duration = "30s" })
            .ShouldBe(new MaxThroughput { Connections = 7, Duration = TimeSpan.FromSeconds(30) });

    [Fact]
    public void With_a_delay_they_are_virtual_users_that_pause() =>
        Read(new LoadRequest { Connections = 7, Delay = "100ms" })
            .ShouldBe(new ConstantVus { VirtualUsers = 7, Duration = TimeSpan.FromSeconds(10) });

    [Fact]
    public void A_number_of_iterations_is_shared_and_a_duration_then_only_its_bound()
    {
        Read(new LoadRequest { Iterations = 1_000 })
            .ShouldBe(new SharedIterations { VirtualUsers = 50, Iterations = 1_000, MaxDuration = TimeSpan.FromMinutes(10) });
        Read(new LoadRequest { Iterations = 1_000, Duration = "5s" })
            .ShouldBe(new SharedIterations { VirtualUsers = 50, Iterations = 1_000, MaxDuration = TimeSpan.FromSeconds(5) });
    }

    [Fact]
    public void There_are_never_more_connections_than_iterations()
    {
        var warnings = new List<Problem>();

        Read(new LoadRequest { Iterations = 3 }, warnings).MaxVirtualUsers.ShouldBe(3);
        warnings.ShouldBeEmpty();
        Read(new LoadRequest { Iterations = 3, Connections = 8 }, warnings).MaxVirtualUsers.ShouldBe(3);
        warnings.ShouldHaveSingleItem().ToString().ShouldBe("--connections: 8 connections share 3 iterations, so only 3 are used");
    }

    [Fact]
    public void A_rate_is_offered_with_connections_for_answers_of_a_second()
    {
        Read(new LoadRequest { Rate = "12000/m", Duration = "1m" }).ShouldBe(new ConstantArrivalRate
        {
            Rate = 12_000,
            TimeUnit = TimeSpan.FromMinutes(1),
            Duration = TimeSpan.FromMinutes(1),
            PreAllocatedVirtualUsers = 200,
            MaxVirtualUserCount = 200,
        });
        Read(new LoadRequest { Rate = "5/s" }).MaxVirtualUsers.ShouldBe(50);
        Read(new LoadRequest { Rate = "1000000/s" }).MaxVirtualUsers.ShouldBe(10_000);
        Read(new LoadRequest { Rate = "200", Connections = 3 }).MaxVirtualUsers.ShouldBe(3);
    }

    [Fact]
    public void Starts_of_a_rate_may_be_random() =>
        Read(new LoadRequest { Rate = "5", Arrivals = "poisson" }).ShouldBeOfType<ConstantArrivalRate>().Arrivals.ShouldBe(ArrivalPattern.Poisson);

    [Theory]
    [InlineData("10", null, "--iterations: a rate already sets the number of iterations  -> give --rate with --duration, or --iterations alone")]
    [InlineData(null, "poisson", "--arrivals: an arrival pattern needs a rate  -> give --rate as well")]
    public void What_contradicts_itself_is_refused(string? rate, string? arrivals, string message)
    {
        var request = new LoadRequest { Rate = rate, Iterations = 5, Arrivals = arrivals };

        Should.Throw<UserFault>(() => Read(request)).Message.ShouldBe(message);
    }

    private static ExecutorPlan Read(LoadRequest request, List<Problem>? warnings = null) =>
        InputReader.Read(request with { Target = "localhost:5000" }, warnings).Scenarios.ShouldHaveSingleItem().Executor;
}
