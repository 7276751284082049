namespace Dyno.Outputs;

/// <summary>
/// A destination for the snapshots of a run while it runs. Used by one task at a time, never by the load itself. A new output needs a
/// folder and a line in <c>OutputKinds</c>.
/// </summary>
internal interface IOutput : IAsyncDisposable
{
    /// <summary>Whether the output's points include the findings of the health rules; see <see cref="Dyno.Load.IRunListener.AsksForHealth"/>.</summary>
    bool AsksForHealth => false;

    /// <summary>Opens the output before the load begins.</summary>
    /// <exception cref="UserFault">The output cannot be opened.</exception>
    ValueTask OpenAsync(CancellationToken cancellation);

    /// <summary>Sends one point. Any exception means that the point is lost, and that the next attempt follows after a pause.</summary>
    ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation);
}
