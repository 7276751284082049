using System.Net.Http.Json;

namespace Dyno.Experiments;

/// <summary>
/// A run that is started and followed in the pages of <c>dyno ui</c>, to measure what the display costs. The pages, and the client that
/// reads their events, share the generator's CPUs.
/// </summary>
internal static class PagesRun
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(250);

    /// <summary>Runs the load to its end and writes the result.</summary>
    /// <param name="words">The words of <c>dyno run</c>: a target, then options with a value each.</param>
    /// <param name="folder">An empty folder, which the pages open.</param>
    /// <param name="cpus">The CPUs of the pages and of the processes that they start.</param>
    /// <param name="stopping">Ends it.</param>
    /// <exception cref="UserFault">The pages do not come up or refuse the run, or the run leaves no result.</exception>
    public static async Task RunAsync(
        ImmutableArray<string> dyno, ImmutableArray<string> words, string folder, string result, CpuPlan cpus, CancellationToken stopping)
    {
        await using var pages = await Subject.StartAsync(new SubjectOptions
        {
            Command = [.. dyno, "ui", folder, "--no-open", "--port", "{port}"],
            WorkingDirectory = folder,
            Cpus = new CpuPlan { Server = cpus.Generator },
            ReadyPath = "/api/live",
        }, null, null, stopping);
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = pages.BaseUrl, Timeout = Timeout.InfiniteTimeSpan };
        http.DefaultRequestHeaders.Add("X-Dyno", "1"); // the pages require this header for every change
        using var over = CancellationTokenSource.CreateLinkedTokenSource(stopping);
        var events = ReadEventsAsync(http, over.Token);
        var id = await EndedAsync(http, await StartAsync(http, words, stopping), stopping);
        await over.CancelAsync();
        await events;
        await using var file = File.Create(result);
        await using var document = await http.GetStreamAsync(new Uri($"api/history/{id}/files/json", UriKind.Relative), stopping);
        await document.CopyToAsync(file, stopping);
    }

    private static async Task<string> StartAsync(HttpClient http, ImmutableArray<string> words, CancellationToken stopping)
    {
        var options = words.Skip(1).Chunk(2).Select(pair => new { name = pair[0], value = pair[^1] });
        using var answer = await http.PostAsJsonAsync("api/live", new { target = words[0], options }, stopping);
        if (!answer.IsSuccessStatusCode)
            throw new UserFault($"dyno ui did not start the run: {await answer.Content.ReadAsStringAsync(stopping)}", "write run: \"{url}/path --option value …\"");
        return (await answer.Content.ReadFromJsonAsync<JsonElement>(stopping)).GetProperty("id").GetString()!;
    }

    private static async Task<string> EndedAsync(HttpClient http, string id, CancellationToken stopping)
    {
        while (true)
        {
            await Task.Delay(BetweenLooks, TimeProvider.System, stopping);
            var state = (await http.GetFromJsonAsync<JsonElement>($"api/live/{id}", stopping)).GetProperty("state");
            if (state.GetProperty("stage").GetString() != "ended") continue;
            return state.TryGetProperty("resultId", out var stored) && stored.GetString() is { } found ? found
                : throw new UserFault("the run that dyno ui started left no result", "try the run in the pages: dyno ui");
        }
    }

    // Reads the events as a page does: they are sent whether or not a page draws them.
    private static async Task ReadEventsAsync(HttpClient http, CancellationToken over)
    {
        try
        {
            await using var stream = await http.GetStreamAsync(new Uri("api/events", UriKind.Relative), over);
            await stream.CopyToAsync(Stream.Null, over);
        }
        catch (OperationCanceledException)
        {
            return;
        }
    }
}
