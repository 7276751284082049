namespace Dyno.Metrics;

/// <summary>What a figure says about a time, and so how the figures of several times are merged.</summary>
public enum FigureKind
{
    /// <summary>A number of events: counts are added.</summary>
    Count,

    /// <summary>A mean over the time, also a rate or a share of the time: means are weighted by the length of their times.</summary>
    Mean,

    /// <summary>A mean over the requests, also a share of them: weighted by the number of requests.</summary>
    PerRequest,

    /// <summary>The largest value: the largest of all remains.</summary>
    Peak,

    /// <summary>A figure of a distribution: the distributions are merged, and the figure is read again. It cannot be merged without them.</summary>
    Trend,

    /// <summary>A figure of one launch, such as the time to ready: the median of the launches remains.</summary>
    Launch,
}

/// <summary>What gives a figure its value.</summary>
public enum FigureSource
{
    /// <summary>The generator's own records: every run has these figures.</summary>
    Recorder,

    /// <summary>The process of the server, seen from outside.</summary>
    Process,

    /// <summary>The .NET runtime of the server, by its own counters.</summary>
    Runtime,

    /// <summary>The start of the program under test, when Dyno started it.</summary>
    Launch,

    /// <summary>A service beside the server.</summary>
    Service,

    /// <summary>A script or a program of the user.</summary>
    Script,

    /// <summary>The profiles of two programs that are compared; no run has it.</summary>
    Profile,
}
