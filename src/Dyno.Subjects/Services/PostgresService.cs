namespace Dyno.Subjects;

/// <summary>
/// A throw-away PostgreSQL cluster from the system's programs, on a free loopback port. The cluster is fast rather than durable, because
/// nothing in it has to outlive the experiment. Its superuser has a password that no other user knows, because a user who can log in can
/// run programs as the user of the cluster. PostgreSQL refuses to run as root; under root the cluster runs as the user postgres, or nobody.
/// </summary>
internal sealed class PostgresService : Service
{
    private const string User = "dyno";
    private const string PasswordSigns = "abcdefghijkmnpqrstuvwxyz23456789";
    private const int PasswordLength = 24;

    private readonly OwnedFolder _folder;
    private readonly Client _client;

    private PostgresService(ServiceOptions options, OwnedProcess process, int port, OwnedFolder folder, Client client)
        : base(options, process, port) => (_folder, _client) = (folder, client);

    public override string ConnectionString =>
        string.Create(CultureInfo.InvariantCulture, $"Host=127.0.0.1;Port={Port};Username={User};Password={_client.Password};Database=postgres");

    public static new async Task<PostgresService> StartAsync(ServiceOptions options, CancellationToken cancellation)
    {
        var programs = Programs() ?? throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"the service {options.Name} needs PostgreSQL, and its programs (initdb, postgres, psql) were not found",
            "install it: sudo apt-get install postgresql (Debian, Ubuntu); ./build services installs it in this checkout");
        var folder = OwnedFolder.Create("dyno-postgres-");
        try
        {
            var password = Entropy.Text(PasswordSigns, PasswordLength);
            await InitializeAsync(options, programs, folder.Path, password, cancellation);
            var port = FreePort.Next();
            var asUser = await UserAsync(options, folder.Path, cancellation);
            var process = ServiceProcess.Start(options, [.. asUser, Path.Combine(programs, "postgres"), "-D", DataIn(folder.Path), .. Settings(port)], folder.Path);
            var client = new Client(options, Psql(programs), port, password, folder.Path);
            await ServiceProcess.WaitAsync(options, process, () => client.IsReadyAsync(cancellation), cancellation);
            return new PostgresService(options, process, port, folder, client);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    public override async Task<long?> CommandsAsync(CancellationToken cancellation)
    {
        const string Sql = "select sum(xact_commit + xact_rollback) from pg_stat_database";
        var (code, output) = await _client.RunAsync(["-A", "-t", "-c", Sql], cancellation);
        return code == 0 && output is [var sum, ..] && long.TryParse(sum, NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _folder.Dispose();
    }

    private protected override async Task DoAsync(string what, CancellationToken cancellation)
    {
        string[] sql = File.Exists(what) ? ["-f", Path.GetFullPath(what)] : ["-c", what];
        var (code, output) = await _client.RunAsync(["-q", "-v", "ON_ERROR_STOP=1", .. sql], cancellation);
        if (code != 0) throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {Options.Name} rejected the SQL", "correct setup or reset in the experiment", output);
    }

    private static string DataIn(string folder) => Path.Combine(folder, "data");

    private static string[] Settings(int port)
    {
        string[] settings =
        [
            "fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "shared_buffers=64MB",
            "dynamic_shared_memory_type=mmap", // so that nothing is left in /dev/shm, however the cluster ends
        ];
        return ["-h", "127.0.0.1", "-p", port.ToString(CultureInfo.InvariantCulture), "-k", "", .. settings.SelectMany(s => (string[])["-c", s])];
    }

    private static async Task InitializeAsync(
        ServiceOptions options, string programs, string folder, string password, CancellationToken cancellation)
    {
        var passwordFile = Path.Combine(folder, "password"); // every user could read the password in a command line
        await File.WriteAllTextAsync(passwordFile, password + "\n", cancellation);
        var asUser = await UserAsync(options, folder, cancellation);
        var (code, output) = await ServiceProcess.RunAsync(options, [.. asUser, Path.Combine(programs, "initdb"),
            "-D", DataIn(folder), "-U", User, "-A", "scram-sha-256", "--pwfile", passwordFile, "--no-sync", "--no-locale", "-E", "UTF8"], folder, cancellation);
        File.Delete(passwordFile);
        if (code == 0) return;
        var isShut = asUser.Length > 0 && output.Any(line => line.Contains("Permission denied", StringComparison.Ordinal));
        throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {options.Name}: initdb failed",
            isShut ? $"root cannot run PostgreSQL, so another user does, who cannot enter {Path.GetTempPath()}: set TMPDIR to a folder that everybody may enter" : null, output);
    }

    // The words before a command that must not run as root; none for an ordinary user.
    private static async Task<ImmutableArray<string>> UserAsync(ServiceOptions options, string folder, CancellationToken cancellation)
    {
        if (!Environment.IsPrivilegedProcess) return [];
        var setpriv = SearchPath.Find("setpriv") ?? throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"the service {options.Name}: PostgreSQL does not run as root, and 'setpriv' was not found", "install util-linux, or run Dyno as another user");
        var user = (await IdsAsync(options, "postgres", cancellation)) ?? (await IdsAsync(options, "nobody", cancellation)) ?? ("65534", "65534");
        await ServiceProcess.RunAsync(options, ["chown", "-R", $"{user.Uid}:{user.Gid}", folder], folder, cancellation);
        return [setpriv, "--reuid=" + user.Uid, "--regid=" + user.Gid, "--clear-groups", "env", "HOME=" + folder, "LC_ALL=C.UTF-8"];
    }

    private static async Task<(string Uid, string Gid)?> IdsAsync(ServiceOptions options, string user, CancellationToken cancellation)
    {
        var (code, output) = await ServiceProcess.RunAsync(options, ["sh", "-c", $"id -u {user} && id -g {user}"], Path.GetTempPath(), cancellation);
        return code == 0 && output is [var uid, var gid, ..] ? (uid.Trim(), gid.Trim()) : null;
    }

    // Debian has the server's programs outside of PATH, in one folder per version; elsewhere PATH may have links into such a folder.
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

    // The password is passed in the environment, which other users cannot read.
    private sealed record Client(ServiceOptions Options, string Program, int Port, string Password, string Folder)
    {
        private readonly ImmutableSortedDictionary<string, string?> _environment =
            ImmutableSortedDictionary.Create<string, string?>(StringComparer.Ordinal).Add("PGPASSWORD", Password);

        public Task<(int ExitCode, ImmutableArray<string> Output)> RunAsync(ImmutableArray<string> words, CancellationToken cancellation) =>
            ServiceProcess.RunAsync(Options, [Program, "-h", "127.0.0.1", "-p", Port.ToString(CultureInfo.InvariantCulture), "-U", User,
                "-d", "postgres", "-w", "-X", .. words], Folder, cancellation, _environment);

        public async Task<bool> IsReadyAsync(CancellationToken cancellation) =>
            await ServiceProcess.AcceptsAsync(Port, cancellation) && (await RunAsync(["-c", "select 1"], cancellation)).ExitCode == 0;
    }
}
