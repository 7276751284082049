using System.Globalization;
using Dyno.Bench.Clients;
using Dyno.Bench.Measuring;
using Dyno.Bench.Tables;
using Dyno.Results.Comparisons;
using Dyno.Results.Json;
using Dyno.Results.Profiles;

namespace Dyno.Bench.Benchmarks;

/// <summary>
/// A program with one method made slower, by eight causes, in two frameworks, and by five regressions of public repositories, which the
/// program names. It counts how often <c>--why</c> names that method first. These are counts and no times, so a busy machine makes them worse
/// and not wrong.
/// </summary>
internal sealed class WhyBenchmark : IBenchmark
{
    private static readonly string[] Paths = ["/appointments/41", "/classic/appointments/41"];

    // The cause, and the methods that may rightly be named: the one that is slower, and what it calls in the program itself.
    private static readonly (string Plant, string[] Methods)[] Plants =
    [
        ("parse", ["Clinic.Calendar.TimeOf"]),
        ("hash", ["Clinic.Visits.Count"]),
        ("search", ["Clinic.Register.PatientOf"]),
        ("enumerate", ["Clinic.Triage.UrgencyOf"]),
        ("split", ["Clinic.Triage.LastOf"]),
        ("activate", ["Clinic.Letters.WriteAsync"]),
        ("throw", ["Clinic.Letters.Check"]),
        ("sort", ["Clinic.Register.Colleagues"]),
    ];

    // Regressions of AppMetrics, Application Insights, vs-threading, LiteDB and System.Net.Http.Json.
    private static readonly (string Plant, string[] Methods)[] Real =
    [
        ("patterns", ["Clinic.Tracking.IsIgnored", "Clinic.Tracking.Made"]),
        ("count", ["Clinic.Tracking.Add"]),
        ("contains", ["Clinic.Rota.FreeOf"]),
        ("ensure", ["Clinic.Ledger.PageOf"]),
        ("options", ["Clinic.Partner.TextAsync"]),
    ];

    public string Name => "why";

    public string What => "planted causes: how often --why names the method first";

    public string Run(BenchOptions options)
    {
        using var folder = new TemporaryFolder();
        var table = new MarkdownTable("cause", "request", "first method", "µs per request", "explained", "right");
        var right = 0;
        var all = 0;
        foreach (var (path, plants) in Paths.Select(path => (path, Plants)).Append(("/notes/41", Real)))
        {
            var comparison = Compare(folder, path, plants, options);
            foreach (var (plant, methods) in plants)
            {
                var profile = comparison.Profiles.FirstOrDefault(p => p.Variant == plant);
                var first = profile?.Rows.FirstOrDefault(row => !row.Method.StartsWith('('));
                var isRight = first is not null && methods.Contains(first.Method);
                all++;
                right += isRight ? 1 : 0;
                table.Add(plant, path, first?.Method ?? "none", Micros(first), profile?.Explained?.ToString("0 %", CultureInfo.InvariantCulture) ?? "–", isRight ? "yes" : "no");
            }
            var copy = comparison.Profiles.FirstOrDefault(p => p.Variant == "copy");
            table.Add("none (a copy)", path, copy?.Rows.FirstOrDefault()?.Method ?? "none", "–", "–", copy is { Rows.IsEmpty: true } ? "yes" : "no");
        }
        return $"{right} of {all} planted causes named first.\n\n{table}";
    }

    private static string Micros(ProfileRow? row) => row is null ? "–" : string.Create(CultureInfo.InvariantCulture, $"{row.Difference:+0.0;−0.0} ({row.Low:0.0} to {row.High:0.0})");

    private static Comparison Compare(TemporaryFolder folder, string path, (string Plant, string[] Methods)[] plants, BenchOptions options)
    {
        var project = Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "..", "..", "bench", "Subjects", "Clinic");
        File.WriteAllText(folder.FileOf("why.yaml"), FormattableString.Invariant($$"""
            name: why
            subject: { project: '{{project}}', framework: net10.0, ready: /health }
            variants:
              base: {}
              copy: {}
            {{string.Join('\n', plants.Select(p => $"  {p.Plant}: {{ env: {{ PLANT: {p.Plant} }} }}"))}}
            load: { url: {{path}}, connections: 16 }
            duration: 1s
            warmup: { minimum: 2s, maximum: 6s }
            rounds: 1
            seed: {{options.Seed}}
            compare: { baseline: base, metrics: [server.cpuPerRequest] }
            """));
        Console.Error.WriteLine($"bench:   {path}");
        var result = folder.FileOf("why.json");
        using var process = System.Diagnostics.Process.Start(new System.Diagnostics.ProcessStartInfo(DynoClient.Program,
            ["compare", "why.yaml", "-q", "--why", "--result", result])
        { WorkingDirectory = folder.Path, RedirectStandardOutput = true })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return File.Exists(result) ? ComparisonJson.Read(File.ReadAllText(result), result) : throw new BenchException($"dyno compare ended with {process.ExitCode} and no result");
    }
}
