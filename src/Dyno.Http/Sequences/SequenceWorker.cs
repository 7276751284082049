namespace Dyno.Http;

/// <summary>A worker whose virtual users take rows from one feed, and share connections over HTTP/2.</summary>
internal sealed class SequenceWorker(FeedRows rows, AsyncWorker worker, Http2Pool? connections) : IWorker
{
    public void Run(WorkerPhase phase)
    {
        rows.Begin(phase);
        worker.Run(phase);
    }

    public void Dispose()
    {
        worker.Dispose();
        connections?.Dispose();
    }
}
