using System.Collections.Immutable;
using Dyno.Load.Plans;
using Dyno.Load.Running;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Loads;

/// <summary>
/// A kind of load that is a program rather than a list of requests, such as a script: the rooms that run such programs lie beside this
/// one, so whoever composes an experiment hands them in.
/// </summary>
public interface ICodedLoad
{
    /// <summary>Whether a file or folder holds a load of this kind.</summary>
    bool Takes(string path);

    /// <summary>Reads, and where need be builds, a load before anything is started for it. Called once per load and shape.</summary>
    /// <param name="path">The file or folder, absolute.</param>
    /// <param name="shape">What the experiment changes of it.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="UserFault">Everything that is wrong with it.</exception>
    Task<CodedLoadPlan> PrepareAsync(string path, TrialShape shape, CancellationToken cancellation);

    /// <summary>Runs it once.</summary>
    /// <exception cref="UserFault">It cannot run.</exception>
    Task<RunResult> RunAsync(CodedTrial trial);
}

/// <summary>What is known of a load in code before it runs.</summary>
/// <param name="Length">How long a trial measures; null when only its run can tell.</param>
/// <param name="Model">Closed or open; null when only its run can tell.</param>
public sealed record CodedLoadPlan(TimeSpan? Length, LoadModel? Model);

/// <summary>One run of a load in code on one launch of a program.</summary>
/// <param name="Path">The file or folder, absolute.</param>
/// <param name="Shape">What the experiment changes of it.</param>
/// <param name="BaseUrl">Where the program under test listens: told to the code by the environment.</param>
/// <param name="Seed">Seed of every random choice.</param>
/// <param name="Runner">Machine, server, listeners and signals of the run.</param>
/// <param name="ServerProcessId">The process of the program under test; null for one that someone else started.</param>
/// <param name="CertificateFile">The certificate it serves https with, in PEM, to be trusted and no other; null for http.</param>
public sealed record CodedTrial(
    string Path, TrialShape Shape, Uri BaseUrl, long Seed, RunnerOptions Runner, int? ServerProcessId, string? CertificateFile)
{
    /// <summary>Where each instance of the program listens, the first at <see cref="BaseUrl"/>; empty when it is one that someone else started.</summary>
    public ImmutableArray<Uri> Instances { get; init; } = [];
}
