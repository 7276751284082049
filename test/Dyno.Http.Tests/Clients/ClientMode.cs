namespace Dyno.Http.Tests;

/// <summary>The two ways to call a client: one suite for both.</summary>
public enum ClientMode
{
    /// <summary>On the calling thread.</summary>
    Blocking,

    /// <summary>Without holding a thread.</summary>
    Async,
}

internal static class ClientModes
{
    public static async Task<WireResponse> CallAsync(this WireClient client, ClientMode mode, WireRequest request)
    {
        var cancel = TestContext.Current.CancellationToken;
        if (mode == ClientMode.Async) return await client.SendAsync(request, cancel);
        // A thread of its own: those of the pool are few, and the server answers on them.
        return await Task.Factory.StartNew(() => client.Send(request, cancel), cancel, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    public static Task<WireResponse> GetAsync(this WireClient client, ClientMode mode, Uri url) =>
        client.CallAsync(mode, new WireRequest { Url = url });

    /// <summary>A client that trusts the test authority.</summary>
    public static WireClient New(HttpOptions? options = null, WireClientOptions? client = null) =>
        new(new WireNetwork(options ?? new HttpOptions { Tls = new TlsClientOptions { CaFile = TestCertificates.AuthorityFile } }), client);
}
