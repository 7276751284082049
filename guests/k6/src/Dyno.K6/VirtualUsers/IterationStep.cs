namespace Dyno.K6;

/// <summary>Where an iteration stands after a step of it.</summary>
internal enum IterationStep
{
    Completed, // it has ended by itself, or by an exception
    Interrupted, // it was cut
    Suspended, // its function waits for an operation or a time
    Pending, // its function has returned; timers or operations continue
}
