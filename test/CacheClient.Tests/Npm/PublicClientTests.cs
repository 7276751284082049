using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace CacheClient.Tests;

/// <summary>The service as a client sees it that others wrote.</summary>
[Trait("Length", "Long")]
public sealed class PublicClientTests
{
    [Fact]
    public async Task The_public_client_of_the_protocol_is_served()
    {
        await using var service = await RunningService.StartAsync();

        (await RunAsync(service.Address.Port)).Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldBe(
        [
            "create: Success",
            "create again: AlreadyExists",
            "set: Success",
            "get: Hit value",
            "set if absent: NotStored",
            "exists: Success",
            "delete: Success",
            "get after delete: Miss",
            "increment: Success 5",
            "what is not there: Error",
            "list: Success",
            "delete cache: Success",
        ]);
    }

    private static async Task<string> RunAsync(int port)
    {
        using var node = Process.Start(new ProcessStartInfo("node", ["client.js", port.ToString(CultureInfo.InvariantCulture)])
        {
            WorkingDirectory = Folder(),
            RedirectStandardOutput = true,
        })!;
        var output = await node.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await node.WaitForExitAsync(TestContext.Current.CancellationToken);
        return output;
    }

    private static string Folder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
}
