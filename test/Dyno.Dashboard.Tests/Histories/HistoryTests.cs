using System.Text.Json.Nodes;
using static Microsoft.Playwright.Assertions;

namespace Dyno.Dashboard.Tests;

public sealed class HistoryTests
{
    [Fact]
    [Trait("Length", "Long")]
    public async Task Ten_thousand_runs_are_listed_searched_and_painted()
    {
        await using var ui = await UiProcess.StartAsync();
        await StoreAsync(ui, 10_000);
        await ui.GetAsync("history"); // reads each once; from then on only what is new
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/history");

        await Expect(open.Page.GetByText("10,000 runs")).ToBeVisibleAsync();
        await Expect(open.Page.Locator("table.runs tbody tr")).ToHaveCountAsync(100);
        await open.Page.GetByLabel("Search runs").FillAsync("run-7777");
        await Expect(open.Page.Locator("table.runs tbody tr")).ToHaveCountAsync(1);
        var painted = await open.Page.EvaluateAsync<double>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
        TestContext.Current.SendDiagnosticMessage($"first contentful paint with 10,000 runs: {painted:0} ms");
        open.Complaints.ShouldBeEmpty();
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task An_index_spares_reading_ten_thousand_documents_again()
    {
        await using var ui = await UiProcess.StartAsync();
        await StoreAsync(ui, 300);
        await ui.GetAsync("history");
        var document = Directory.GetFiles(ui[".dyno/runs"])[0];
        var at = File.GetLastWriteTimeUtc(document);
        var length = new FileInfo(document).Length;
        await File.WriteAllTextAsync(document, new string(' ', (int)length), TestContext.Current.CancellationToken);
        File.SetLastWriteTimeUtc(document, at);

        // Size and time are as they were: it was not read again.
        (await ui.GetAsync("history")).GetProperty("unreadable").GetArrayLength().ShouldBe(0);
        File.SetLastWriteTimeUtc(document, at.AddSeconds(1));
        (await ui.GetAsync("history")).GetProperty("unreadable").GetArrayLength().ShouldBe(1);
    }

    [Fact]
    public async Task A_result_that_is_damaged_is_named_and_the_rest_is_shown()
    {
        await using var ui = await UiProcess.StartAsync();
        await StoreAsync(ui, 2);
        await File.WriteAllTextAsync(ui[".dyno/runs/20260101-000000-bad2.json"], "{ \"plan\": ", TestContext.Current.CancellationToken);
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/history");

        await Expect(open.Page.Locator("table.runs tbody tr")).ToHaveCountAsync(2);
        await open.Page.GetByText("One run cannot be read").ClickAsync();
        await Expect(open.Page.GetByText("20260101-000000-bad2.json", new() { Exact = false })).ToBeVisibleAsync();
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_result_of_100_MB_is_listed_and_opened()
    {
        await using var ui = await UiProcess.StartAsync();
        await StoreAsync(ui, 1);
        var file = Directory.GetFiles(ui[".dyno/runs"]).Single();
        var document = JsonNode.Parse(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken))!;
        document["plan"]!["name"] = "large";
        document["padding"] = new string('x', 100_000_000); // a member of a later version
        await File.WriteAllTextAsync(file, document.ToJsonString(), TestContext.Current.CancellationToken);
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/history");

        await open.Page.GetByRole(AriaRole.Link, new() { Name = "large" }).ClickAsync();
        await Expect(open.Page.Locator(".report .verdict")).ToBeVisibleAsync();
    }

    [Fact]
    public async Task What_is_deleted_can_be_taken_back_with_its_tags_and_note()
    {
        await using var ui = await UiProcess.StartAsync();
        await StoreAsync(ui, 1);
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/history");
        await open.Page.Locator("table.runs tbody th a").First.ClickAsync();
        await open.Page.GetByLabel("Add a tag").FillAsync("baseline");
        await open.Page.Keyboard.PressAsync("Enter");
        await open.Page.GetByLabel("Note", new() { Exact = true }).FillAsync("before the cache");
        await open.Page.GetByLabel("Add a tag").FocusAsync(); // leaving the note keeps it
        await Expect(open.Page.GetByLabel("Remove tag baseline")).ToBeVisibleAsync();
        await UiProcess.EventuallyAsync(() => Task.FromResult(Directory.GetFiles(ui[".dyno/runs"], "*.note").Length == 1), "the note is kept");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Delete", Exact = true }).ClickAsync();

        await Expect(open.Page.GetByText("No run is stored here yet")).ToBeVisibleAsync();
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Undo" }).ClickAsync();
        await Expect(open.Page.Locator("table.runs .tag")).ToHaveTextAsync("baseline");
        await Expect(open.Page.Locator("table.runs em.note")).ToHaveTextAsync("before the cache");
        await open.GoAsync("/history?search=cache");
        await Expect(open.Page.Locator("table.runs tbody tr")).ToHaveCountAsync(1);
    }

    // One real run, copied under other ids and names.
    private static async Task StoreAsync(UiProcess ui, int count)
    {
        await using var server = await KestrelServer.StartAsync();
        using var run = Process.Start(new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, "dyno"), ["run", server.Url.ToString(), "-d", "1s", "-c", "1", "-q"])
        {
            WorkingDirectory = ui.Folder,
            RedirectStandardOutput = true,
        })!;
        await run.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        var made = Directory.GetFiles(ui[".dyno/runs"], "*.json").Single();
        if (count == 1) return;
        var document = JsonNode.Parse(await File.ReadAllTextAsync(made, TestContext.Current.CancellationToken))!;
        File.Delete(made);
        var began = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
        for (var index = 0; index < count; index++)
        {
            var at = began.AddMinutes(index);
            var id = $"{at:yyyyMMdd-HHmmss}-t2t2";
            document["id"] = id;
            document["startedAt"] = JsonSerializer.SerializeToNode(at);
            document["plan"]!["name"] = $"run-{index}";
            await File.WriteAllTextAsync(ui[$".dyno/runs/{id}.json"], document.ToJsonString(), TestContext.Current.CancellationToken);
        }
    }
}
