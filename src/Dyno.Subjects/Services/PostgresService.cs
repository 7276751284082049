using System.Collections.Immutable;
using System.Globalization;
using Dyno.Subjects.Processes;
using Dyno.Subjects.Readiness;

namespace Dyno.Subjects.Services;

/// <summary>
/// A throw-away PostgreSQL cluster from the system's programs, on a free loopback port. It is fast rather than durable: nothing in it
/// is to outlive the experiment. PostgreSQL refuses to run as root: then it runs as the user postgres, or nobody.
/// </summary>
internal sealed class PostgresService : Service
{
    private const string User = "dyno";

    private readonly string _folder;
    private readonly string _programs;

    private PostgresService(ServiceOptions options, OwnedProcess process, int port, string folder, string programs)
        : base(options, process, port)
    {
        _folder = folder;
        _programs = programs;
    }

    /// <inheritdoc/>
    public override string ConnectionString =>
        string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={Port};Username={User};Database=postgres");

    public static new async Task<PostgresService> StartAsync(ServiceOptions options, CancellationToken cancellation)
    {
        var programs = Programs() ?? throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"the service {options.Name} needs PostgreSQL, and its programs (initdb, postgres, psql) were not found",
            "install it: sudo apt-get install postgresql (Debian, Ubuntu); ./build services does so in this checkout");
        var folder = Directory.CreateTempSubdirectory("dyno-postgres-").FullName;
        try
        {
            var asUser = await UserAsync(options, folder, cancellation);
            await InitializeAsync(options, programs, asUser, folder, cancellation);
            var port = FreePort.Next();
            var process = ServiceProcess.Start(options, [.. asUser, Path.Combine(programs, "postgres"), "-D", Path.Combine(folder, "data"), .. Settings(port)], folder);
            await ServiceProcess.WaitAsync(options, process, () => IsReadyAsync(options, programs, port, folder, cancellation), cancellation);
            return new PostgresService(options, process, port, folder, programs);
        }
        catch
        {
            Remove(folder);
            throw;
        }
    }

    /// <inheritdoc/>
    public override async Task<long?> CommandsAsync(CancellationToken cancellation)
    {
        const string Sql = "select sum(xact_commit + xact_rollback) from pg_stat_database";
        var (code, output) = await ServiceProcess.RunAsync(Options, [Psql(_programs), .. Login(Port), "-A", "-t", "-c", Sql], _folder, cancellation);
        return code == 0 && output is [var sum, ..] && long.TryParse(sum, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;
    }

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Remove(_folder);
    }

    private protected override async Task DoAsync(string what, CancellationToken cancellation)
    {
        string[] sql = File.Exists(what) ? ["-f", Path.GetFullPath(what)] : ["-c", what];
        var (code, output) = await ServiceProcess.RunAsync(Options, [Psql(_programs), .. Login(Port), "-q", "-v", "ON_ERROR_STOP=1", .. sql], _folder, cancellation);
        if (code != 0) throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {Options.Name} refused its SQL", "mend setup or reset in the experiment", output);
    }

    private static string[] Login(int port) => ["-h", "127.0.0.1", "-p", port.ToString(CultureInfo.InvariantCulture), "-U", User, "-d", "postgres", "-X"];

    private static string[] Settings(int port)
    {
        string[] settings =
        [
            "fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "shared_buffers=64MB",
            "dynamic_shared_memory_type=mmap", // nothing is left in /dev/shm, whatever ends it
        ];
        return ["-h", "127.0.0.1", "-p", port.ToString(CultureInfo.InvariantCulture), "-k", "", .. settings.SelectMany(s => (string[])["-c", s])];
    }

    private static async Task<bool> IsReadyAsync(ServiceOptions options, string programs, int port, string folder, CancellationToken cancellation) =>
        await ServiceProcess.AcceptsAsync(port, cancellation)
        && (await ServiceProcess.RunAsync(options, [Psql(programs), .. Login(port), "-c", "select 1"], folder, cancellation)).ExitCode == 0;

    private static async Task InitializeAsync(
        ServiceOptions options, string programs, ImmutableArray<string> asUser, string folder, CancellationToken cancellation)
    {
        var (code, output) = await ServiceProcess.RunAsync(options, [.. asUser, Path.Combine(programs, "initdb"),
            "-D", Path.Combine(folder, "data"), "-U", User, "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8"], folder, cancellation);
        if (code != 0) throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {options.Name}: initdb failed", lastOutput: output);
    }

    // The words in front of a command that is not to run as root; none for an ordinary user.
    private static async Task<ImmutableArray<string>> UserAsync(ServiceOptions options, string folder, CancellationToken cancellation)
    {
        if (!Environment.IsPrivilegedProcess) return [];
        var setpriv = SearchPath.Find("setpriv") ?? throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"the service {options.Name}: PostgreSQL does not run as root, and 'setpriv' was not found", "install util-linux, or run Dyno as another user");
        var user = (await IdsAsync(options, "postgres", cancellation)) ?? (await IdsAsync(options, "nobody", cancellation)) ?? ("65534", "65534");
        await ServiceProcess.RunAsync(options, ["chown", $"{user.Uid}:{user.Gid}", folder], folder, cancellation);
        return [setpriv, "--reuid=" + user.Uid, "--regid=" + user.Gid, "--clear-groups", "env", "HOME=" + folder, "LC_ALL=C.UTF-8"];
    }

    private static async Task<(string Uid, string Gid)?> IdsAsync(ServiceOptions options, string user, CancellationToken cancellation)
    {
        var (code, output) = await ServiceProcess.RunAsync(options, ["sh", "-c", $"id -u {user} && id -g {user}"], Path.GetTempPath(), cancellation);
        return code == 0 && output is [var uid, var gid, ..] ? (uid.Trim(), gid.Trim()) : null;
    }

    // Debian keeps the server's programs out of PATH, one folder per version; elsewhere they may be links into such a folder.
    private static string? Programs()
    {
        var found = SearchPath.Find("initdb") is { } link ? Path.GetDirectoryName(File.ResolveLinkTarget(link, returnFinalTarget: true)?.FullName ?? link) : null;
        return Versions().Prepend(found).FirstOrDefault(bin => bin is not null && File.Exists(Path.Combine(bin, "initdb")) && File.Exists(Path.Combine(bin, "postgres")));
    }

    private static IEnumerable<string> Versions()
    {
        const string versions = "/usr/lib/postgresql";
        if (!Directory.Exists(versions)) return [];
        return Directory.GetDirectories(versions)
            .OrderByDescending(d => int.TryParse(Path.GetFileName(d), NumberStyles.None, CultureInfo.InvariantCulture, out var version) ? version : 0)
            .Select(d => Path.Combine(d, "bin"));
    }

    private static string Psql(string programs)
    {
        var beside = Path.Combine(programs, "psql");
        return File.Exists(beside) ? beside : SearchPath.Find("psql") ?? beside;
    }

    private static void Remove(string folder)
    {
        try
        {
            if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Temporary files of a cluster that was killed while writing: the system removes them.
        }
    }
}
