namespace Dyno.Load;

/// <summary>
/// A virtual user whose code decides its own requests, such as a C# scenario or an HttpClient. It runs one iteration at a time. When it is
/// <see cref="IDisposable"/>, it is disposed of with its worker.
/// </summary>
public interface IVirtualUser
{
    /// <summary>
    /// Runs one iteration and records its requests through <paramref name="context"/>. An exception ends the iteration, counts as an error
    /// of kind <see cref="RequestErrorKind.Scenario"/>, and has no other effect. The iteration starts on the worker's thread, so code that
    /// completes without waiting costs no thread switch. After an <c>await</c> the code continues wherever the awaited operation
    /// completes.
    /// </summary>
    /// <param name="context">This iteration; reused for the next one of this user.</param>
    ValueTask RunIterationAsync(IterationContext context, CancellationToken cancellationToken);
}
