using System.IO.Compression;
using Dyno.History.Tests;
using Microsoft.AspNetCore.Http;
using static Microsoft.Playwright.Assertions;

namespace Dyno.Dashboard.Tests;

/// <summary>How every view looks and reads: pictures for people, axe-core for everything a machine can find.</summary>
public sealed class ViewTests
{
    [Fact]
    [Trait("Length", "Long")]
    public Task Every_view_is_pictured_and_axe_finds_no_serious_fault() => PictureAsync(("light", 1360, ColorScheme.Light));

    [Fact]
    [Trait("Length", "Long")]
    public Task Every_view_is_pictured_in_the_dark_and_on_a_phone_and_axe_finds_no_serious_fault() =>
        PictureAsync(("dark", 1360, ColorScheme.Dark), ("phone", 390, ColorScheme.Light));

    private static async Task PictureAsync(params (string Name, int Width, ColorScheme Scheme)[] looks)
    {
        await using var target = await KestrelServer.StartAsync();
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["shop.http"], $"@host = {target.Url.GetLeftPart(UriPartial.Authority)}\n\n### products\n# @check status == 200\nGET {{{{host}}}}/products\nAccept: application/json\n\n### order\nPOST {{{{host}}}}/orders\nContent-Type: application/json\n\n{{ \"item\": 1 }}\n", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(ui["compare.yaml"], "name: two\nsubject: { url: http://localhost:1 }\nvariants:\n  a: {}\n  b: {}\nload: { path: / }\n", TestContext.Current.CancellationToken);
        var history = Directory.CreateDirectory(ui[Path.Combine(".dyno", "history")]).FullName;
        foreach (var file in Sample.Files(40, commit => commit < 30 ? 0 : -0.04))
            await File.WriteAllTextAsync(Path.Combine(history, file.Name), file.Text, TestContext.Current.CancellationToken);
        var ids = new List<string> { await RunAsync(ui), await RunAsync(ui) };
        (string Name, string Path, string Shows)[] views =
        [
            ("sessions", "/", "shop.http"), ("editor", "/s/shop.http?request=1", "order"), ("text", "/s/shop.http?as=text", "not saved, or saved"), ("run", "/run?target=shop.http&--duration=2s", "dyno run shop.http"),
            ("history", "/history", "2 runs"), ("report", $"/history/{ids[0]}", "Over time"), ("compare", $"/compare?ids={ids[0]},{ids[1]}", "side by side"),
            ("experiments", "/experiments", "compare.yaml"), ("experiment-form", "/experiments/new", "Variants"), ("experiment-start", "/experiments/start/compare.yaml", "--quick"), ("import", "/import", "Paste here"), ("tune", "/tune?target=/hello", "--goal"), ("doctor", "/doctor", "load-average"), ("trend", "/trend", "1 regression"),
        ];
        Directory.CreateDirectory(Chromium.Screenshots);
        var faults = new List<string>();
        foreach (var (look, width, scheme) in looks)
        {
            await using var open = await Chromium.OpenAsync(ui.Address, width, scheme);
            foreach (var (name, path, shows) in views)
            {
                await open.GoAsync(path);
                if (name != "text") await Expect(open.Page.Locator("main").GetByText(shows, new() { Exact = false }).First).ToBeVisibleAsync();
                await open.Page.ScreenshotAsync(new() { Path = Path.Combine(Chromium.Screenshots, $"{name}-{look}.png"), FullPage = true });
                faults.AddRange((await AxeAsync(open.Page)).Select(fault => $"{name} {look}: {fault}"));
                var overflow = await open.Page.EvaluateAsync<int>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
                if (overflow > 0) faults.Add($"{name} {look}: the page is {overflow} px wider than the window");
            }
            await open.Page.Keyboard.PressAsync("Control+k");
            await open.Page.ScreenshotAsync(new() { Path = Path.Combine(Chromium.Screenshots, $"palette-{look}.png") });
            faults.AddRange((await AxeAsync(open.Page)).Select(fault => $"palette {look}: {fault}"));
            faults.AddRange(open.Complaints.Select(complaint => $"{look}: {complaint}"));
        }
        faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_folder_without_records_says_how_it_gets_them()
    {
        await using var ui = await UiProcess.StartAsync();
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/trend");
        await Expect(open.Page.Locator("main")).ToContainTextAsync("dyno history pull");
    }

    [Fact]
    public async Task Everything_can_be_reached_by_the_keyboard_alone()
    {
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["orders.http"], "### a\nGET http://localhost:1/\n", TestContext.Current.CancellationToken);
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/history");
        await open.Page.Keyboard.PressAsync("Control+k");
        await open.Page.Keyboard.TypeAsync("run orders");
        await Expect(open.Page.GetByRole(AriaRole.Option).First).ToContainTextAsync("Run orders.http");
        await open.Page.Keyboard.PressAsync("Enter");

        await open.Page.WaitForURLAsync("**/run?target=orders.http");
        await open.Page.Keyboard.PressAsync("Control+k");
        await open.Page.Keyboard.PressAsync("Escape");
        await Expect(open.Page.GetByRole(AriaRole.Dialog)).ToHaveCountAsync(0);
    }

