using System.Net.Http.Json;
using BenchmarkDotNet.Attributes;

namespace MinimalVsControllers.Benchmarks;

/// <summary>
/// The article's six calls, one at a time over HttpClient. The two programs must be running, at MINIMAL_URL and CONTROLLERS_URL.
/// </summary>
public class Calls : IDisposable
{
    private static readonly Submission Data = new() { Id = 1, Description = "Performance" };

    private readonly HttpClient _minimal = new();
    private readonly HttpClient _controllers = new();

    /// <summary>Creates the clients; not measured.</summary>
    [GlobalSetup]
    public void Setup()
    {
        _minimal.BaseAddress = AddressOf("MINIMAL_URL", "http://localhost:7060");
        _controllers.BaseAddress = AddressOf("CONTROLLERS_URL", "http://localhost:7150");
    }

    /// <summary>Closes the connections.</summary>
    [GlobalCleanup]
    public void Dispose()
    {
        _minimal.Dispose();
        _controllers.Dispose();
        GC.SuppressFinalize(this);
    }

    [Benchmark]
    public Task<int> Minimal_Json_Get() => GetAsync(_minimal, "/jsons");

    [Benchmark]
    public Task<int> Controller_Json_Get() => GetAsync(_controllers, "/jsons");

    [Benchmark]
    public Task<int> Minimal_TextPlain_Get() => GetAsync(_minimal, "/text-plain");

    [Benchmark]
    public Task<int> Controller_TextPlain_Get() => GetAsync(_controllers, "/text-plain");

    [Benchmark]
    public Task<int> Minimal_Validation_Post() => PostAsync(_minimal);

    [Benchmark]
    public Task<int> Controller_Validation_Post() => PostAsync(_controllers);

    // Unlike the article, this code disposes of the answers. Without that, connections stay busy until a garbage collection frees them.
    private static async Task<int> GetAsync(HttpClient client, string path)
    {
        using var answer = await client.GetAsync(new Uri(path, UriKind.Relative));
        return (int)answer.EnsureSuccessStatusCode().StatusCode;
    }

    private static async Task<int> PostAsync(HttpClient client)
    {
        using var answer = await client.PostAsJsonAsync(new Uri("/validations", UriKind.Relative), Data);
        return (int)answer.EnsureSuccessStatusCode().StatusCode;
    }

    private static Uri AddressOf(string variable, string otherwise) => new(Environment.GetEnvironmentVariable(variable) ?? otherwise);
}
