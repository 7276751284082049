using System.Collections.Immutable;
using System.Reflection;
using Dyno.Results.Problems;
using Dyno.Scenarios.Configuration;
using Dyno.Scenarios.Hosting;
using Dyno.Scenarios.Running;

namespace Dyno.Scenarios;

/// <summary>Scenarios with what is set for their run. Immutable: every <c>With…</c> returns a changed copy.</summary>
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

    /// <summary>Settings from a JSON file; where file and code say something, the file wins.</summary>
    /// <param name="path">Read when the run begins. docs/scenarios.md lists its keys.</param>
    public DynoContext LoadConfig(string path) => new(_scenarios, _settings, path);

    /// <summary>Reports to write when the run has ended, into <c>reports/SESSION</c> unless said otherwise.</summary>
    public DynoContext WithReportFormats(params ReportFormat[] formats) => With(_settings with { ReportFormats = [.. formats.Distinct()] });

    /// <summary>The folder for reports.</summary>
    public DynoContext WithReportFolder(string folder) => With(_settings with { ReportFolder = folder });

    /// <summary>The name of the report files, without extension.</summary>
    public DynoContext WithReportFileName(string fileName) => With(_settings with { ReportFileName = fileName });

    /// <summary>Writes no report (the default).</summary>
    public DynoContext WithoutReports() => With(_settings with { ReportFormats = [] });

    /// <summary>The suite, for reports.</summary>
    public DynoContext WithTestSuite(string testSuite) => With(_settings with { TestSuite = testSuite });

    /// <summary>The name of the run in reports and in the history. Default: that of the first scenario.</summary>
    public DynoContext WithTestName(string testName) => With(_settings with { TestName = testName });

    /// <summary>The id of the run in report names. Default: made from the time.</summary>
    public DynoContext WithSessionId(string sessionId) => With(_settings with { SessionId = sessionId });

    /// <summary>The seed of every random choice. Default: drawn, and written into the result.</summary>
    public DynoContext WithSeed(long seed) => With(_settings with { Seed = seed });

    /// <summary>Runs only these scenarios.</summary>
    /// <param name="scenarioNames">Names of registered scenarios.</param>
    public DynoContext WithTargetScenarios(params string[] scenarioNames) => With(_settings with { TargetScenarios = [.. scenarioNames] });

    /// <summary>The program under test: its process is watched and stands in the result.</summary>
    /// <param name="target">Started before by <see cref="LoadTarget.StartAsync"/>.</param>
    public DynoContext WithTarget(LoadTarget target) => With(_settings with { Target = target });

    /// <summary>Sinks that take the figures while the load goes on and at its end.</summary>
    /// <param name="sinks">Told one after the other; disposed of at the end.</param>
    public DynoContext WithReportingSinks(params IReportingSink[] sinks) => With(_settings with { Sinks = [.. sinks] });

    /// <summary>How often the sinks are told. Default 10 s; at most every 2 s.</summary>
    /// <param name="interval">More than 0.</param>
    public DynoContext WithReportingInterval(TimeSpan interval) => With(_settings with { ReportingInterval = interval });

    /// <summary>How long iterations of every scenario may take after its last simulation before they are cut. Default 1 minute.</summary>
    /// <param name="timeout">0 or more.</param>
    public DynoContext WithScenarioCompletionTimeout(TimeSpan timeout) =>
        new([.. _scenarios.Select(s => s.WithCompletionTimeout(timeout))], _settings, _configFile);

    /// <summary>Changes nothing: what the plug-ins of other tools measure, Dyno measures by itself.</summary>
    /// <param name="plugins">Not needed.</param>
    [Obsolete("remove it: connections, handshakes and the server's CPU and memory stand in every result; docs/coming-from-nbomber.md has a table")]
    public DynoContext WithWorkerPlugins(params IWorkerPlugin[] plugins)
    {
        _ = plugins;
        return this;
    }

    /// <summary>Changes nothing: sinks take their settings in their constructors.</summary>
    /// <param name="path">Not read.</param>
    [Obsolete("remove it: the file is not read; give sinks their settings in their constructors, scenarios theirs by LoadConfig")]
    public DynoContext LoadInfraConfig(string path)
    {
        _ = path;
        return this;
    }

    /// <summary>Not there: Dyno brings no logging library.</summary>
    /// <param name="createLoggerConfig">What another tool would take.</param>
    [Obsolete("remove it, and write context.Logger as before: its lines go to stderr", error: true)]
    public DynoContext WithLoggerConfig(Delegate createLoggerConfig) => this;

    /// <summary>
    /// Runs as a program: progress on stderr, the report on stdout, Ctrl-C stops and still reports, and what went wrong
    /// becomes text and an exit code (<see cref="Environment.ExitCode"/>): 99 for a failed threshold.
    /// </summary>
    /// <param name="args">
    /// The command line: <c>--config FILE</c>, <c>--target NAME</c>, <c>--session-id ID</c>, <c>--seed N</c>,
    /// <c>--result FILE</c>, <c>--quiet</c>.
    /// </param>
    /// <returns>The figures.</returns>
    /// <exception cref="UserFault">The load cannot run: everything that is wrong at once. Nothing was sent.</exception>
    public NodeStats Run(params string[] args)
    {
        ArgumentNullException.ThrowIfNull(args);
        // The caller is a console program's Main or a synchronous test: there is no synchronization context to block.
        return Task.Run(() => ProgramHost.RunAsync(_scenarios, _settings, _configFile, args)).GetAwaiter().GetResult();
    }

    /// <summary>Runs silently, for tests: no output, no exit code, nothing kept but the reports that were asked for.</summary>
    /// <param name="cancellationToken">Stops the run; what was measured until then is in the figures.</param>
    /// <exception cref="UserFault">The load cannot run: everything that is wrong at once. Nothing was sent.</exception>
    public Task<NodeStats> RunAsync(CancellationToken cancellationToken = default)
    {
        var (scenarios, settings) = ConfigFile.Apply(_configFile, _scenarios, _settings);
        return Session.RunAsync(scenarios, settings, new SessionHost(), cancellationToken);
    }

    private DynoContext With(SessionSettings settings) => new(_scenarios, settings, _configFile);

    private static string SourceName() => Assembly.GetEntryAssembly()?.GetName().Name ?? "code";
}
