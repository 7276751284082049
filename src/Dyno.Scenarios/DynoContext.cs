using System.Reflection;

namespace Dyno.Scenarios;

/// <summary>Scenarios with the settings of their run. Immutable: every <c>With…</c> returns a changed copy.</summary>
public sealed class DynoContext
{
    private readonly ImmutableArray<ScenarioProps> _scenarios;
    private readonly SessionSettings _settings;
    private readonly string? _configFile;

    internal DynoContext(ImmutableArray<ScenarioProps> scenarios) : this(scenarios, new SessionSettings { Source = SourceName() }, null)
    {
    }

    private DynoContext(ImmutableArray<ScenarioProps> scenarios, SessionSettings settings, string? configFile) =>
        (_scenarios, _settings, _configFile) = (scenarios, settings, configFile);

    /// <summary>Reads settings from a JSON file. Where both file and code have a setting, the file wins.</summary>
    /// <param name="path">Path of the file, which is read when the run begins. docs/scenarios.md lists its keys.</param>
    public DynoContext LoadConfig(string path) => new(_scenarios, _settings, path);

    /// <summary>Reports to write when the run has ended, into <c>reports/SESSION</c> unless another folder is set.</summary>
    public DynoContext WithReportFormats(params ReportFormat[] formats) => With(_settings with { ReportFormats = [.. formats.Distinct()] });

    /// <summary>The folder for reports.</summary>
    public DynoContext WithReportFolder(string folder) => With(_settings with { ReportFolder = folder });

    /// <summary>The name of the report files, without extension.</summary>
    public DynoContext WithReportFileName(string fileName) => With(_settings with { ReportFileName = fileName });

    /// <summary>Writes no report (the default).</summary>
    public DynoContext WithoutReports() => With(_settings with { ReportFormats = [] });

    /// <summary>The name of the test suite, for reports.</summary>
    public DynoContext WithTestSuite(string testSuite) => With(_settings with { TestSuite = testSuite });

    /// <summary>The name of the run in reports and in the history. Default: the name of the first scenario.</summary>
    public DynoContext WithTestName(string testName) => With(_settings with { TestName = testName });

    /// <summary>The id of the run in the names of reports. Default: made from the time.</summary>
    public DynoContext WithSessionId(string sessionId) => With(_settings with { SessionId = sessionId });

    /// <summary>The seed of every random choice. Default: drawn at random, and written into the result.</summary>
    public DynoContext WithSeed(long seed) => With(_settings with { Seed = seed });

    /// <summary>Runs only these scenarios.</summary>
    /// <param name="scenarioNames">Names of registered scenarios.</param>
    public DynoContext WithTargetScenarios(params string[] scenarioNames) => With(_settings with { TargetScenarios = [.. scenarioNames] });

    /// <summary>The program under test. Dyno observes its process, and the result describes it.</summary>
    /// <param name="target">A program that <see cref="LoadTarget.StartAsync"/> has started.</param>
    public DynoContext WithTarget(LoadTarget target) => With(_settings with { Target = target });

    /// <summary>Sinks that receive the figures while the load runs and at its end.</summary>
    /// <param name="sinks">Sinks, which are called one after the other and disposed of at the end.</param>
    public DynoContext WithReportingSinks(params IReportingSink[] sinks) => With(_settings with { Sinks = [.. sinks] });

    /// <summary>The time between two calls of the sinks. Default 10 s; the sinks are called every 2 s at most.</summary>
    /// <param name="interval">More than 0.</param>
    public DynoContext WithReportingInterval(TimeSpan interval) => With(_settings with { ReportingInterval = interval });

    /// <summary>How long iterations of every scenario may take after its last simulation before they are cut. Default 1 minute.</summary>
    /// <param name="timeout">0 or more.</param>
    public DynoContext WithScenarioCompletionTimeout(TimeSpan timeout) =>
        new([.. _scenarios.Select(s => s.WithCompletionTimeout(timeout))], _settings, _configFile);

    /// <summary>Changes nothing: Dyno itself measures what the plug-ins of other tools measure.</summary>
    /// <param name="plugins">Not needed.</param>
    [Obsolete("remove it: connections, handshakes and the server's CPU and memory are in every result; docs/coming-from-nbomber.md has a table")]
    public DynoContext WithWorkerPlugins(params IWorkerPlugin[] plugins)
    {
        _ = plugins;
        return this;
    }

    /// <summary>Changes nothing: sinks take their settings in their constructors.</summary>
    /// <param name="path">Not read.</param>
    [Obsolete("remove it: the file is not read; give settings to sinks in their constructors, and to scenarios with LoadConfig")]
    public DynoContext LoadInfraConfig(string path)
    {
        _ = path;
        return this;
    }

    /// <summary>Not available: Dyno has no logging library.</summary>
    /// <param name="createLoggerConfig">The configuration of a logger that another tool would take.</param>
    [Obsolete("remove it, and write context.Logger as before: its lines go to stderr", error: true)]
    public DynoContext WithLoggerConfig(Delegate createLoggerConfig) => this;

    /// <summary>
    /// Runs as a program: progress goes to stderr and the report to stdout. Ctrl-C stops the run, and the report is still written. A
    /// fault becomes text and an exit code (<see cref="Environment.ExitCode"/>): 99 for a failed threshold.
    /// </summary>
    /// <param name="args">
    /// The command line: <c>--config FILE</c>, <c>--target NAME</c>, <c>--session-id ID</c>, <c>--seed N</c>,
    /// <c>--execution-segment FROM:TO</c>, <c>--result FILE</c>, <c>--quiet</c>.
    /// </param>
    /// <returns>The figures of the run.</returns>
    /// <exception cref="UserFault">The load cannot run; the message names everything that is wrong. Nothing was sent.</exception>
    public NodeStats Run(params string[] args)
    {
        ArgumentNullException.ThrowIfNull(args);
        // The caller is a console program's Main or a synchronous test: there is no synchronization context to block.
        return Task.Run(() => ProgramHost.RunAsync(_scenarios, _settings, _configFile, args)).GetAwaiter().GetResult();
    }

    /// <summary>Runs silently, for tests: without output or exit code; only the reports that were asked for are kept.</summary>
    /// <param name="cancellationToken">Stops the run; the figures then cover the measurement up to that moment.</param>
    /// <exception cref="UserFault">The load cannot run; the message names everything that is wrong. Nothing was sent.</exception>
    public Task<NodeStats> RunAsync(CancellationToken cancellationToken = default)
    {
        var (scenarios, settings) = ConfigFile.Apply(_configFile, _scenarios, _settings);
        return Session.RunAsync(scenarios, settings, new SessionHost(), cancellationToken);
    }

    private DynoContext With(SessionSettings settings) => new(_scenarios, settings, _configFile);

    private static string SourceName() => Assembly.GetEntryAssembly()?.GetName().Name ?? "code";
}
