using Dyno.Scenarios;
using Microsoft.AspNetCore.Mvc.Testing;

namespace Orders.MSTest;

[TestClass, DoNotParallelize]
public sealed class OrdersTests
{
    public required TestContext TestContext { get; set; }

    [TestMethod]
    public async Task Orders_are_quick()
    {
        await using var api = new WebApplicationFactory<Program>();
        using var client = api.CreateClient();

        var stats = await Load.Of(client).Get("/orders").With(4).For(TimeSpan.FromSeconds(2)).ShouldMeet("p99 < 2s", "errors == 0");

        TestContext.AddResultFile(stats.SaveTo("load.html"));
    }
}
