namespace Dyno.K6;

/// <summary>Sends requests: one, several at once, or one that ends later.</summary>
internal sealed class HttpHost
{
    private readonly ScriptUser _user;
    private readonly List<PreparedRequest> _prepared = [];
    private readonly Dictionary<int, Task<StoredResponse>> _later = [];
    private List<PreparedRequest> _batch = [];
    private StoredResponse[] _batchAnswers = [];
    private readonly Action _publish;
    private readonly Action _publishDirect;
    private readonly Action _publishBatch;
    private ConfiguredValueTaskAwaitable<StoredResponse>.ConfiguredValueTaskAwaiter _sending; // the request for which the script is suspended
    private Task<StoredResponse[]> _sendingBatch = Task.FromResult(Array.Empty<StoredResponse>());

    private HttpHost(ScriptUser user)
    {
        _user = user;
        _publish = () => Publish(static host => host._sending.GetResult());
        _publishDirect = () => Publish(static host => host.Sender.TakeDirect());
        _publishBatch = PublishBatch;
    }

    public static void AddTo(HostTable table, ScriptUser user)
    {
        var host = new HttpHost(user);
        table.Add("prepare", host.Prepare);
        table.Add("sendPrepared", call => host.Send(call, host._prepared[call.Whole(0)], call.Truth(1)));
        table.Add("send", call => host.Send(call, host.RequestIn(call, 0), call.Truth(2)));
        table.Add("batchBegin", _ => host._batch = []);
        table.Add("batchAdd", call => host._batch.Add(host.RequestIn(call, 0)));
        table.Add("batchAddPrepared", call => host._batch.Add(host._prepared[call.Whole(0)]));
        table.Add("batchSend", host.SendBatch);
        table.Add("batchTake", call => host.Publish(host._batchAnswers[call.Whole(0)]));
        table.Add("sendLater", host.SendLater);
        table.Add("takeLater", host.TakeLater);
        table.Add("expectedStatuses", host.AddExpected);
        table.Add("setCallback", call => user.Expected.Use(call.Whole(0)));
        table.Add("boundary", call => call.Return(Convert.ToHexStringLower(System.Security.Cryptography.RandomNumberGenerator.GetBytes(30))));
        table.Add("joinUrl", call => call.Return(Join(call.Text(0), call.Text(1))));
    }

    private HttpSender Sender => _user.Sender ?? throw InInit();

    private RequestPreparation Requests => _user.Run.Requests ?? throw InInit();

    private static HostException InInit() => new("requests cannot be made in the init stage");

    private void Prepare(HostCall call)
    {
        _prepared.Add(Requests.Of(call.Text(0), null));
        call.Return(_prepared.Count - 1);
    }

    // The request at an index of the arguments, as the prelude wrote it; the next argument is the body.
    private PreparedRequest RequestIn(HostCall call, int index) => Requests.Of(call.Text(index), BodyOf(call, index + 1));

    private void Send(HostCall call, PreparedRequest request, bool suspends)
    {
        _user.ThrowIfCut();
        // The fast path needs an event loop; otherwise it would block this thread and all users of this engine.
        if (suspends && _user.Machine.Loop is not null && Sender.TrySend(request, _user.Scope, _user.Continue, _user.Scope.Token))
        {
            _user.Suspend(_publishDirect);
            call.Return(true);
            return;
        }
        if (suspends)
        {
#pragma warning disable CA2012 // awaited by hand: the continuation is the script's, and its result is taken once, by _publish
            // The request ends on the loop's thread in any case: asking for the context would add one more pass through the loop's queue.
            _sending = Sender.SendAsync(request, _user.Scope, blocking: false, _user.Scope.Token).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
            if (_sending.IsCompleted) { _publish(); return; }
            _user.Suspend(_publish);
            _sending.UnsafeOnCompleted(_user.Continue);
            call.Return(true);
            return;
        }
        StoredResponse answer;
        try
        {
            answer = Sender.Send(request, _user.Scope, _user.Scope.Token);
        }
        catch (OperationCanceledException)
        {
            throw new HostException("the request was cut");
        }
        Publish(answer);
    }

    private void Publish(StoredResponse answer)
    {
        ref readonly var numbers = ref _user.Numbers;
        numbers[Frame.Status] = answer.Status;
        numbers[Frame.ErrorCode] = answer.ErrorCode;
        numbers[Frame.ResponseId] = _user.Responses.Add(answer);
        if (answer.Error.Length > 0 && (answer.Spec.Throws ?? _user.Run.Http.Throws)) throw new HostException(answer.Explanation);
    }

