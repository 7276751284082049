namespace Dyno.Bench;

/// <summary>The time that the reports of large results take, and the time in which a browser opens the page.</summary>
internal sealed class ReportBenchmark : IBenchmark
{
    private const int Merged = 20;

    public string Name => "reports";

    public string What => "seconds for the reports of a 10-minute run at 50,000/s and of 20 merged runs of a minute";

    public string Run(BenchOptions options)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-reports-").FullName;
        try
        {
            return Run(options, folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string Run(BenchOptions options, string folder)
    {
        var (large, page) = (Path.Combine(folder, "large.json"), Path.Combine(folder, "large.html"));
        var like = RunResultJson.ReadFile(Path.Combine(Root, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));
        WholeFile.Write(large, RunResultJson.Write(LargeRun.Of(like, seconds: 600)));
        var minutes = Enumerable.Range(0, Merged).Select(i => Path.Combine(folder, $"minute-{i}.json")).ToArray();
        foreach (var (i, file) in minutes.Index()) WholeFile.Write(file, RunResultJson.Write(LargeRun.Of(like, seconds: 60, number: i)));

        (string Name, Func<double> Seconds)[] questions =
        [
            ("`dyno report` of the 10 minutes, html", () => Report([large, "-f", $"html={page}"])),
            ("`dyno report` of the 10 minutes, console", () => Report([large])),
            ($"`dyno report` of {Merged} runs merged, console", () => Report(minutes)),
            ($"`dyno report` of {Merged} runs merged, html", () => Report([.. minutes, "-f", $"html={page}2"])),
            ("the page of the 10 minutes in Chromium, until all is drawn", () => Opened(page)),
        ];
        foreach (var question in questions) question.Seconds();
        var rounds = PairedRounds.Run(questions.Length, options, i => questions[i].Seconds());
        var table = new MarkdownTable("what", "seconds");
        for (var i = 0; i < questions.Length; i++) table.Add(questions[i].Name, Spread.Of(rounds[i]).Show("0.00"));
        return $"{table}\n\nresult {new FileInfo(large).Length / 1e6:0.00} MB, page {new FileInfo(page).Length / 1e6:0.00} MB";
    }

    // The report runs on all CPUs, as for a user, because nothing else runs meanwhile.
    private static double Report(string[] arguments)
    {
        var begin = Stopwatch.GetTimestamp();
        using var report = Process.Start(new ProcessStartInfo(DynoClient.Program, ["report", .. arguments]) { RedirectStandardOutput = true })!;
        report.StandardOutput.ReadToEnd();
        report.WaitForExit();
        if (report.ExitCode != 0) throw new BenchException($"dyno report ended with exit code {report.ExitCode}");
        return Stopwatch.GetElapsedTime(begin).TotalSeconds;
    }

    // The browser measures the time itself, from the start of the navigation. node and playwright-core come from web/.
    private static double Opened(string page)
    {
        var start = new ProcessStartInfo("node", ["test/browser.mjs"])
        {
            WorkingDirectory = Path.Combine(Root, "web"),
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using var node = Process.Start(start)!;
        node.StandardInput.Write(new JsonArray(new JsonObject { ["file"] = page }).ToJsonString());
        node.StandardInput.Close();
        var answer = node.StandardOutput.ReadToEnd();
        node.WaitForExit();
        if (node.ExitCode != 0 || answer.Length == 0) throw new BenchException("Chromium did not open the page: see above");
        return JsonNode.Parse(answer)![0]!["readyMillis"]!.GetValue<double>() / 1000;
    }

    private static string Root => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "../.."));
}
