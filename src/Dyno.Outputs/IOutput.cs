using Dyno.Outputs.Points;
using Dyno.Results.Problems;

namespace Dyno.Outputs;

/// <summary>
/// Where snapshots of a run go while it goes on. Used by one flow at a time, never by the load. To add one, add a folder
/// and a line in <c>OutputKinds</c>.
/// </summary>
internal interface IOutput : IAsyncDisposable
{
    /// <summary>Whether its points say what the rules of health would; see <see cref="Dyno.Load.Running.IRunListener.AsksForHealth"/>.</summary>
    bool AsksForHealth => false;

    /// <summary>Opens it before the load begins.</summary>
    /// <exception cref="UserFault">It cannot be opened.</exception>
    ValueTask OpenAsync(CancellationToken cancellation);

    /// <summary>
    /// Sends one point. Any exception means that the point is lost, and that the output is left alone for a while.
    /// </summary>
    ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation);
}
