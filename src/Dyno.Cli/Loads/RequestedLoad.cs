namespace Dyno.Cli;

/// <summary>A load as the command line asks for it, before anything is opened.</summary>
internal abstract record RequestedLoad
{
    /// <summary>The target as the user named it; empty when there is none.</summary>
    public abstract string Target { get; }

    /// <summary>The load in a few words, for the first line on the screen: target, rate, length.</summary>
    /// <param name="subject">The program under test; null for none.</param>
    public abstract string InWords(string? subject);

    /// <summary>
    /// The name of a run on a program that Dyno starts; null: the load's own. It must not depend on the program's random port, because CI
    /// servers, dashboards and the history recognise a run by its name.
    /// </summary>
    /// <param name="subject">The program under test, as the user named it.</param>
    public virtual string? NameOn(string subject) => null;

    /// <summary>The reports that are printed one below the other, unless the user asks for a report on stdout.</summary>
    public virtual ImmutableArray<(ReportTarget Report, ReportLayout Layout)> UsualReports { get; } = [(new ReportTarget("console", null), ReportLayout.Summary)];

    /// <summary>The load's problems, as far as they can be found without running or building anything.</summary>
    /// <param name="hasSubject">Whether a program under test is to be started for the load.</param>
    public abstract IEnumerable<Problem> Problems(bool hasSubject);

    /// <summary>The problems of the places to which the load itself writes.</summary>
    public virtual IEnumerable<Problem> ProblemsOfPlaces() => [];

    /// <summary>Whether the load exists and is read without building anything.</summary>
    public virtual bool IsReadWithoutBuild => true;

    /// <summary>Whether the load runs in its own process. As a share of a fleet, that process itself communicates with the agent.</summary>
    public virtual bool SpeaksAsShare => false;

    /// <summary>Collects what other machines need to run the load.</summary>
    /// <param name="folder">Folder for files that are generated for the other machines.</param>
    /// <param name="hasSubject">Whether a program under test is started for the load.</param>
    /// <exception cref="UserFault">The load cannot run on another machine, or not at all.</exception>
    public abstract Task<PackedLoad> PackAsync(Terminal terminal, string folder, bool hasSubject);

    /// <summary>Prepares the load for opening.</summary>
    /// <exception cref="UserFault">The load cannot be prepared.</exception>
    public abstract ReadyLoad GetReady(Terminal terminal, ProgressLines progress);
}

/// <summary>A load that can be opened, with the resource that it holds.</summary>
internal sealed record ReadyLoad(ILoad Load, Action<string> Warn) : IAsyncDisposable
{
    /// <summary>The resource to close after the run; null for none.</summary>
    public IAsyncDisposable? Held { get; init; }

    public ValueTask DisposeAsync() => Held?.DisposeAsync() ?? ValueTask.CompletedTask;
}

/// <summary>What another machine needs to run a load.</summary>
/// <param name="Target">The word that names the load on the other machine; null for none.</param>
/// <param name="Files">Full paths of the files that the load reads.</param>
internal sealed record PackedLoad(string? Target, ImmutableArray<string> Files)
{
    /// <summary>Arguments of the load's own program, after <c>--</c>.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];
}
