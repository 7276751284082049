using System.Net.Http.Json;

namespace Dyno.Bench;

/// <summary><c>dyno ui</c> on an empty folder. The server and its runs share the generator's CPU, which is the worst case.</summary>
internal sealed class WatchedPages : IDisposable
{
    private static readonly string[] Places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    private readonly Process _ui;
    private readonly string _folder;
    private readonly HttpClient _http;

    private WatchedPages(Process ui, string folder, Uri address)
    {
        (_ui, _folder) = (ui, folder);
        _http = new HttpClient(new SocketsHttpHandler()) { BaseAddress = address, Timeout = Timeout.InfiniteTimeSpan };
        _http.DefaultRequestHeaders.Add("X-Dyno", "1");
    }

    /// <summary>The path of Chromium; null when it is not installed.</summary>
    public static string? Browser => Array.Find(Places, File.Exists);

    public static WatchedPages Start(int cpu)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-bench-").FullName;
        var ui = Process.Start(new ProcessStartInfo("taskset", ["-c", $"{cpu}", DynoClient.Program, "ui", folder, "--no-open", "--port", "0"]) { RedirectStandardOutput = true })!;
        var line = ui.StandardOutput.ReadLine() ?? throw new BenchException("dyno ui did not start");
        return new WatchedPages(ui, folder, new Uri(line.Split(' ', 3)[2]));
    }

    /// <summary>Starts and watches one run as a page does.</summary>
    /// <returns>Requests per second.</returns>
    public double Measure(string url, int connections, string duration, string? browser)
    {
        var state = Ask(HttpMethod.Post, "api/live", new
        {
            target = url,
            options = Options(("--threads", "1"), ("--driver", "linux"), ("--warmup", "1s"), ("--connections", $"{connections}"), ("--duration", duration)),
        });
        var id = state["id"]!.GetValue<string>();
        using var over = new CancellationTokenSource();
        using var drawing = browser is null ? null : Process.Start(new ProcessStartInfo(browser,
            ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", $"--user-data-dir={_folder}/.profile", new Uri(_http.BaseAddress!, $"live/{id}").ToString()])
        { RedirectStandardError = true });
        var events = browser is null ? ReadEventsAsync(over.Token) : Task.CompletedTask;
        string? result = null;
        while (result is null)
        {
            Thread.CurrentThread.Join(250);
            var now = Ask(HttpMethod.Get, $"api/live/{id}")["state"]!;
            if (now["stage"]!.GetValue<string>() == "ended") result = now["resultId"]?.GetValue<string>() ?? throw new BenchException($"the run {now["ending"]}");
        }
        over.Cancel();
        events.Wait();
        drawing?.Kill(entireProcessTree: true);
        return Ask(HttpMethod.Get, $"api/history/{result}/files/json")["measured"]!["totals"]!["requestsPerSecond"]!.GetValue<double>();
    }

    public void Dispose()
    {
        _http.Dispose();
        using (Process.Start("kill", $"{_ui.Id}")) _ui.WaitForExit();
        _ui.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static object[] Options(params (string Name, string Value)[] options) =>
        [.. options.Select(option => new { name = option.Name, value = option.Value })];

    private JsonNode Ask(HttpMethod method, string path, object? body = null)
    {
        using var request = new HttpRequestMessage(method, path) { Content = body is null ? null : JsonContent.Create(body) };
        using var answer = _http.Send(request);
        using var stream = answer.Content.ReadAsStream();
        return JsonNode.Parse(stream)!;
    }

    private async Task ReadEventsAsync(CancellationToken over)
    {
        try
        {
            await using var stream = await _http.GetStreamAsync(new Uri("api/events", UriKind.Relative), over);
            await stream.CopyToAsync(Stream.Null, over);
        }
        catch (OperationCanceledException)
        {
            return;
        }
    }
}
