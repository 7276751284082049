namespace Dyno.Results.Tests;

public sealed class CpuSetTests
{
    [Theory]
    [InlineData("0", "0")]
    [InlineData("0-3,8", "0-3,8")]
    [InlineData(" 3,1,2,1 \n", "1-3")]
    [InlineData("0,2,4-5", "0,2,4-5")]
    [InlineData("4095", "4095")]
    public void Reads_and_writes_the_linux_notation(string text, string written)
    {
        CpuSet.TryParse(text, out var set).ShouldBeTrue();

        set!.ToString().ShouldBe(written);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("3-1")]
    [InlineData("-1")]
    [InlineData("1-")]
    [InlineData("1,,2")]
    [InlineData("4096")]
    [InlineData("0-99999999")]
    public void Refuses_anything_else(string? text) => CpuSet.TryParse(text, out _).ShouldBeFalse();

    [Fact]
    public void Sets_of_the_same_cpus_are_equal()
    {
        new CpuSet([2, 1]).ShouldBe(new CpuSet([1, 2, 2]));
        new CpuSet([1]).ShouldNotBe(new CpuSet([2]));
        new CpuSet([]).ToString().ShouldBe("");
    }
}
