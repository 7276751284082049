namespace Dyno.Fleet;

/// <summary>A running share: a process, or its substitute in a test.</summary>
internal interface IShareProcess : IAsyncDisposable
{
    /// <summary>The share's reports, until the share ends.</summary>
    IAsyncEnumerable<ShareReport> ReadAsync(CancellationToken cancellation);

    /// <summary>Sends a line to the share: <c>start NANOS</c>, <c>lease</c>, <c>stop</c>, <c>abort</c>. Does nothing when the share has ended.</summary>
    Task TellAsync(string line);

    /// <summary>Waits for the share's end, and reads its result; null when the share left none.</summary>
    /// <returns>The result document, and the last lines that the share wrote to stderr.</returns>
    Task<(byte[]? Result, string LastWords)> EndAsync();
}

/// <summary>Starts a share in a folder that holds its files.</summary>
internal delegate IShareProcess ShareStarter(string folder, ShareOrder order);
