namespace Dyno.K6.VirtualUsers;

/// <summary>Where an iteration stands after a step of it.</summary>
internal enum IterationStep
{
    /// <summary>It has ended by itself, or by an exception.</summary>
    Completed,

    /// <summary>It was cut.</summary>
    Interrupted,

    /// <summary>Its function waits for an operation or a time.</summary>
    Suspended,

    /// <summary>Its function has returned; timers or operations go on.</summary>
    Pending,
}
