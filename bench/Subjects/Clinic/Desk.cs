using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Clinic;

/// <summary>
/// Regressions of public repositories, made again in a few lines each. Where a plant is off, the code is as its repository has it after the
/// repair.
/// </summary>
public sealed class Desk(Tracking tracking, Rota rota, Ledger ledger, Partner partner)
{
    /// <summary>A note about a visit.</summary>
    public async Task<string> NoteAsync(int id, string path)
    {
        if (tracking.IsIgnored(path)) return "";
        tracking.Add(id);
        await Task.Yield();
        var free = rota.FreeOf(id);
        var page = ledger.PageOf(id);
        var text = await partner.TextAsync(id);
        return string.Create(CultureInfo.InvariantCulture, $"{free} free, page {page}, {text}");
    }
}

/// <summary>Which requests are watched.</summary>
public sealed class Tracking
{
    private const int Most = 512;
    private static readonly string[] Patterns = ["^/health$", "^/metrics(-text)?$", "^/env/.*", "/favicon\\.ico$"];
    private readonly Regex[] _ignored = [.. Patterns.Select(Made)];
    private readonly ConcurrentDictionary<int, long> _seen = new();
    private int _count;

    private static Regex Made(string pattern) => new(pattern, RegexOptions.IgnoreCase);

    /// <summary>
    /// Patterns are parsed in each request: github.com/AppMetrics/AspNetCore issue 39, a property that looked like a field. There they were
    /// compiled as well.
    /// </summary>
    public bool IsIgnored(string path) => (Plant.Patterns ? Patterns.Select(Made) : _ignored).Any(pattern => pattern.IsMatch(path));

    /// <summary>
    /// The entries are counted before each addition, which takes every lock of the dictionary: github.com/microsoft/ApplicationInsights-dotnet
    /// issue 1345, AddRequestToDictionary.
    /// </summary>
    public void Add(int id)
    {
        if ((Plant.Count ? _seen.Count : _count) >= Most) return;
        if (_seen.TryAdd(id % Most, Environment.TickCount64)) Interlocked.Increment(ref _count);
    }
}

/// <summary>Who is free.</summary>
public sealed class Rota
{
    private readonly HashSet<string> _busy = new(Enumerable.Range(0, 200).Select(i => $"room {i * 3}"), StringComparer.Ordinal);
    private readonly string[] _rooms = [.. Enumerable.Range(0, 60).Select(i => $"room {i * 10}")];

    /// <summary>
    /// A set is searched from its begin to its end, as Enumerable.Contains does: github.com/microsoft/vs-threading issue 883,
    /// GetDependentTasksFromCandidates.
    /// </summary>
    public int FreeOf(int id)
    {
        var count = 0;
        for (var i = id % 50; i < id % 50 + 4; i++)
            if (!(Plant.Contains ? Enumerable.Contains(_busy, _rooms[i], StringComparer.Ordinal) : _busy.Contains(_rooms[i]))) count++;
        return count;
    }
}

/// <summary>Pages of a book.</summary>
public sealed class Ledger
{
    private readonly Page[] _pages = [.. Enumerable.Range(0, 64).Select(i => new Page(i, i * 8192L, i % 7))];

    /// <summary>The message of a check is written although the check holds: github.com/litedb-org/LiteDB pull request 2454, ENSURE.</summary>
    public int PageOf(int id)
    {
        var sum = 0;
        for (var i = id % 32; i < id % 32 + 8; i++)
        {
            var page = _pages[i];
            if (Plant.Ensure) Ensure(page.Items < 7, $"page {page} of {id} has too many items at {page.Offset:x}");
            else if (page.Items >= 7) throw new InvalidOperationException($"page {page} of {id} has too many items at {page.Offset:x}");
            sum += page.Number;
        }
        return sum;
    }

    private static void Ensure(bool isTrue, string message)
    {
        if (!isTrue) throw new InvalidOperationException(message);
    }

    private sealed record Page(int Number, long Offset, int Items);
}

/// <summary>Another clinic's answers.</summary>
public sealed class Partner
{
    private static readonly JsonSerializerOptions Kept = new(JsonSerializerDefaults.Web);

#pragma warning disable CA1869 // what is made again here
    /// <summary>Options are made for each text and nothing of them is used again: github.com/dotnet/runtime issue 34440, System.Net.Http.Json.</summary>
    public async Task<string> TextAsync(int id)
    {
        await Task.Yield();
        return JsonSerializer.Serialize(new Appointed(id, "Dr Ardley"), Plant.Options ? new JsonSerializerOptions(JsonSerializerDefaults.Web) : Kept);
    }

#pragma warning restore CA1869

    private sealed record Appointed(int Number, string Doctor);
}
