namespace Dyno.K6;

/// <summary>A script to be run, and what the command line says about it.</summary>
public sealed record K6Request
{
    /// <summary>The script's file; <c>-</c> for standard input.</summary>
    public required string Script { get; init; }

    /// <summary>Text of the script when the script is not in a file; null when it is.</summary>
    public string? Text { get; init; }

    /// <summary>An archive instead of a script (<c>dyno archive</c>, <c>k6 archive</c>); null for none.</summary>
    public ReadOnlyMemory<byte>? Archive { get; init; }

    /// <summary>
    /// Requests to the origin From go to the origin To instead; the script need not know To. Null: every request goes where the script
    /// sends it.
    /// </summary>
    public (Uri From, Uri To)? Rebase { get; init; }

    /// <summary>Folder from which relative paths start.</summary>
    public required string Folder { get; init; }

    /// <summary>Whether standard input is TypeScript.</summary>
    public bool IsTypeScript { get; init; }

    /// <summary>Text of the configuration file; null for none.</summary>
    public string? Config { get; init; }

    /// <summary>The process's environment: K6_ variables, and what scripts see in <c>__ENV</c>.</summary>
    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Whether <c>__ENV</c> has the process's environment. Default true.</summary>
    public bool SeesEnvironment { get; init; } = true;

    /// <summary>Variables of <c>__ENV</c> from the command line.</summary>
    public ImmutableSortedDictionary<string, string> Variables { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>Options from flags: name in scripts and text.</summary>
    public ImmutableArray<(string Option, string Flag, string Value)> Flags { get; init; } = [];

    /// <summary>Names of the scenarios to run (<c>--scenario</c>); empty: all.</summary>
    public ImmutableArray<string> Scenarios { get; init; } = [];

    /// <summary>Whether each scenario is one iteration of one user (<c>--once</c>).</summary>
    public bool Once { get; init; }

    /// <summary>PEM file with certificates that are trusted beside the system's; null for none.</summary>
    public string? TrustedFile { get; init; }

    /// <summary>Leave the thresholds out.</summary>
    public bool NoThresholds { get; init; }

    /// <summary>Values of <c>--out</c> that take samples: <c>json[=FILE[.gz]]</c>.</summary>
    public ImmutableArray<string> Outputs { get; init; } = [];

    /// <summary>Opens standard output, for <c>--out json</c> without a file.</summary>
    public Func<Stream> StandardOutput { get; init; } = static () => Stream.Null;

    /// <summary>Values of <c>--secret-source</c>.</summary>
    public ImmutableArray<string> SecretSources { get; init; } = [];

    /// <summary>Host and port of the REST interface (<c>--address</c>), <c>:6565</c> for every address of the machine; null for none.</summary>
    public string? Address { get; init; }

    /// <summary>Takes what the user must know now: that the run waits, and for what.</summary>
    public Action<string> Tell { get; init; } = static _ => { };

    /// <summary>Whether figures are also kept by scenario and by group, as a full summary shows them.</summary>
    public bool KeepsParts { get; init; }

    /// <summary>How the virtual users live.</summary>
    public VuLayout Layout { get; init; }

    /// <summary>Takes the log lines of the script.</summary>
    public required ScriptLog Log { get; init; }

    /// <summary>Signals that stop and abort the run.</summary>
    public RunSignals Signals { get; init; } = new();

    /// <summary>Clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Gets the text of an https module; null when it cannot.</summary>
    public Func<string, string?> Fetch { get; init; } = static _ => null;

    /// <summary>Folder that keeps the text of https modules.</summary>
    public string ModuleCache { get; init; } = Path.Combine(Path.GetTempPath(), "dyno-modules");

    /// <summary>
    /// Folder that keeps compiled modules for the next run, which then needs no compiler; null: nothing is kept. Only the user may have
    /// access to the folder, because the code in it is run.
    /// </summary>
    public string? CompiledCache { get; init; }
}
