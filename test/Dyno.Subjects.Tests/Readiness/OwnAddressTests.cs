namespace Dyno.Subjects.Tests;

public sealed class OwnAddressTests
{
    [Theory]
    [InlineData("      Now listening on: http://[::]:5071", "http://127.0.0.9:5071/")]
    [InlineData("      Now listening on: http://0.0.0.0:5071", "http://127.0.0.9:5071/")]
    [InlineData("      Now listening on: http://*:5071", "http://127.0.0.9:5071/")]
    [InlineData("      Now listening on: http://localhost:5071", "http://localhost:5071/")]
    [InlineData("      Now listening on: https://127.0.0.1:5071", "https://127.0.0.1:5071/")]
    [InlineData("""{"EventId":14,"Message":"Now listening on: http://[::]:5071","State":{}}""", "http://127.0.0.9:5071/")]
    [InlineData("""[10:00:00 INF] Now listening on: "http://[::]:5071" """, "http://127.0.0.9:5071/")]
    [InlineData("      Now listening on: http://unix:/tmp/kestrel.sock", null)]
    [InlineData("      Now listening on: ", null)]
    [InlineData("      Application started. Press Ctrl+C to shut down.", null)]
    public void The_line_of_dotnets_host_names_an_address(string line, string? expected) =>
        OwnAddress.In([line], "127.0.0.9").ShouldBe(expected is null ? [] : [new Uri(expected)]);
}
