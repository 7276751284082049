namespace Dyno.Cli;

/// <summary><c>dyno doctor</c>: is this machine fit for a measurement, and what can its generator do?</summary>
internal sealed class DoctorCommand : DocumentedCommand
{
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);
    private readonly Terminal _terminal;
    private readonly DoctorSymbols _symbols = new();

    public DoctorCommand(Terminal terminal) : base("doctor", "Check whether this machine is fit for a measurement, and say what to fix.")
    {
        _terminal = terminal;
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(Read(parsed)));
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("What to fix before a measurement", "dyno doctor"),
        new("In CI, before a comparison", "dyno doctor --fail-on void"),
        new("Once per machine, when it is quiet", "dyno doctor --calibrate"),
    ];

    private DoctorOptions Read(ParseResult parsed)
    {
        var options = new DoctorOptions
        {
            FailsFrom = parsed.GetValue(_symbols.FailOn) switch { "warn" => CheckState.Warn, "void" => CheckState.Void, _ => null },
            IsJson = parsed.GetValue(_symbols.Json),
            Calibrates = parsed.GetValue(_symbols.Calibrate),
            Threads = parsed.GetValue(_symbols.Threads),
        };
        if (parsed.GetValue(_symbols.Round) is not { } text) return options;
        if (DurationText.TryParseTyped(text, out var round) && round > TimeSpan.Zero) return options with { Round = round };
        throw new UserFault([new Problem("--duration", null, null, $"'{text}' is not a time above zero", "write 2s")]);
    }

    private async Task<int> RunAsync(DoctorOptions options)
    {
        using var progress = new ProgressLines(_terminal, isQuiet: options.IsJson);
        using var interruption = new Interruption(_terminal, progress.Warn);
        progress.Show("checking the machine for a second");
        var findings = await new MachineCheckup().LookAsync(Look, interruption.Signals.Stopping);
        progress.Clear();
        if (!options.IsJson) await _terminal.Out.WriteAsync(DoctorReport.Render(findings, _terminal.Width, _terminal.OutHasColour));
        var calibration = options.Calibrates ? await CalibrateAsync(options, findings, progress, interruption) : null;
        if (options.IsJson) await _terminal.Out.WriteLineAsync(DoctorJson.Write(findings, calibration));
        await _terminal.Out.FlushAsync();
        return Fails(findings, options) ? ExitCode.Void : ExitCode.Success;
    }

    private async Task<Calibration> CalibrateAsync(
        DoctorOptions options, ImmutableArray<MachineFinding> findings, ProgressLines progress, Interruption interruption)
    {
        await _terminal.Out.FlushAsync(); // the findings are printed even when the calibration fails
        // A ceiling measured on a busy machine would be too low, and later runs would be called strained without reason.
        if (findings.FirstOrDefault(finding => finding.State == CheckState.Void) is { } tooBad)
            throw new UserFault($"not calibrated: {tooBad.Check}: {tooBad.Seen}", tooBad.Fix);
        var calibration = await new Calibrator(progress, interruption).MeasureAsync(options.Round, options.Threads);
        progress.Clear();
        var store = CalibrationStore.OfUser();
        store.Save(calibration);
        if (options.IsJson) return calibration;
        await _terminal.Out.WriteLineAsync();
        await _terminal.Out.WriteLineAsync(Calibrator.Sentence(calibration));
        await _terminal.Out.WriteLineAsync($"kept in {store.Location}");
        return calibration;
    }

    private static bool Fails(ImmutableArray<MachineFinding> findings, DoctorOptions options) =>
        options.FailsFrom is { } limit && findings.Any(finding => finding.State >= limit);
}
