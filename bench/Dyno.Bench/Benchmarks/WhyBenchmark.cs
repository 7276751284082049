namespace Dyno.Bench;

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

    // Two causes in one variant: both are to be named, in either order.
    private const string Both = "hash,split";

    private static readonly string[] MethodsOfBoth = ["Clinic.Visits.Count", "Clinic.Triage.LastOf"];

    // The runtimes before the newest, on which names and stacks are read in the same way; the causes are the first, the middle and the last.
    private static readonly string[] Older = ["net9.0", "net8.0"];

    public string Name => "why";

    public string What => "planted causes: how often --why names the method first";

    public string Run(BenchOptions options)
    {
        using var folder = new TemporaryFolder();
        var table = new MarkdownTable("cause", "request", "framework", "first method", "µs per request", "explained", "right");
        var (right, all) = (0, 0);
        foreach (var (path, framework, plants) in Paths.Select(path => (path, "net10.0", Plants)).Append(("/notes/41", "net10.0", Real))
                     .Concat(Older.Select(framework => (Paths[0], framework, new[] { Plants[0], Plants[4], Plants[7] }))))
        {
            var comparison = Compare(folder, path, framework, plants, options);
            foreach (var (plant, methods) in plants)
            {
                var profile = comparison.Profiles.FirstOrDefault(p => p.Variant == plant);
                var first = profile is null ? null : Methods(profile).FirstOrDefault();
                var isRight = first is not null && methods.Contains(MethodOf(first));
                all++;
                right += isRight ? 1 : 0;
                table.Add(plant, path, framework, first?.Method ?? "none", Micros(first), Explained(profile), isRight ? "yes" : "no");
            }
            if (comparison.Profiles.FirstOrDefault(p => p.Variant == "both") is { } both)
            {
                var firsts = Methods(both).Take(2).Select(row => row.Method).ToArray();
                table.Add(Both, path, framework, string.Join(", ", firsts), "–", Explained(both), MethodsOfBoth.All(firsts.Contains) ? "yes" : "no");
            }
            var copy = comparison.Profiles.FirstOrDefault(p => p.Variant == "copy");
            table.Add("none (a copy)", path, framework, copy?.Rows.FirstOrDefault()?.Method ?? "none", "–", "–", copy is { Rows.IsEmpty: true } ? "yes" : "no");
        }
        return $"{right} of {all} planted causes named first.\n\n{table}";
    }

    private static IEnumerable<ProfileRow> Methods(ProfileRecord profile) => profile.Rows.Where(row => !row.Method.StartsWith('('));

    // A lambda is part of the method that has it.
    private static string MethodOf(ProfileRow row) => row.Method.EndsWith(".lambda", StringComparison.Ordinal) ? row.Method[..^".lambda".Length] : row.Method;

    private static string Explained(ProfileRecord? profile) => profile?.Explained?.ToString("0 %", CultureInfo.InvariantCulture) ?? "–";

    private static string Micros(ProfileRow? row) => row is null ? "–" : string.Create(CultureInfo.InvariantCulture, $"{row.Difference:+0.0;−0.0} ({row.Low:0.0} to {row.High:0.0})");

    private static Comparison Compare(TemporaryFolder folder, string path, string framework, (string Plant, string[] Methods)[] plants, BenchOptions options)
    {
        var project = Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "..", "..", "bench", "Subjects", "Clinic");
        File.WriteAllText(folder.FileOf("why.yaml"), FormattableString.Invariant($$"""
            name: why
            subject: { project: '{{project}}', framework: {{framework}}, ready: /health }
            variants:
              base: {}
              copy: {}
            {{(plants == Plants ? $"  both: {{ env: {{ PLANT: '{Both}' }} }}\n" : "")}}{{string.Join('\n', plants.Select(p => $"  {p.Plant}: {{ env: {{ PLANT: {p.Plant} }} }}"))}}
            load: { url: {{path}}, connections: 16 }
            duration: 1s
            warmup: { minimum: 2s, maximum: 6s }
            rounds: 1
            seed: {{options.Seed}}
            compare: { baseline: base, metrics: [server.cpuPerRequest] }
            """));
        Console.Error.WriteLine($"bench:   {path} on {framework}");
        var result = folder.FileOf("why.json");
        using var process = System.Diagnostics.Process.Start(new System.Diagnostics.ProcessStartInfo(DynoClient.Program,
            ["compare", "why.yaml", "-q", "--why", "--result", result])
        { WorkingDirectory = folder.Path, RedirectStandardOutput = true })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return File.Exists(result) ? ComparisonJson.Read(File.ReadAllText(result), result) : throw new BenchException($"dyno compare ended with {process.ExitCode} and no result");
    }
}