    [Fact, Trait("Guest", "import")]
    public async Task A_curl_command_becomes_a_request_of_a_file()
    {
        await using var ui = await UiProcess.StartAsync();
        await using var open = await Chromium.OpenAsync(ui.Address);
        await open.GoAsync("/import");
        await open.Page.Locator("textarea").FillAsync("curl 'http://localhost:5000/orders' -H 'Content-Type: application/json' --data-raw '{\"item\":1}'");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Preview" }).ClickAsync();
        await Expect(open.Page.GetByLabel("Preview").Locator("pre")).ToContainTextAsync("POST http://localhost:5000/orders");
        await open.Page.GetByRole(AriaRole.Button, new() { Name = "Keep" }).ClickAsync();

        await Expect(open.Page.GetByLabel("URL")).ToHaveValueAsync("http://localhost:5000/orders");
        (await File.ReadAllTextAsync(ui["imported.http"], TestContext.Current.CancellationToken)).ShouldContain("{\"item\":1}");
    }

    [Theory]
    [InlineData("orders", "POST http", "/orders (after login: 200)", "got Bearer t-1")]
    [InlineData("login", "POST http", "/login", "\"token\"")]
    public async Task A_request_that_needs_an_earlier_answer_is_sent_after_the_one_that_gives_it(string name, string asked, string end, string body)
    {
        await using var target = await KestrelServer.StartAsync(answer: context => context.Response.WriteAsync(
            context.Request.Path == "/login" ? "{\"token\": \"t-1\"}" : $"got {context.Request.Headers.Authorization}"));
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["shop.http"], $"@host = {target.Url.GetLeftPart(UriPartial.Authority)}\n\n# @name login\nPOST {{{{host}}}}/login\n\n###\n# @name orders\nPOST {{{{host}}}}/orders\nAuthorization: Bearer {{{{login.response.body.$.token}}}}\n", TestContext.Current.CancellationToken);

        var sent = await ui.PostAsync("session/send", new { path = "shop.http", name, line = 1, baseUrl = (string?)null });

