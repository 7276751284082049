using System.Collections.Immutable;
using System.Globalization;
using Dyno.Load.Running;
using Dyno.Observation.Processes;
using Dyno.Results.Problems;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Scenarios;

/// <summary>
/// The program under test, started by the load's own code and watched from outside. It ends when this is disposed, and
/// on Linux also when the load ends in any other way.
/// </summary>
public sealed class LoadTarget : IAsyncDisposable
{
    /// <summary>Set by <c>dyno run --subject</c>: where the program answers that Dyno has started already.</summary>
    internal const string UrlVariable = "DYNO_TARGET_URL";

    /// <summary>The same: its process.</summary>
    internal const string ProcessVariable = "DYNO_TARGET_PID";

    private readonly Subject? _subject;

    private LoadTarget(ImmutableArray<Uri> instances, int? processId, Subject? subject) =>
        (Instances, Url, ProcessId, _subject) = (instances, instances[0], processId, subject);

    /// <summary>Where it answers: scheme, host and port, without a slash at the end of <c>AbsoluteUri</c>'s path.</summary>
    public Uri Url { get; }

    /// <summary>The same as text, to put a path behind: <c>http://127.0.0.1:41234</c>.</summary>
    public string BaseUrl => Url.GetLeftPart(UriPartial.Authority);

    /// <summary>Where each instance of it answers, the first at <see cref="Url"/>; one when nobody asked for more.</summary>
    public ImmutableArray<Uri> Instances { get; }

    /// <summary>Its process, the first instance's; null when unknown.</summary>
    public int? ProcessId { get; }

    /// <summary>Completes with its exit code when it ends; never when it was started from outside.</summary>
    internal Task<int> Ended => _subject?.Ended ?? new TaskCompletionSource<int>().Task;

    /// <summary>Its exit code when it ended by itself.</summary>
    internal int? EndedByItself => _subject?.EndedByItself;

    /// <summary>
    /// Publishes a project in Release, starts it on a free port of 127.0.0.1 in the environment Production, and returns
    /// when it answers. Under <c>dyno run --subject</c> the program that was started there is used instead.
    /// </summary>
    /// <param name="project">A project file or its folder; relative paths count from the current directory.</param>
    /// <param name="framework">Target framework, e.g. <c>net9.0</c>; null: the project's highest.</param>
    /// <param name="readyPath">Path that is asked until it answers below 400; null: <c>/</c>, any answer below 500.</param>
    /// <param name="environment">Environment variables for it.</param>
    /// <param name="instances">How many processes of it run side by side, each at an address of its own, 1 to 16.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="UserFault">It did not build, start or answer; nothing of it is left.</exception>
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

    /// <summary>Stops it.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_subject is not null) await _subject.DisposeAsync();
    }

    // DYNO_TARGET_URL_1 and so on, as many as there are.
    private static ImmutableArray<Uri> Addresses(Uri url)
    {
        var all = ImmutableArray.CreateBuilder<Uri>();
        while (Environment.GetEnvironmentVariable(string.Create(CultureInfo.InvariantCulture, $"{UrlVariable}_{all.Count + 1}")) is { Length: > 0 } next)
            all.Add(new Uri(next));
        return all.Count == 0 ? [url] : all.ToImmutable();
    }

    internal SubjectRecord? Record() => _subject?.Record();

    internal IServerProbe? CreateProbe() => ProcessId is { } id ? new ProcProcessProbe(id) : null;

    /// <summary>The program that Dyno has started; null when it has not.</summary>
    internal static LoadTarget? OfDyno() => Environment.GetEnvironmentVariable(UrlVariable) is { Length: > 0 } given ? Given(new Uri(given)) : null;

    private static LoadTarget Given(Uri url) => new(
        Addresses(url), int.TryParse(Environment.GetEnvironmentVariable(ProcessVariable), CultureInfo.InvariantCulture, out var id) ? id : null, null);
}
