namespace Dyno.Scenarios.Tests;

/// <summary>A PostgreSQL of this test's own, in a temporary folder on a loopback port. <c>./build test</c> installs it.</summary>
internal sealed class PostgresServer : IAsyncDisposable
{
    private readonly DirectoryInfo _folder;
    private readonly string _binaries;

    private PostgresServer(DirectoryInfo folder, string binaries, int port)
    {
        (_folder, _binaries) = (folder, binaries);
        ConnectionString = $"Host=127.0.0.1;Port={port};Username=dyno;Database=postgres";
    }

    public string ConnectionString { get; }

    public static async Task<PostgresServer> StartAsync()
    {
        var binaries = Directory.Exists("/usr/lib/postgresql")
            ? Directory.GetDirectories("/usr/lib/postgresql").Select(d => Path.Combine(d, "bin")).Where(d => File.Exists(Path.Combine(d, "initdb"))).Max() : null;
        Assert.SkipWhen(binaries is null && !OperatingSystem.IsLinux(), "PostgreSQL is installed by ./build test on Debian and Ubuntu only");
        binaries.ShouldNotBeNull("PostgreSQL is not installed: run ./build test, or apt-get install postgresql");
        var folder = Directory.CreateTempSubdirectory("dyno-postgres-");
        var port = FreePorts.Next();
        var server = new PostgresServer(folder, binaries, port);
        if (OtherUser is { } user) await ExternalProgram.RunAsync("chown", user, folder.FullName);
        await server.RunAsync("initdb", "-A", "trust", "-U", "dyno", "--no-sync", "--no-locale", "-E", "UTF8", "-D", server.Data);
        await server.RunAsync("pg_ctl", "-w", "-t", "120", "-D", server.Data, "-l", Path.Combine(folder.FullName, "log"),
            "-o", $"-p {port} -c listen_addresses=127.0.0.1 -k {folder.FullName} -c fsync=off", "start");
        return server;
    }

    public async ValueTask DisposeAsync()
    {
        await RunAsync("pg_ctl", "-w", "-m", "immediate", "-D", Data, "stop");
        _folder.Delete(recursive: true);
    }

    // PostgreSQL refuses to run as root.
    private static string? OtherUser => Environment.UserName == "root" ? "postgres" : null;

    private string Data => Path.Combine(_folder.FullName, "data");

    private Task RunAsync(string program, params string[] arguments)
    {
        var path = Path.Combine(_binaries, program);
        return OtherUser is { } user
            ? ExternalProgram.RunAsync("setpriv", [$"--reuid={user}", $"--regid={user}", "--clear-groups", path, .. arguments])
            : ExternalProgram.RunAsync(path, arguments);
    }
}
