using System.Diagnostics;
using System.Text.Json;
using CacheLab.Implementations;
using CacheLab.Properties;
using CacheLab.Redis;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace CacheLab.Tests;

/// <summary>The program of the study hybridcache-ladder that asks caches whether they are right, on one of its questions.</summary>
public sealed class CacheLabTests : IDisposable
{
    private const string Question = "update-seen-on-other-node";
    private readonly string _figures = Path.GetTempFileName();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => File.Delete(_figures);

    [Fact]
    public async Task A_question_to_one_cache_is_answered_in_a_table_and_in_figures()
    {
        var (code, table, _) = await RunAsync("--cache", "hybrid", "--property", Question, "--figures", _figures);

        code.ShouldBe(0);
        table.ShouldStartWith("| broken of tries | hybrid |\n|---|---|\n| update-seen-on-other-node | 10 of 10, ≥ 2");
        var figures = JsonSerializer.Deserialize<Dictionary<string, double>>(await File.ReadAllTextAsync(_figures, Cancelled))!;
        figures.Keys.Order(StringComparer.Ordinal).ShouldBe([$"{Question}.broken", $"{Question}.milliseconds", $"{Question}.share"]);
        figures[$"{Question}.broken"].ShouldBe(10, "nobody tells the other node, which has the old value in its memory");
        figures[$"{Question}.share"].ShouldBe(1);
    }

    [Fact]
    public async Task What_it_does_not_know_is_answered_with_what_there_is()
    {
        var (code, _, said) = await RunAsync("--cache", "hybrids");

        code.ShouldBe(104);
        said.ShouldContain("there is no cache 'hybrids'");
        said.ShouldContain("caches: hybrid, fusion, fusion-tuned");
    }

    [Fact]
    public async Task A_registration_of_ones_own_is_asked_the_same()
    {
        // Microsoft's without its first level: every read asks Redis, so that both nodes know.
        var ours = new Registration("ours", (services, setup) =>
        {
            services.AddStackExchangeRedisCache(options => options.Configuration = setup.Redis);
            services.AddHybridCache(options => options.DefaultEntryOptions = new HybridCacheEntryOptions
            {
                Expiration = setup.Expiration,
                Flags = HybridCacheEntryFlags.DisableLocalCache,
            });
        });
        using var redis = LabRedis.Own();
        var finding = await LabRun.OfAsync(LabProperties.Find(Question)!, ours, redis);

        finding.Tries.ShouldBe(10);
        finding.Broken.ShouldBe(0, LabTable.Say(finding));
        finding.Faults.ShouldBeEmpty();
        var table = new LabTable();
        table.Add(ours.Name, Question, finding);
        table.Text().ShouldContain($"| {Question} | 0 of 10");
    }

    private static async Task<(int Code, string Out, string Error)> RunAsync(params string[] args)
    {
        var program = Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "CacheLab.exe" : "CacheLab");
        using var lab = Process.Start(new ProcessStartInfo(program, args) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var (text, said) = (lab.StandardOutput.ReadToEndAsync(Cancelled), lab.StandardError.ReadToEndAsync(Cancelled));
        await lab.WaitForExitAsync(Cancelled);
        return (lab.ExitCode, (await text).ReplaceLineEndings("\n"), await said);
    }
}
