using System.Collections.Immutable;
using Dyno.Cli.Progress;
using Dyno.Cli.Reports;
using Dyno.Load.Plans;
using Dyno.Reporting.Console;
using Dyno.Results.Problems;

namespace Dyno.Cli.Loads;

/// <summary>What a command line asks of a load, before anything is opened.</summary>
internal abstract record AskedLoad
{
    /// <summary>The target as the user named it; empty when there is none.</summary>
    public abstract string Target { get; }

    /// <summary>The load in a few words, for the first line on the screen: target, rate, length.</summary>
    /// <param name="subject">The program under test; null for none.</param>
    public abstract string InWords(string? subject);

    /// <summary>What is printed unless a report on stdout is asked for, one below the other.</summary>
    public virtual ImmutableArray<(ReportTarget Report, ReportLayout Layout)> UsualReports { get; } = [(new ReportTarget("console", null), ReportLayout.Summary)];

    /// <summary>What is wrong with it as far as can be told without running or building anything.</summary>
    /// <param name="hasSubject">Whether a program is to be started for it.</param>
    public abstract IEnumerable<Problem> Problems(bool hasSubject);

    /// <summary>What is wrong with the places where it writes by itself.</summary>
    public virtual IEnumerable<Problem> ProblemsOfPlaces() => [];

    /// <summary>Whether it is there, and is read without building anything.</summary>
    public virtual bool IsReadWithoutBuild => true;

    /// <summary>Whether it runs as a program of its own, which as a share of a fleet speaks with the agent itself.</summary>
    public virtual bool SpeaksAsShare => false;

    /// <summary>What other machines need to run it.</summary>
    /// <param name="terminal">The screen.</param>
    /// <param name="folder">A folder for files that are made for them.</param>
    /// <param name="hasSubject">Whether a program is started for it.</param>
    /// <exception cref="UserFault">It cannot be run elsewhere, or not at all.</exception>
    public abstract Task<PackedLoad> PackAsync(Terminal terminal, string folder, bool hasSubject);

    /// <summary>Gets it ready to be opened.</summary>
    /// <param name="terminal">The screen.</param>
    /// <param name="progress">Told what goes on.</param>
    /// <exception cref="UserFault">It cannot be.</exception>
    public abstract ReadyLoad GetReady(Terminal terminal, ProgressLines progress);
}

/// <summary>A load that can be opened, with what it holds open itself.</summary>
/// <param name="Load">The load.</param>
/// <param name="Warn">Where its warnings go.</param>
internal sealed record ReadyLoad(ILoad Load, Action<string> Warn) : IAsyncDisposable
{
    /// <summary>Closed after the run; null for nothing.</summary>
    public IAsyncDisposable? Held { get; init; }

    public ValueTask DisposeAsync() => Held?.DisposeAsync() ?? ValueTask.CompletedTask;
}

/// <summary>What another machine needs to run a load.</summary>
/// <param name="Target">The word that names it there; null for none.</param>
/// <param name="Files">Full paths of the files that it reads.</param>
internal sealed record PackedLoad(string? Target, ImmutableArray<string> Files)
{
    /// <summary>Words for the load's own program, after <c>--</c>.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];
}