    private void Publish(Func<HttpHost, StoredResponse> take)
    {
        try
        {
            Publish(take(this));
        }
        catch (OperationCanceledException)
        {
            throw new HostException("the request was cut");
        }
    }

    private void PublishBatch()
    {
        try
        {
            _batchAnswers = _sendingBatch.GetAwaiter().GetResult(); // the batch has ended, or this thread may be blocked
        }
        catch (OperationCanceledException)
        {
            throw new HostException("the requests were cut");
        }
    }

    private void SendBatch(HostCall call)
    {
        var suspends = call.Truth(0);
        // On the thread pool where a loop runs the continuations: blocking the loop's own thread would deadlock.
        _sendingBatch = suspends || SynchronizationContext.Current is null ? SendBatchAsync() : Task.Run(SendBatchAsync);
        if (!suspends || _sendingBatch.IsCompleted)
        {
            PublishBatch();
            return;
        }
        _user.Suspend(_publishBatch);
        _sendingBatch.GetAwaiter().UnsafeOnCompleted(_user.Continue);
        call.Return(true);
    }

    private Task<StoredResponse[]> SendBatchAsync()
    {
        var options = _user.Run.Http;
        var most = Math.Min(options.Batch > 0 ? options.Batch : int.MaxValue, options.BatchPerHost > 0 ? options.BatchPerHost : int.MaxValue);
        return _batch.Count <= most ? Task.WhenAll(_batch.Select(SendAsync)) : SendLimitedAsync(options);
    }

    private async Task<StoredResponse[]> SendLimitedAsync(HttpRunOptions options)
    {
        using var places = new SemaphoreSlim(options.Batch > 0 ? options.Batch : int.MaxValue);
        var hosts = new Dictionary<string, SemaphoreSlim>(StringComparer.OrdinalIgnoreCase);
        var sending = new List<Task<StoredResponse>>(_batch.Count);
        foreach (var request in _batch)
        {
            var host = request.Url?.Authority ?? "";
            if (!hosts.TryGetValue(host, out var perHost))
                hosts[host] = perHost = new SemaphoreSlim(options.BatchPerHost > 0 ? options.BatchPerHost : int.MaxValue);
            sending.Add(SendInPlaceAsync(request, places, perHost));
        }
        try
        {
            return await Task.WhenAll(sending);
        }
        finally
        {
            foreach (var host in hosts.Values) host.Dispose();
        }
    }

    private async Task<StoredResponse> SendInPlaceAsync(PreparedRequest request, SemaphoreSlim places, SemaphoreSlim perHost)
    {
        var cut = _user.Scope.Token;
        await perHost.WaitAsync(cut);
        await places.WaitAsync(cut);
        try
        {
            return await SendAsync(request);
        }
        finally
        {
            places.Release();
            perHost.Release();
        }
    }

    private Task<StoredResponse> SendAsync(PreparedRequest request) =>
        Sender.SendAsync(request, _user.Scope, blocking: false, _user.Scope.Token).AsTask();

    private void SendLater(HostCall call)
    {
        var operation = call.Whole(0);
        var request = RequestIn(call, 1);
        var sending = SendAsync(request);
        _later[operation] = sending;
        sending.ContinueWith(_ => _user.Ended(operation), TaskScheduler.Default);
    }

    private void TakeLater(HostCall call)
    {
        if (!_later.Remove(call.Whole(0), out var sending)) throw new HostException("the request was forgotten");
        if (sending.IsCanceled) throw new HostException("the request was cut");
        Publish(sending.GetAwaiter().GetResult());
    }

    private void AddExpected(HostCall call)
    {
        var ranges = JsonSerializer.Deserialize<int[][]>(call.Text(0))!;
        call.Return(_user.Expected.Add([.. ranges.Select(r => (r[0], r[1]))]));
    }

    private static byte[]? BodyOf(HostCall call, int index) =>
        call.IsNothing(index) ? null : call.IsBytes(index) ? call.Bytes(index).ToArray() : Encoding.UTF8.GetBytes(call.Text(index));

    private static string Join(string from, string target) =>
        Uri.TryCreate(from, UriKind.Absolute, out var url) && Uri.TryCreate(url, target, out var joined) ? joined.AbsoluteUri : target;
}
