using Dyno.Fleet.Messages;
using Dyno.Load.Shares;

namespace Dyno.Fleet.Shares;

/// <summary>A share that runs: a process, or what stands for one in a test.</summary>
internal interface IShareProcess : IAsyncDisposable
{
    /// <summary>What it says, to its end.</summary>
    IAsyncEnumerable<ShareReport> ReadAsync(CancellationToken cancellation);

    /// <summary>Tells it something: <c>start NANOS</c>, <c>lease</c>, <c>stop</c>, <c>abort</c>. Nothing happens when it has ended.</summary>
    Task TellAsync(string line);

    /// <summary>Its result once it has ended; null when it left none.</summary>
    /// <returns>The document, and what it wrote last on stderr.</returns>
    Task<(byte[]? Result, string LastWords)> EndAsync();
}

/// <summary>Starts a share in a folder that holds its files.</summary>
/// <param name="folder">The folder.</param>
/// <param name="order">What to run.</param>
internal delegate IShareProcess ShareStarter(string folder, ShareOrder order);
