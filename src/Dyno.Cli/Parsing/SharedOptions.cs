using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary>The options of <c>dyno run</c> that every kind of load has: the program under test, the verdict, the result.</summary>
/// <param name="report">The help text of the option for reports.</param>
/// <param name="verbose">The help text of <c>--verbose</c>.</param>
internal sealed class SharedOptions(string report, string verbose)
{
    // The program under test
    public Option<string?> Subject { get; } = Text("--subject", "PATH", "Build, start and stop this project, or start and stop this program, and load it");
    public Option<string?> Framework { get; } = Text("--framework", "TFM", "The project's target framework (default: the highest)");
    public Option<string?> Runtime { get; } = Text("--runtime", "VERSION", "The version of .NET that it runs on, restored where needed: 11.0, 10.0.12 or installed");
    public Option<string[]> SubjectEnvironment { get; } = Many("--subject-env", "NAME=VALUE", "Environment variable of the program; may be repeated");
    public Option<int?> SubjectPort { get; } = Number("--subject-port", "PORT", "The port that the program's code or settings name (default: a free one, by ASPNETCORE_URLS)");
    public Option<string?> Ready { get; } = Text("--ready", "PATH", "Path whose status is below 400 when the program is ready (default: /, with any status below 500)");
    public Option<string?> ReadyTimeout { get; } = Text("--ready-timeout", "TIME", "Longest time to wait until the program is ready (default: 60s)");
    public Option<int?> Instances { get; } = Number("--instances", "N", "Run N instances of the program side by side and spread the load over them; code finds their URLs in …_1 to …_N (default: 1)");
    public Option<string?> Observe { get; } = Choice("--observe", "How much of the program's .NET runtime is observed during the load (default: full; minimal for a server that runs already)", "full", "minimal", "off");
    public Option<string?> ServerMetrics { get; } = Text("--server-metrics", "URL", "Figures of a server elsewhere: its page of metrics in Prometheus' format (OpenTelemetry, prometheus-net, dotnet-monitor)");
    public Option<string?> ServerOtlp { get; } = Text("--server-otlp", "HOST:PORT", "Figures of a server elsewhere: listen here for the metrics that it pushes by OTLP over HTTP");
    public Option<bool> NoPin { get; } = Flag("--no-pin", "Run program and generator on all CPUs instead of disjoint sets");
    public Option<bool> KeepFiles { get; } = KeepFilesOption();
    public Option<bool> Profile { get; } = Flag("--profile", "After the run: profile one more launch, and name the methods that use the CPU and allocate");

    // The verdict
    public Option<string[]> FailOn { get; } = ManyOf("--fail-on", "Exit with 97 when the run is void, with 99 when a check fails or, with dyno soak, something grows; may be repeated", "void", "check", "growth");
    public Option<string[]> HealthLimits { get; } = HealthLimitOption();

    // Result and report
    public Option<string[]> Format { get; } = ReportSymbols.FormatOption(report, ReportSymbols.Formats);
    public Option<bool> Full { get; } = ReportSymbols.FullOption();
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the result (JSON) to this file");
    public Option<bool> NoStore { get; } = Flag("--no-store", "Do not keep the result in .dyno/runs");
    public Option<string?> SummaryExport { get; } = Text("--summary-export", "FILE", "Write k6's summary data (JSON) to this file");
    public Option<string?> RunName { get; } = Text("--name", "NAME", "Name of the run in reports");
    public Option<bool?> Quiet { get; } = Switch("--quiet", "No progress; warnings and errors only", "-q");
    public Option<bool?> Verbose { get; } = Switch("--verbose", verbose, "-v");

    /// <summary>The options for the machine that starts a load, and not for the machines that send it.</summary>
    public IEnumerable<Option> OfCoordinator =>
    [
        Subject, Framework, Runtime, SubjectEnvironment, SubjectPort, Ready, ReadyTimeout, Instances, Observe, ServerMetrics, ServerOtlp, NoPin, KeepFiles,
        Profile, FailOn, Format, Result, NoStore, SummaryExport, Quiet, Verbose,
    ];

    // The machines that send the load
    public FleetSymbols Fleet { get; } = new();

    /// <summary>The option that keeps the folders of launches.</summary>
    public static Option<bool> KeepFilesOption() =>
        Flag("--keep-files", "Keep the folders in which the project was launched, with what it wrote: .dyno/subjects/*/kept");

    /// <summary>Messages about options that need a program under test, or a fleet, when there is none.</summary>
    public IEnumerable<string> WithoutSubject(CommandResult command, params Option[] more)
    {
        foreach (var needless in Fleet.WithoutFleet(command, Subject)) yield return needless;
        if (command.GetResult(Subject) is not null) yield break;
        Option[] ofSubject = [.. more, Framework, Runtime, SubjectEnvironment, SubjectPort, Ready, ReadyTimeout, Instances, NoPin, KeepFiles, Profile];
        foreach (var option in ofSubject)
            if (command.GetResult(option) is { Implicit: false }) yield return $"{option.Name} needs a program to start: add --subject PATH";
    }
}
