using Grpc.Net.Client;

namespace CacheClient.Tests;

/// <summary>The service by the calls of its protocol, with a clock that moves when it is told to.</summary>
internal sealed class ServiceOnWire : IAsyncDisposable
{
    private readonly RunningService _service;
    private readonly GrpcChannel _channel;

    private ServiceOnWire(RunningService service, SteppedTime time)
    {
        (_service, Time) = (service, time);
        _channel = GrpcChannel.ForAddress(service.Address);
        (Items, Caches) = (new Scs.ScsClient(_channel), new ScsControl.ScsControlClient(_channel));
    }

    /// <summary>The metadata that names the cache which is always there.</summary>
    public static Metadata Default { get; } = Cache("default");

    public SteppedTime Time { get; }

    public Uri Address => _service.Address;

    public CallInvoker Calls => _channel.CreateCallInvoker();

    public Scs.ScsClient Items { get; }

    public ScsControl.ScsControlClient Caches { get; }

    public static async Task<ServiceOnWire> StartAsync(params string[] args)
    {
        var time = new SteppedTime();
        return new ServiceOnWire(await RunningService.StartAsync(time, args), time);
    }

    /// <summary>The metadata that names a cache.</summary>
    public static Metadata Cache(string name) => new() { { "cache", name } };

    /// <summary>Why a call was refused.</summary>
    public static Task<RpcException> RefusedAsync<TAnswer>(AsyncUnaryCall<TAnswer> call) => RefusedAsync(call.ResponseAsync);

    /// <summary>Why a call was refused.</summary>
    public static Task<RpcException> RefusedAsync(Task answer) => Should.ThrowAsync<RpcException>(answer);

    public async Task SetAsync(string key, string value, ulong milliseconds = 60_000, string cache = "default") => await Items.SetAsync(
        new _SetRequest { CacheKey = ByteString.CopyFromUtf8(key), CacheBody = ByteString.CopyFromUtf8(value), TtlMilliseconds = milliseconds }, Cache(cache));

    /// <summary>What is there; null for nothing.</summary>
    public async Task<string?> GetAsync(string key, string cache = "default")
    {
        var answer = await Items.GetAsync(new _GetRequest { CacheKey = ByteString.CopyFromUtf8(key) }, Cache(cache));
        answer.Result.ShouldBeOneOf(ECacheResult.Hit, ECacheResult.Miss);
        return answer.Result == ECacheResult.Hit ? answer.CacheBody.ToStringUtf8() : null;
    }

    public async ValueTask DisposeAsync()
    {
        _channel.Dispose();
        await _service.DisposeAsync();
    }
}
