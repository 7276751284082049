using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Dyno.Bench;

/// <summary>nghttpd with a file of 100 bytes, in a separate process that is pinned to one CPU.</summary>
internal sealed class NghttpServer : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-bench-h2").FullName;
    private readonly Process _process;

    private NghttpServer(int cpu, bool tls)
    {
        File.WriteAllText(Path.Combine(_folder, "page"), new string('p', 100));
        var port = LoopbackPort.Free();
        string[] arguments = tls ? ["-d", _folder, $"{port}", .. CertificateFiles()] : ["--no-tls", "-d", _folder, $"{port}"];
        _process = Process.Start(new ProcessStartInfo("taskset", ["-c", $"{cpu}", "nghttpd", .. arguments]))!;
        Url = $"{(tls ? "https" : "http")}://127.0.0.1:{port}/page";
        for (var tries = 0; !IsThere(port); Thread.Sleep(50))
            if (++tries > 100) throw new BenchException("nghttpd did not start");
    }

    public string Url { get; }

    public static NghttpServer Start(int cpu, bool tls) => new(cpu, tls);

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string[] CertificateFiles()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var today = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(today.AddDays(-1), today.AddDays(2));
        string[] files = [Path.Combine(_folder, "key.pem"), Path.Combine(_folder, "certificate.pem")];
        File.WriteAllText(files[0], key.ExportPkcs8PrivateKeyPem());
        File.WriteAllText(files[1], certificate.ExportCertificatePem());
        return files;
    }

    private static bool IsThere(int port)
    {
        try
        {
            using var client = new TcpClient("127.0.0.1", port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
