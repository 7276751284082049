using static Microsoft.Playwright.Assertions;

namespace Dyno.Dashboard.Tests;

/// <summary>What one opens the pages for: load, watch, stop, find again, compare.</summary>
public sealed class MainJobTests
{
    [Fact]
    public async Task Runs_are_started_watched_stopped_found_and_compared()
    {
        await using var server = await KestrelServer.StartAsync();
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["hello.http"], $"# a comment that stays\n### hello\nGET {server.Url}hello\nAccept: text/plain\n", TestContext.Current.CancellationToken);
        await using var open = await Chromium.OpenAsync(ui.Address);
        var page = open.Page;

        await open.GoAsync("/");
        await page.GetByRole(AriaRole.Link, new() { Name = "hello.http", Exact = false }).First.ClickAsync();
        await page.GetByLabel("URL").FillAsync($"{server.Url}hello?page=2");
        await page.GetByRole(AriaRole.Button, new() { Name = "Send", Exact = true }).ClickAsync();
        await Expect(page.GetByLabel("Response")).ToContainTextAsync("200");
        (await File.ReadAllTextAsync(ui["hello.http"], TestContext.Current.CancellationToken))
            .ShouldBe($"# a comment that stays\n### hello\nGET {server.Url}hello?page=2\nAccept: text/plain\n");

        await RunAsync(page, "30s", stops: true);
        await Expect(page.GetByRole(AriaRole.Heading, new() { Name = "hello", Exact = true })).ToBeVisibleAsync();
        await open.GoAsync("/s/hello.http");
        await RunAsync(page, "2s", stops: false);

        await page.GetByRole(AriaRole.Link, new() { Name = "History" }).ClickAsync();
        await Expect(page.Locator("table.runs tbody tr")).ToHaveCountAsync(2);
        foreach (var box in await page.Locator("table.runs input[type=checkbox]").AllAsync()) await box.CheckAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Compare 2" }).ClickAsync();
        await Expect(page.GetByText("not interleaved", new() { Exact = false }).Or(page.GetByText("one after the other", new() { Exact = false })).First).ToBeVisibleAsync();
        await Expect(page.Locator("#chart-rate-over canvas")).ToBeVisibleAsync();
        open.Complaints.ShouldBeEmpty();
    }

    private static async Task RunAsync(IPage page, string length, bool stops)
    {
        await page.GetByRole(AriaRole.Button, new() { Name = "Run…" }).ClickAsync();
        await page.GetByLabel("--duration").FillAsync(length);
        await Expect(page.Locator(".command code")).ToContainTextAsync($"--duration {length}");
        await page.GetByRole(AriaRole.Button, new() { Name = "Start", Exact = true }).ClickAsync();
        await Expect(page.Locator("#app .tile .value").First).ToContainTextAsync("/s");
        await Expect(page.Locator(".charts.live canvas").First).ToBeVisibleAsync();
        if (stops) await page.GetByRole(AriaRole.Button, new() { Name = "Stop", Exact = true }).ClickAsync();
        await page.GetByRole(AriaRole.Link, new() { Name = "See the report" }).ClickAsync(new() { Timeout = 120_000 });
        await Expect(page.Locator(".report .verdict")).ToBeVisibleAsync();
    }
}
