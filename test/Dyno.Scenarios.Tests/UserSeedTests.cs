namespace Dyno.Scenarios.Tests;

/// <summary>What the random numbers of neighbouring users have to do with each other: nothing.</summary>
public sealed class UserSeedTests
{
    private const int Users = 1_000;
    private const int Parts = 5;

    // Of chi-square with 24 degrees of freedom, more than once in a million by chance.
    private const double Limit = 75;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(-7)]
    [InlineData(20_261_125)]
    [InlineData(long.MaxValue)]
    public void First_draws_of_neighbouring_users_are_spread_over_the_square(long seed)
    {
        ChiSquareOfNeighbours(user => ScenarioContext.SeedOf(seed, user)).ShouldBeLessThan(Limit);
        ChiSquareOfNeighbours(worker => ScenarioContext.SeedOf(seed + worker, 1)).ShouldBeLessThan(Limit); // as well as of workers
    }

    [Fact]
    public void Seeds_that_follow_each_other_would_not_do() => ChiSquareOfNeighbours(user => 31 + user).ShouldBeGreaterThan(10 * Limit);

    [Fact]
    public void Every_user_has_a_seed_of_its_own_and_the_same_in_each_run()
    {
        SeedsOf(1).Distinct().Count().ShouldBe(Users);
        SeedsOf(1).ShouldBe(SeedsOf(1));
        SeedsOf(1).Intersect(SeedsOf(2)).Count().ShouldBeLessThan(3);
    }

    private static int[] SeedsOf(long seed) => [.. Enumerable.Range(0, Users).Select(user => ScenarioContext.SeedOf(seed, user))];

    // How far the first draws of two neighbours are from falling into each field of a square equally often.
    private static double ChiSquareOfNeighbours(Func<int, int> seedOf)
    {
        var firsts = Enumerable.Range(0, Users + 1).Select(user => new Random(seedOf(user)).NextDouble()).ToArray();
        var fields = new int[Parts * Parts];
        for (var i = 0; i < Users; i++) fields[(int)(firsts[i] * Parts) * Parts + (int)(firsts[i + 1] * Parts)]++;
        var expected = (double)Users / fields.Length;
        return fields.Sum(count => (count - expected) * (count - expected) / expected);
    }
}
