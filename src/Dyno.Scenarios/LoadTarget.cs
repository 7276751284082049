namespace Dyno.Scenarios;

/// <summary>
/// The program under test, started by the load's own code and observed from outside. The program ends when this object is disposed,
/// and on Linux also when the load ends in any other way.
/// </summary>
public sealed class LoadTarget : IAsyncDisposable
{
    /// <summary>Variable that <c>dyno run --subject</c> sets: the URL of the program that Dyno has already started.</summary>
    internal const string UrlVariable = "DYNO_TARGET_URL";

    /// <summary>Variable that <c>dyno run --subject</c> sets: the process id of the program that Dyno has already started.</summary>
    internal const string ProcessVariable = "DYNO_TARGET_PID";

    private readonly Subject? _subject;

    private LoadTarget(ImmutableArray<Uri> instances, int? processId, Subject? subject) =>
        (Instances, Url, ProcessId, _subject) = (instances, instances[0], processId, subject);

    /// <summary>The address of the program: scheme, host and port, without a slash at the end of <c>AbsoluteUri</c>'s path.</summary>
    public Uri Url { get; }

    /// <summary>The same address as text, to which a path can be appended: <c>http://127.0.0.1:41234</c>.</summary>
    public string BaseUrl => Url.GetLeftPart(UriPartial.Authority);

    /// <summary>The address of each instance, the first at <see cref="Url"/>; a single address unless more instances were asked for.</summary>
    public ImmutableArray<Uri> Instances { get; }

    /// <summary>Process id of the first instance; null when unknown.</summary>
    public int? ProcessId { get; }

    /// <summary>Completes with the program's exit code when the program ends; never completes when the program was started from outside.</summary>
    internal Task<int> Ended => _subject?.Ended ?? new TaskCompletionSource<int>().Task;

    /// <summary>The program's exit code when it ended on its own; null otherwise.</summary>
    internal int? EndedByItself => _subject?.EndedByItself;

    /// <summary>
    /// Publishes a project in Release, starts it on a free port of 127.0.0.1 in the environment Production, and returns when the
    /// program answers. Under <c>dyno run --subject</c> the program that Dyno has started is used instead.
    /// </summary>
    /// <param name="project">A project file or its folder; relative paths count from the current directory.</param>
    /// <param name="framework">Target framework, e.g. <c>net9.0</c>; null: the project's highest.</param>
    /// <param name="readyPath">Path that is requested until the answer's status is below 400; null: <c>/</c>, with any status below 500.</param>
    /// <param name="environment">Environment variables for the program.</param>
    /// <param name="instances">Number of processes of the program that run side by side, each at its own address, 1 to 16.</param>
    /// <param name="cancellationToken">Cancels the start.</param>
    /// <exception cref="UserFault">The program did not build, start or answer; no process of it is left.</exception>
    public static async Task<LoadTarget> StartAsync(
        string project,
        string? framework = null,
        string? readyPath = null,
        IEnumerable<KeyValuePair<string, string>>? environment = null,
        int instances = 1,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(project);
        if (Environment.GetEnvironmentVariable(UrlVariable) is { Length: > 0 } given) return Given(new Uri(given));
        var options = new SubjectOptions
        {
            Project = project,
            Framework = framework,
            ReadyPath = readyPath,
            Instances = instances,
            Environment = ImmutableSortedDictionary.CreateRange(StringComparer.Ordinal, environment ?? []),
        };
        var subject = await Subject.StartAsync(options, null, null, cancellationToken);
        return new LoadTarget(subject.Addresses, subject.ProcessId, subject);
    }

    /// <summary>Stops the program.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_subject is not null) await _subject.DisposeAsync();
    }

    // The addresses in DYNO_TARGET_URL_1 and so on, as many as there are.
    private static ImmutableArray<Uri> Addresses(Uri url)
    {
        var all = ImmutableArray.CreateBuilder<Uri>();
        while (Environment.GetEnvironmentVariable(string.Create(CultureInfo.InvariantCulture, $"{UrlVariable}_{all.Count + 1}")) is { Length: > 0 } next)
            all.Add(new Uri(next));
        return all.Count == 0 ? [url] : all.ToImmutable();
    }

    internal SubjectRecord? Record() => _subject?.Record();

    internal IServerProbe? CreateProbe() => ProcessId is { } id ? new ProcProcessProbe(id) : null;

    /// <summary>The program that Dyno has started; null when Dyno has started none.</summary>
    internal static LoadTarget? OfDyno() => Environment.GetEnvironmentVariable(UrlVariable) is { Length: > 0 } given ? Given(new Uri(given)) : null;

    private static LoadTarget Given(Uri url) => new(
        Addresses(url), int.TryParse(Environment.GetEnvironmentVariable(ProcessVariable), CultureInfo.InvariantCulture, out var id) ? id : null, null);
}
