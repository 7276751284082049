namespace Dyno.Http.Tests;

/// <summary>nghttpd, the server of nghttp2, over a folder of its own.</summary>
internal sealed class NghttpdServer : IAsyncDisposable
{
    private const string Program = "/usr/sbin/nghttpd";
    private readonly Process _process;
    private readonly string _folder;
    private readonly Uri _url;

    private NghttpdServer(Process process, string folder, Uri url) => (_process, _folder, _url) = (process, folder, url);

    /// <summary>Starts.</summary>
    /// <param name="isTls">With the good certificate.</param>
    /// <param name="options">As its command line has them.</param>
    public static async Task<NghttpdServer> StartAsync(bool isTls, params string[] options)
    {
        Assert.SkipUnless(File.Exists(Program), "nghttpd is not installed: apt-get install nghttp2-server");
        var (port, folder) = (FreePorts.Next(), Directory.CreateTempSubdirectory("dyno-nghttpd-").FullName);
        string[] wire = isTls ? [$"{port}", TestCertificates.GoodKeyFile, TestCertificates.GoodFile] : ["--no-tls", $"{port}"];
        var process = Process.Start(new ProcessStartInfo(Program, [.. options, "-a", "127.0.0.1", "-d", folder, .. wire])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        process.BeginErrorReadLine();
        process.BeginOutputReadLine();
        var server = new NghttpdServer(process, folder, new Uri($"{(isTls ? "https" : "http")}://127.0.0.1:{port}/"));
        await server.WaitAsync();
        return server;
    }

    /// <summary>Puts a file into the folder and tells its URL.</summary>
    public Uri Put(string name, byte[] content)
    {
        File.WriteAllBytes(Path.Combine(_folder, name), content);
        return UrlOf(name);
    }

    /// <summary>The URL of a file, whether there is one or not.</summary>
    public Uri UrlOf(string name) => new(_url, name);

    public async ValueTask DisposeAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task WaitAsync()
    {
        var cancel = TestContext.Current.CancellationToken;
        for (var tries = 0; tries < 100; tries++)
        {
            _process.HasExited.ShouldBeFalse("nghttpd has ended by itself");
            using var client = new TcpClient();
            try
            {
                await client.ConnectAsync("127.0.0.1", _url.Port, cancel);
                return;
            }
            catch (SocketException)
            {
                await Task.Delay(50, cancel);
            }
        }
    }
}
