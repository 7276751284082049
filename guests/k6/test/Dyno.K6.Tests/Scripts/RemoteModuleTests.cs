namespace Dyno.K6.Tests;

/// <summary>Modules named by an https URL: fetched once, kept with their hash, never changed behind the script's back.</summary>
public sealed class RemoteModuleTests : IDisposable
{
    private const string Script = """
        import { double } from 'https://example.test/lib/math.js';
        export default function () { console.log(double(21)); }
        """;

    private readonly string _cache = Directory.CreateTempSubdirectory("dyno-test-").FullName;
    private readonly List<string> _fetched = [];

    [Fact]
    public async Task A_module_is_fetched_once_and_then_read_from_the_cache()
    {
        (await RunAsync(Serve)).Log.Trim().ShouldBe("42");
        (await RunAsync(_ => null)).Log.Trim().ShouldBe("42");

        _fetched.ShouldBe(["https://example.test/lib/math.js", "https://example.test/lib/factor.js"]);
        Directory.GetFiles(_cache, "*.sha256").Length.ShouldBe(2);
    }

    [Fact]
    public async Task Without_network_and_cache_the_error_names_the_module_and_what_to_do()
    {
        var run = await RunAsync(_ => null);

        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain($"https://example.test/lib/math.js is not in the cache ({_cache}) and cannot be fetched: download it, and import the local file");
    }

    [Fact]
    public async Task A_cached_copy_that_was_changed_is_refused()
    {
        await RunAsync(Serve);
        var file = Directory.GetFiles(_cache, "*.js").Single(f => File.ReadAllText(f).Contains("double", StringComparison.Ordinal));
        await File.WriteAllTextAsync(file, "export const double = (x) => x * 3;", TestContext.Current.CancellationToken);

        var run = await RunAsync(Serve);

        run.ExitCode.ShouldBe(107);
        run.Error.ShouldContain($"the cached copy of https://example.test/lib/math.js was changed after it was fetched: delete {file} to fetch it again");
    }

    public void Dispose() => Directory.Delete(_cache, recursive: true);

    private Task<ScriptOutcome> RunAsync(Func<string, string?> fetch) =>
        ScriptRunner.RunAsync(Script, change: request => request with { ModuleCache = _cache, Fetch = fetch });

    private string? Serve(string url)
    {
        _fetched.Add(url);
        return url.EndsWith("math.js", StringComparison.Ordinal)
            ? "import { factor } from './factor.js'; export const double = (x) => x * factor;" : "export const factor = 2;";
    }
}
