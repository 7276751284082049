namespace Dyno.Load.Engine;

/// <summary>
/// Code that decides its own requests: a C# scenario, an HttpClient. One iteration at a time per virtual user. Disposed
/// with its worker when it is <see cref="IDisposable"/>.
/// </summary>
public interface IVirtualUser
{
    /// <summary>
    /// Runs one iteration and records what it does through <paramref name="context"/>. An exception ends the iteration,
    /// counts as an error of kind <see cref="RequestErrorKind.Scenario"/> and nothing more. Starts on the worker's
    /// thread: what completes without waiting costs no thread switch; after an <c>await</c> it goes on wherever the
    /// awaited operation completes.
    /// </summary>
    /// <param name="context">This iteration; reused for the next one of this user.</param>
    /// <param name="cancellationToken">
    /// Cancelled when the iteration is cut. What is recorded from then on is dropped.
    /// </param>
    ValueTask RunIterationAsync(IterationContext context, CancellationToken cancellationToken);
}
