namespace Dyno.Http;

/// <summary>A worker whose virtual users share one client and its connections.</summary>
internal sealed class HttpClientWorker : IWorker
{
    private readonly HttpMessageInvoker _client;
    private readonly FeedRows _rows;
    private readonly AsyncWorker _worker;

    public HttpClientWorker(HttpClientWorkload workload, WorkerContext context)
    {
        _client = new HttpMessageInvoker(new HandlerFactory(workload, context.Clock).Create());
        _rows = workload.Session.RowsFor(context);
        _worker = new AsyncWorker(context, index => new HttpClientUser(workload, _client, _rows, context, index));
    }

    public void Run(WorkerPhase phase)
    {
        _rows.Begin(phase);
        _worker.Run(phase);
    }

    public void Dispose()
    {
        _worker.Dispose();
        _client.Dispose();
    }
}
