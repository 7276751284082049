using Dyno.Scenarios;
using Microsoft.AspNetCore.Mvc.Testing;
using NUnit.Framework;

namespace Orders.NUnit;

[NonParallelizable]
public sealed class OrdersTests
{
    [Test]
    public async Task Orders_are_quick()
    {
        await using var api = new WebApplicationFactory<Program>();
        using var client = api.CreateClient();

        var stats = await Load.Of(client).Get("/orders").With(4).For(TimeSpan.FromSeconds(2)).ShouldMeet("p99 < 2s", "errors == 0");

        TestContext.AddTestAttachment(stats.SaveTo("load.html"));
    }
}
