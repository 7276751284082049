namespace Dyno.K6.Tests;

public sealed class EngineLoaderTests
{
    [Theory]
    [InlineData("Max address space         4096000000           unlimited            bytes",
        "the address space of this process is limited to 3,906 MiB, and the JavaScript engine reserves up to 15,000 MiB")]
    [InlineData("Max address space         unlimited            unlimited            bytes", null)]
    [InlineData("Max address space         68719476736          68719476736          bytes", null)]
    [InlineData(null, null)]
    public void Says_why_the_engine_would_find_no_room(string? limits, string? why) =>
        EngineLoader.WhyNot(limits is null ? null : "Limit                     Soft Limit           Hard Limit           Units\n" + limits + "\n").ShouldBe(why);
}
