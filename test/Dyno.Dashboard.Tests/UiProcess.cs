using System.Net.Http.Json;

namespace Dyno.Dashboard.Tests;

/// <summary><c>dyno ui</c> as a user starts it, on a folder of its own.</summary>
internal sealed class UiProcess : IAsyncDisposable
{
    private static readonly string Program = Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "dyno.exe" : "dyno");
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3); // a busy machine
    private readonly Process _process;
    private readonly bool _ownsFolder;

    private UiProcess(Process process, string folder, bool ownsFolder, Uri address)
    {
        (_process, Folder, _ownsFolder, Address) = (process, folder, ownsFolder, address);
        Http = new HttpClient(new SocketsHttpHandler { UseCookies = false, AllowAutoRedirect = false }) { BaseAddress = address, Timeout = Patience };
        Http.DefaultRequestHeaders.Add("X-Dyno", "1");
    }

    public string Folder { get; }

    public Uri Address { get; }

    /// <summary>A client as the pages are one.</summary>
    public HttpClient Http { get; }

    public int Id => _process.Id;

    /// <summary>Starts it.</summary>
    /// <param name="folder">The folder; null for a new, empty one that goes with it.</param>
    /// <param name="options">Further options.</param>
    public static async Task<UiProcess> StartAsync(string? folder = null, params string[] options)
    {
        var opened = folder ?? Directory.CreateTempSubdirectory("dyno-ui-").FullName;
        var start = new ProcessStartInfo(Program, ["ui", opened, "--no-open", .. options.Contains("--port") ? Array.Empty<string>() : ["--port", "0"], .. options])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        // Tests on one machine take turns by themselves; the lock is for people.
        start.Environment["TMPDIR"] = Directory.CreateDirectory(TemporaryOf(opened)).FullName;
        var process = Process.Start(start)!;
        var line = await process.StandardOutput.ReadLineAsync().WaitAsync(Patience);
        if (line?.StartsWith("dyno ui: ", StringComparison.Ordinal) != true) throw new InvalidOperationException($"dyno ui said {line}{await process.StandardError.ReadToEndAsync()}");
        _ = process.StandardOutput.ReadToEndAsync();
        _ = process.StandardError.ReadToEndAsync();
        return new UiProcess(process, opened, folder is null, new Uri(line["dyno ui: ".Length..]));
    }

    public string this[string name] => Path.Combine(Folder, name);

    public async Task<JsonElement> GetAsync(string path) => await ReadAsync(await Http.GetAsync(new Uri("/api/" + path, UriKind.Relative)));

    public async Task<JsonElement> PostAsync(string path, object? body = null) => await ReadAsync(await Http.PostAsJsonAsync("/api/" + path, body ?? new { }));

    /// <summary>Waits until something holds.</summary>
    public static async Task EventuallyAsync(Func<Task<bool>> holds, string what)
    {
        using var patience = new CancellationTokenSource(Patience);
        while (!await holds())
        {
            if (patience.IsCancellationRequested) throw new TimeoutException($"it never came true: {what}");
            await Task.Delay(100, TestContext.Current.CancellationToken);
        }
    }

    public void Signal(string name) => Process.Start("kill", [$"-{name}", $"{_process.Id}"])!.WaitForExit();

    public Task<int> EndedAsync() => _process.WaitForExitAsync().WaitAsync(Patience).ContinueWith(_ => _process.ExitCode, TaskScheduler.Default);

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        if (!_process.HasExited)
        {
            Signal("TERM");
            await EndedAsync();
            if (Directory.Exists(TemporaryOf(Folder))) Directory.Delete(TemporaryOf(Folder), recursive: true); // another of this folder may have ended
        }
        _process.Dispose();
        if (_ownsFolder) Directory.Delete(Folder, recursive: true);
    }

    private static string TemporaryOf(string opened) => Path.Combine(Path.GetTempPath(), "dyno-ui-tests-" + Path.GetFileName(opened));

    private static async Task<JsonElement> ReadAsync(HttpResponseMessage answer)
    {
        var text = await answer.Content.ReadAsStringAsync();
        if (!answer.IsSuccessStatusCode) throw new HttpRequestException($"{(int)answer.StatusCode}: {text}", null, answer.StatusCode);
        return text.Length == 0 ? default : JsonElement.Parse(text);
    }
}
