namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno soak</c> on a real program that keeps ten kilobytes of each request, and on the server of the tests.</summary>
public sealed class SoakTests : EndToEndTest
{
    private const string Program = """
        var app = WebApplication.CreateSlimBuilder(args).Build();
        app.MapGet("/", () => { lock (Shop.Orders) Shop.Orders.Add(new Order()); return "ok"; });
        app.Run();

        public sealed class Order
        {
            public byte[] Lines { get; } = new byte[10_000];
        }

        public static class Shop
        {
            public static readonly List<Order> Orders = [];
        }
        """;

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_leak_is_found_and_its_types_and_what_allocates_them_are_named()
    {
        Directory.CreateDirectory(Workspace["Shop"]);
        await File.WriteAllTextAsync(Workspace["Shop/Program.cs"], Program, Cancelled);
        await File.WriteAllTextAsync(Workspace["Shop/Directory.Build.props"], "<Project />", Cancelled);
        await File.WriteAllTextAsync(Workspace["Shop/Shop.csproj"], """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
            </Project>
            """, Cancelled);

        var outcome = await DynoAsync("soak", "/", "--subject", Workspace["Shop"], "-d", "60s", "--rate", "100/s", "--collect-every", "1s", "--why", "--fail-on", "growth", "--result", Workspace["r.json"]);

        outcome.ExitCode.ShouldBe(99, outcome.ToString());
        outcome.Out.ShouldStartWith(" GROWS  The managed heap grows by");
        var growth = RunResultJson.ReadFile(Workspace["r.json"]).Growth!;
        growth.Verdict.ShouldBe(GrowthVerdict.Grows);
        growth.Types[0].Name.ShouldBe("System.Byte[]");
        growth.Types.ShouldContain(type => type.Name == "Order");
        var site = growth.Types[0].Sites[0];
        Path.GetFileName(site.File).ShouldBe("Program.cs");
        site.Share.ShouldBeGreaterThan(0.5);
        var heap = growth.Figures.Single(figure => figure.Name == "heap");
        heap.PerRequest!.Value.ShouldBeInRange(8_000, 12_500); // the array, its order, the list
        growth.Collections!.Count.ShouldBeGreaterThan(12);
    }

    [Fact]
    public async Task A_server_that_runs_already_is_watched()
    {
        var outcome = await DynoAsync("soak", Url, "-d", "6s", "--rate", "50/s", "--no-types", "--result", Workspace["r.json"]);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var growth = RunResultJson.ReadFile(Workspace["r.json"]).Growth!;
        growth.Verdict.ShouldNotBe(GrowthVerdict.Grows);
        growth.Types.ShouldBeEmpty();
    }
}
