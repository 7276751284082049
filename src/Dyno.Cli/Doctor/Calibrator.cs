namespace Dyno.Cli;

/// <summary>Measures the generator's ceiling: the best of several short rounds against the canned server, which runs in a separate process.</summary>
internal sealed class Calibrator(ProgressLines progress, Interruption interruption)
{
    private const int Rounds = 3;
    private const int Connections = 64;

    /// <summary>Measures the ceiling.</summary>
    /// <param name="duration">Length of a round.</param>
    /// <param name="threads">Worker threads; null: as many as a run has by default.</param>
    /// <exception cref="UserFault">The machine cannot be calibrated now.</exception>
    public async Task<Calibration> MeasureAsync(TimeSpan duration, int? threads)
    {
        if (!OperatingSystem.IsLinux())
            throw new UserFault("--calibrate needs Linux: its reference server runs only on Linux", "run it on the machine that measures");
        var cpus = CpuPlan.ForThisMachine();
        using var server = Start(cpus);
        try
        {
            var url = new Uri($"http://127.0.0.1:{await PortOfAsync(server)}/");
            using var pinning = GeneratorPinning.Apply(cpus);
            return await BestOfAsync(url, duration, threads, pinning.Effective?.ToString());
        }
        finally
        {
            server.StandardInput.Close();
            await server.WaitForExitAsync();
        }
    }

    private async Task<Calibration> BestOfAsync(Uri url, TimeSpan duration, int? threads, string? cpuSet)
    {
        var results = new List<RunResult>();
        for (var round = 1; round <= Rounds; round++)
        {
            progress.Show($"calibrating: round {round} of {Rounds}");
            results.Add(await RoundAsync(url, duration, threads, cpuSet));
            if (interruption.Signals.IsStopping) throw new OperationCanceledException();
        }
        var good = results.Where(result => VoidFindings(result).FirstOrDefault() is null).ToList();
        if (good.Count == 0)
            throw new UserFault($"not calibrated, every round was void: {VoidFindings(results[^1]).First().Message}",
                "stop other work (see the findings above) and calibrate again");
        var best = good.MaxBy(result => result.Measured.Totals.RequestsPerSecond)!;
        return new Calibration
        {
            Machine = CalibrationStore.ThisMachine,
            Workers = best.Plan.Workers,
            RequestsPerSecond = best.Measured.Totals.RequestsPerSecond,
            CpuMicrosPerRequest = best.Generator.CpuMicrosPerRequest,
            GeneratorCpus = cpuSet,
            MeasuredAt = best.StartedAt,
            Version = VersionLine.Short,
        };
    }

    // A saturated generator does not make a round void, because the calibration measures that limit.
    private static IEnumerable<HealthFinding> VoidFindings(RunResult result) =>
        result.Health.Findings.Where(finding => finding.State == HealthState.Void && finding.Rule != "generator-saturated");

    private async Task<RunResult> RoundAsync(Uri url, TimeSpan duration, int? threads, string? cpuSet)
    {
        var millis = duration.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture);
        var plan = InputReader.Read(new LoadRequest
        {
            Target = url.ToString(),
            Connections = Connections,
            Duration = $"{millis}ms",
            WarmUp = $"{millis}ms",
            Threads = threads,
        });
        return await Runner.RunAsync(plan, new RunnerOptions
        {
            Machine = new MachineProbe(),
            Signals = interruption.Signals,
            GeneratorCpuSet = cpuSet,
            Listeners = [progress],
        });
    }

    private static Process Start(CpuPlan cpus)
    {
        var self = Environment.ProcessPath!;
        var start = new ProcessStartInfo(self) { RedirectStandardInput = true, RedirectStandardOutput = true };
        // As a local tool, Dyno is an assembly that the dotnet host runs.
        if (Path.GetFileNameWithoutExtension(self).Equals("dotnet", StringComparison.OrdinalIgnoreCase))
            start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "dyno.dll"));
        start.ArgumentList.Add(CannedServerCommand.Word);
        if (cpus.Server is { } set)
        {
            start.ArgumentList.Add("--cpus");
            start.ArgumentList.Add(set.ToString());
        }
        return Process.Start(start)!;
    }

    private static async Task<int> PortOfAsync(Process server) =>
        int.TryParse(await server.StandardOutput.ReadLineAsync(), CultureInfo.InvariantCulture, out var port)
            ? port
            : throw new UserFault("the reference server of the calibration did not start", "see the output of `dyno canned-server`");

    public static string Sentence(Calibration calibration) =>
        $"this machine's generator reaches {FigureText.Rate(calibration.RequestsPerSecond)} with {FigureText.Count(calibration.Workers, "worker")}, "
        + $"at {FigureText.Digits(calibration.CpuMicrosPerRequest)} µs of CPU per request; a run above 80 % of it is called strained";
}
