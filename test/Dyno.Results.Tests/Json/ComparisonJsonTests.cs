namespace Dyno.Results.Tests;

public sealed class ComparisonJsonTests
{
    [Theory]
    [InlineData("""{ "schemaVersion": 2 }""", "x.json: version 2 of the comparison; this Dyno reads versions up to 1")]
    [InlineData("""{ "schemaVersion": 0 }""", "x.json: is not a comparison: version 0 never existed")]
    [InlineData("""{ "id": "a" }""", "x.json: is not a comparison: it has no schemaVersion")]
    [InlineData("""{ "schemaVersion": 1 }""", "x.json: is not a comparison: ")]
    [InlineData("[]", "x.json: is not a comparison: it has no schemaVersion")]
    [InlineData("rate", "x.json: is not a comparison: ")]
    public void Refuses_what_it_cannot_read(string json, string message) =>
        Should.Throw<UserFault>(() => ComparisonJson.Read(json, "x.json")).Message.ShouldStartWith(message);
}
