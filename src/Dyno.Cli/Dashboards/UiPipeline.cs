namespace Dyno.Cli;

/// <summary><c>dyno ui</c> from the first line on the screen to the exit code. The only part of this room that needs ASP.NET Core.</summary>
internal sealed class UiPipeline(Terminal terminal, UiOptions options)
{
    private const int UsualPort = 5150;

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption(terminal, _ => { });
        Environment.CurrentDirectory = options.Folder; // relative paths mean the same as in a shell in that folder
        await using var server = await StartAsync();
        terminal.Out.WriteLine($"dyno ui: {server.OpeningAddress}");
        if (server.Fingerprint is { } print) terminal.Out.WriteLine($"         SHA-256 of the certificate: {print}");
        terminal.Out.WriteLine($"         {options.Folder}; Ctrl-C stops the server; a run in progress stops gracefully");
        terminal.Out.Flush();
        if (options.OpensBrowser) Browser.TryOpen(server.OpeningAddress);
        await interruption.Heard;
        interruption.RunIsOver();
        await server.StopAsync();
        return ExitCode.Success;
    }

    private async Task<DashboardServer> StartAsync()
    {
        var wanted = new DashboardOptions
        {
            Folder = options.Folder,
            Program = ProgramOfUi.This,
            Address = options.Address,
            Port = options.Port ?? UsualPort,
            HostNames = [.. options.Hosts],
            Token = options.Token,
            CertificateFile = options.Certificate,
            AssetFolder = options.Assets,
        };
        try
        {
            return await DashboardServer.StartAsync(wanted);
        }
        catch (UserFault) when (options.Port is null)
        {
            return await DashboardServer.StartAsync(wanted with { Port = 0 }); // another process has the usual port
        }
    }
}
