using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>Every symbol of <c>dyno doctor</c>.</summary>
internal sealed class DoctorSymbols
{
    public Option<string?> FailOn { get; } = Choice("--fail-on", "Exit with 97 when a check has this state or a worse one", "warn", "void");

    public Option<bool> Json { get; } = Flag("--json", "Print a JSON object");

    public Option<bool> Calibrate { get; } = Flag("--calibrate", "Measure and keep the generator's highest rate on this machine: a run above 80 % of it is called strained");

    public Option<int?> Threads { get; } = Number("--threads", "N", "Worker threads of the calibration (default: as many as a run uses)");

    public Option<string?> Round { get; } = Text("--duration", "TIME", "Length of each of the three rounds of the calibration (default: 2s)", "-d");

    public IReadOnlyList<OptionGroup> Groups => field ??= [new("Options", FailOn, Json), new("Calibration", Calibrate, Threads, Round)];
}
