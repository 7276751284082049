namespace Dyno.K6.Tests;

/// <summary>Starts at a rate are dealt out to the loops: each needs users enough for its share.</summary>
public sealed class DenseLoopCountTests
{
    private static readonly int Processors = Math.Min(Environment.ProcessorCount, 64);

    [Theory]
    [InlineData("""{"vus":10,"duration":"1s"}""", int.MaxValue)] // each user has its own starts
    [InlineData("""{"scenarios":{"s":{"executor":"constant-arrival-rate","rate":1000,"duration":"1s","preAllocatedVUs":5,"maxVUs":16}}}""", 1)]
    [InlineData("""{"scenarios":{"s":{"executor":"constant-arrival-rate","rate":1000,"duration":"1s","preAllocatedVUs":5,"maxVUs":75}}}""", 3)]
    [InlineData("""{"scenarios":{"s":{"executor":"constant-arrival-rate","rate":30000,"duration":"1s","preAllocatedVUs":20}}}""", 2)]
    [InlineData("""{"scenarios":{"s":{"executor":"constant-arrival-rate","rate":9,"duration":"1s","preAllocatedVUs":10000}}}""", 400)]
    public void There_are_as_many_as_processors_or_as_users_and_starts_need(string options, int needed) =>
        DensePool.LoopsFor(K6OptionsReader.Read((JsonObject)JsonNode.Parse(options)!, new OptionProblems("script.js"), [])).ShouldBe(Math.Min(needed, Processors));
}
