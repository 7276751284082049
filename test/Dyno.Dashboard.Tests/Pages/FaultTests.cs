using static Microsoft.Playwright.Assertions;

namespace Dyno.Dashboard.Tests;

/// <summary>What goes wrong while a page is open.</summary>
public sealed class FaultTests
{
    [Fact]
    public async Task A_server_that_is_gone_is_told_and_found_again_with_nothing_lost()
    {
        await using var target = await KestrelServer.StartAsync();
        var ui = await UiProcess.StartAsync();
        var (folder, port) = (ui.Folder, ui.Address.Port);
        await File.WriteAllTextAsync(ui["a.http"], $"### a\nGET {target.Url}\n", TestContext.Current.CancellationToken);
        var live = await StartAsync(ui, "a.http", "300s");
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/s/a.http");
        await open.Page.GetByLabel("URL").FillAsync("http://127.0.0.1:1/typed");
        ui.Signal("KILL");
        await ui.EndedAsync();

        await Expect(open.Page.GetByText("The server does not answer", new() { Exact = false })).ToBeVisibleAsync();
        await using var again = await UiProcess.StartAsync(folder, "--port", $"{port}");
        await Expect(open.Page.GetByText("The server does not answer", new() { Exact = false })).ToBeHiddenAsync();
        await Expect(open.Page.GetByLabel("URL")).ToHaveValueAsync("http://127.0.0.1:1/typed");
        // The run outlives the server that started it, and is stopped by the next one.
        await Expect(open.Page.GetByRole(AriaRole.Link, new() { Name = "running" })).ToBeVisibleAsync();
        await again.PostAsync($"live/{live}/stop");
        await UiProcess.EventuallyAsync(async () => (await again.GetAsync("history")).GetProperty("stored").GetInt32() == 1, "the run is kept");
    }

    [Fact]
    public async Task The_second_of_two_tabs_that_start_a_run_is_told()
    {
        await using var target = await KestrelServer.StartAsync();
        await using var ui = await UiProcess.StartAsync();
        await using var first = await Chromium.OpenAsync(ui.Address);
        await using var second = await Chromium.OpenAsync(ui.Address);
        foreach (var open in (OpenPage[])[first, second]) await open.GoAsync($"/run?target={Uri.EscapeDataString(target.Url.ToString())}&--duration=300s&--connections=1");
        await first.Page.GetByRole(AriaRole.Button, new() { Name = "Start", Exact = true }).ClickAsync();
        await Expect(first.Page.GetByRole(AriaRole.Button, new() { Name = "Stop", Exact = true })).ToBeVisibleAsync();
        await second.Page.GetByRole(AriaRole.Button, new() { Name = "Start", Exact = true }).ClickAsync();

        await Expect(second.Page.GetByText("two measurements at once would disturb each other", new() { Exact = false })).ToBeVisibleAsync();
        (await ui.GetAsync("live")).GetArrayLength().ShouldBe(1);
    }

    [Fact]
    public async Task A_run_outlives_its_tab()
    {
        await using var target = await KestrelServer.StartAsync();
        await using var ui = await UiProcess.StartAsync();
        await using (var open = await Chromium.OpenAsync(ui.Address))
        {
            await open.GoAsync($"/run?target={Uri.EscapeDataString(target.Url.ToString())}&--duration=2s&--connections=1");
            await open.Page.GetByRole(AriaRole.Button, new() { Name = "Start", Exact = true }).ClickAsync();
            await open.Page.WaitForURLAsync("**/live/**");
        }

        await UiProcess.EventuallyAsync(async () => (await ui.GetAsync("history")).GetProperty("stored").GetInt32() == 1, "the run is kept");
    }

    [Theory, InlineData("INT"), InlineData("HUP"), InlineData("TERM")]
    public async Task A_run_ends_in_order_and_is_kept_when_the_server_is_ended(string signal)
    {
        await using var target = await KestrelServer.StartAsync();
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["a.http"], $"### a\nGET {target.Url}\n", TestContext.Current.CancellationToken);
        var live = await StartAsync(ui, "a.http", "300s");
        await UiProcess.EventuallyAsync(async () => (await ui.GetAsync($"live/{live}")).GetProperty("snapshots").GetArrayLength() > 1, "it measures");
        ui.Signal(signal);

