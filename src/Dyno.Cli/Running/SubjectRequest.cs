namespace Dyno.Cli;

/// <summary>What the user asked of the program under test.</summary>
internal sealed record SubjectRequest
{
    /// <summary>Project, folder or program.</summary>
    public required string Path { get; init; }

    /// <summary>Target framework; null: the highest.</summary>
    public string? Framework { get; init; }

    /// <summary>The version of .NET that it runs on; null: as its publish says.</summary>
    public string? Runtime { get; init; }

    /// <summary>Environment variables, each as <c>NAME=VALUE</c>.</summary>
    public ImmutableArray<string> Environment { get; init; } = [];

    /// <summary>The program's arguments.</summary>
    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>Path that is requested until it answers with a status below 400; null: <c>/</c> is requested, and any status below 500 will do.</summary>
    public string? ReadyPath { get; init; }

    /// <summary>Longest time to wait for that answer, as the user wrote it; null: the default.</summary>
    public string? ReadyTimeout { get; init; }

    /// <summary>The port that the program itself chooses; null: it gets a free one.</summary>
    public int? Port { get; init; }

    /// <summary>Number of processes of the program that run side by side.</summary>
    public int Instances { get; init; } = 1;

    /// <summary>Whether program and generator get CPUs of their own.</summary>
    public bool IsPinned { get; init; } = true;

    /// <summary>Whether the folder in which a project was launched stays.</summary>
    public bool KeepsFiles { get; init; }
}
