namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>What every end-to-end test has: a folder, and a server that is up for as long as the test runs.</summary>
public abstract class EndToEndTest : IAsyncLifetime
{
    private protected Workspace Workspace { get; } = new();

    private protected KestrelServer Server { get; private set; } = null!;

    private protected string Url => new Uri(Server.Url, "hello").ToString();

    private protected static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => Server = await KestrelServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        Workspace.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected virtual Task<DynoOutcome> DynoAsync(params string[] args) => DynoCommand.RunAsync(Workspace, args);
}