        (await ui.EndedAsync()).ShouldBe(0);
        var kept = Directory.GetFiles(ui[".dyno/runs"], "*.json").ShouldHaveSingleItem();
        JsonElement.Parse(await File.ReadAllTextAsync(kept, TestContext.Current.CancellationToken)).GetProperty("outcome").GetString().ShouldBe("interrupted");
    }

    [Fact]
    public async Task A_file_that_changed_on_the_disk_is_never_overwritten()
    {
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["a.http"], "### a\nGET http://localhost:1/\n", TestContext.Current.CancellationToken);
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/s/a.http");
        await open.Page.GetByLabel("URL").FillAsync("http://localhost:2/mine");
        await File.WriteAllTextAsync(ui["a.http"], "### a\nGET http://localhost:3/theirs\n", TestContext.Current.CancellationToken);

        await Expect(open.Page.GetByText("was changed on the disk while you were editing", new() { Exact = false })).ToBeVisibleAsync();
        await open.Page.Keyboard.PressAsync("Control+s");
        await Expect(open.Page.GetByText("nothing was written", new() { Exact = false })).ToBeVisibleAsync();
        (await File.ReadAllTextAsync(ui["a.http"], TestContext.Current.CancellationToken)).ShouldContain("theirs");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Use the file's text" }).ClickAsync();
        await Expect(open.Page.GetByLabel("URL")).ToHaveValueAsync("http://localhost:3/theirs");
    }

    [Fact]
    public async Task A_file_that_was_deleted_under_the_editor_can_be_written_again()
    {
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["a.http"], "### a\nGET http://localhost:1/\n", TestContext.Current.CancellationToken);
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/s/a.http");
        await open.Page.GetByLabel("URL").FillAsync("http://localhost:2/mine");
        File.Delete(ui["a.http"]);

        await Expect(open.Page.GetByText("was deleted or renamed on the disk", new() { Exact = false })).ToBeVisibleAsync();
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Write it again" }).ClickAsync();
        await Expect(open.Page.GetByText("was deleted or renamed on the disk", new() { Exact = false })).ToBeHiddenAsync();
        (await File.ReadAllTextAsync(ui["a.http"], TestContext.Current.CancellationToken)).ShouldBe("### a\nGET http://localhost:2/mine\n");
    }

    [Fact]
    public async Task A_file_that_changes_on_the_disk_shows_at_once()
    {
        await using var ui = await UiProcess.StartAsync();
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/");
        await Expect(open.Page.GetByText("No load test in this folder yet")).ToBeVisibleAsync();
        await File.WriteAllTextAsync(ui["new.http"], "### first\nGET http://localhost:1/\n", TestContext.Current.CancellationToken);

        await open.Page.GetByRole(AriaRole.Link, new() { Name = "new.http" }).First.ClickAsync();
        await File.WriteAllTextAsync(ui["new.http"], "### second\nGET http://localhost:1/other\n", TestContext.Current.CancellationToken);
        await Expect(open.Page.GetByLabel("URL")).ToHaveValueAsync("http://localhost:1/other");
    }

    [Fact]
    public async Task Back_and_forward_go_through_the_views()
    {
        await using var ui = await UiProcess.StartAsync();
        await using var open = await Chromium.OpenAsync(ui.Address);
        (string Path, string Heading)[] views = [("/", "Sessions"), ("/history", "History"), ("/experiments", "Experiments"), ("/experiments/new", "New experiment"), ("/import", "Import"), ("/run", "Run")];
        await open.GoAsync("/");
        foreach (var key in "heir") await open.Page.Keyboard.PressAsync("g")
            .ContinueWith(_ => open.Page.Keyboard.PressAsync(key.ToString()), TaskScheduler.Default).Unwrap();
        await Expect(Heading("Run")).ToBeVisibleAsync();
        foreach (var heading in (string[])["Import", "Experiments", "History", "Sessions"])
        {
            await open.Page.GoBackAsync();
            await Expect(Heading(heading)).ToBeVisibleAsync();
        }
        await open.Page.GoForwardAsync();
        await Expect(Heading("History")).ToBeVisibleAsync();
        foreach (var (path, heading) in views)
        {
            await open.GoAsync(path); // each address alone leads to its view
            await Expect(Heading(heading)).ToBeVisibleAsync();
        }

        ILocator Heading(string text) => open.Page.GetByRole(AriaRole.Heading, new() { Name = text, Exact = true, Level = 1 });
    }

    [Fact]
    public async Task What_a_server_answers_is_shown_as_text_and_never_run()
    {
        const string attack = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>";
        await using var target = await KestrelServer.StartAsync(answer: context =>
        {
            context.Response.ContentType = "text/html";
            return Microsoft.AspNetCore.Http.HttpResponseWritingExtensions.WriteAsync(context.Response, attack);
        });
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["a.http"], $"### {attack}\nGET {target.Url}\n", TestContext.Current.CancellationToken);
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/s/a.http");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Send", Exact = true }).ClickAsync();

        await Expect(open.Page.GetByLabel("Response").Locator("pre")).ToContainTextAsync("<script>");
        (await open.Page.TitleAsync()).ShouldNotBe("run");
        (await open.Page.Locator("#app script, #app img").CountAsync()).ShouldBe(0);
        open.Complaints.ShouldBeEmpty();
    }

    private static async Task<string> StartAsync(UiProcess ui, string target, string length) =>
        (await ui.PostAsync("live", new { target, options = new[] { new { name = "--duration", value = length }, new { name = "--connections", value = "1" } } })).GetProperty("id").GetString()!;
}
