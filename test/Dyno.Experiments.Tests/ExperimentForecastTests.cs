namespace Dyno.Experiments.Tests;

public sealed class ExperimentForecastTests
{
    private static readonly TimeSpan Trial = TimeSpan.FromSeconds(10);
    private static readonly ExperimentRun Run = new() { StateFolder = "/", UntilClear = true, MaxTime = TimeSpan.FromMinutes(3) };

    [Fact]
    public void What_is_left_goes_by_the_trials_so_far()
    {
        var forecast = new ExperimentForecast(PairPlan.Plan with { Rounds = 10 }, Trial);
        forecast.Left(0, 0, TimeSpan.Zero).ShouldBe(forecast.Length);
        forecast.Left(forecast.Trials - 2, 1, TimeSpan.FromSeconds(7)).ShouldBe(TimeSpan.FromSeconds(14));
    }

    [Theory]
    [InlineData(30, 150)]
    [InlineData(200, 0)]
    public void Nothing_is_left_beyond_the_time_that_an_experiment_is_given(int elapsed, int left)
    {
        var forecast = new ExperimentForecast(PairPlan.Plan, Trial, Run);
        forecast.Left(3, 3, TimeSpan.FromSeconds(elapsed)).ShouldBe(TimeSpan.FromSeconds(left));
    }
}