        sent.GetProperty("status").GetInt32().ShouldBe(200);
        sent.GetProperty("asked").GetString().ShouldNotBeNull().ShouldStartWith(asked);
        sent.GetProperty("asked").GetString().ShouldNotBeNull().ShouldEndWith(end);
        sent.GetProperty("body").GetString().ShouldNotBeNull().ShouldContain(body);
    }

    [Theory]
    [InlineData("run", "load.js", "--vus", "--connections", Traits = ["Guest", "k6"])]
    [InlineData("run", "http://localhost:1/", "--connections", "--vus")]
    [InlineData("tune", "/hello", "--goal", "--vus")]
    public async Task Each_kind_of_load_has_its_own_options_in_the_form(string command, string target, string has, string hasNot)
    {
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["load.js"], "export default function () {}\n", TestContext.Current.CancellationToken);

        var sections = await ui.GetAsync($"run-options?command={command}&target={Uri.EscapeDataString(target)}");
        var names = sections.EnumerateArray().SelectMany(section => section.GetProperty("options").EnumerateArray())
            .Select(option => option.GetProperty("name").GetString()).ToList();

        names.ShouldContain(has);
        names.ShouldNotContain(hasNot);
        var described = await ui.PostAsync("command", new { target, command, options = new[] { new { name = has, value = "3" } } });
        described.GetProperty("command").GetString().ShouldStartWith($"dyno {command} ");
    }

    [Fact]
    public async Task Export_gives_a_k6_script()
    {
        await using var ui = await UiProcess.StartAsync();
        await File.WriteAllTextAsync(ui["a.http"], "@host = http://localhost:1\n\n### login\n# @check status == 200\nPOST {{host}}/login\n\n{\"id\":\"{{$guid}}\"}\n\n### orders\nGET {{host}}/orders\nAuthorization: Bearer {{login.response.body.$.token}}\n", TestContext.Current.CancellationToken);

        (await ui.Http.GetStringAsync(new Uri("/api/session/export?path=a.http&format=js", UriKind.Relative), TestContext.Current.CancellationToken)).ShouldBe("""
            import http from 'k6/http';
            import { check } from 'k6';

            export const options = {
              vus: 50,
              duration: '10s',
            };

            const host = "http://localhost:1";

            export default function () {
              const answer_login = http.request("POST", `${host}/login`, `{"id":"${crypto.randomUUID()}"}`, { headers: {  }, tags: { name: "login" } });
              check(answer_login, { "status == 200": (r) => r.status === 200 });
              const answer_orders = http.request("GET", `${host}/orders`, null, { headers: { "Authorization": `Bearer ${answer_login.json("token")}` }, tags: { name: "orders" } });
            }

            """);
    }

    [Fact]
    public async Task The_script_of_the_pages_is_at_most_150_kB_compressed()
    {
        await using var ui = await UiProcess.StartAsync();
        var script = await ui.Http.GetByteArrayAsync(new Uri("/app.js", UriKind.Relative), TestContext.Current.CancellationToken);
        using var compressed = new MemoryStream();
        await using (var gzip = new GZipStream(compressed, CompressionLevel.Optimal, leaveOpen: true)) await gzip.WriteAsync(script,
            TestContext.Current.CancellationToken);

        compressed.Length.ShouldBeLessThan(150_000);
    }

    private static async Task<string> RunAsync(UiProcess ui)
    {
        var before = (await ui.GetAsync("history")).GetProperty("stored").GetInt32();
        await ui.PostAsync("live", new { target = "shop.http", options = new[] { new { name = "--duration", value = "2s" }, new { name = "--connections", value = "2" } } });
        await UiProcess.EventuallyAsync(async () => (await ui.GetAsync("live")).EnumerateArray().All(state => state.GetProperty("stage").GetString() == "ended"), "the run ends");
        var history = await ui.GetAsync("history");
        history.GetProperty("stored").GetInt32().ShouldBe(before + 1);
        return history.GetProperty("runs")[0].GetProperty("id").GetString()!;
    }

    // Through the debugger's own door: the page's policy lets no foreign script in.
    private static async Task<IEnumerable<string>> AxeAsync(IPage page)
    {
        var session = await page.Context.NewCDPSessionAsync(page);
        await session.SendAsync("Page.setBypassCSP", new Dictionary<string, object> { ["enabled"] = true });
        await page.EvaluateAsync(await File.ReadAllTextAsync(Path.Combine(RepositoryRoot.Path, "web", "node_modules", "axe-core", "axe.min.js")));
        var found = await page.EvaluateAsync<JsonElement>("axe.run(document).then((found) => found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | ')}`))");
        return found.EnumerateArray().Select(fault => fault.GetString()!);
    }
}
