namespace Dyno.Experiments.Tests;

public sealed class ServiceGroupTests
{
    /// <summary>A recorded launch had −1.67 transactions a request: PostgreSQL's count was lower after the load than before.</summary>
    [Theory]
    [InlineData(100L, 350L, 250L)]
    [InlineData(100L, 100L, 0L)]
    [InlineData(350L, 100L, null)]
    [InlineData(null, 100L, null)]
    [InlineData(100L, null, null)]
    public void A_count_that_went_back_is_unknown(long? before, long? after, long? work) => ServiceGroup.WorkBetween(before, after).ShouldBe(work);
}
