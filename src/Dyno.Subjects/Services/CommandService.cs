namespace Dyno.Subjects;

/// <summary>A service from any program that listens on a given port.</summary>
internal sealed class CommandService : Service
{
    private readonly ImmutableSortedDictionary<string, string?> _environment;

    private CommandService(ServiceOptions options, OwnedProcess process, int port, ImmutableSortedDictionary<string, string?> environment)
        : base(options, process, port) => _environment = environment;

    public override string ConnectionString => string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{Port}");

    public static new async Task<CommandService> StartAsync(ServiceOptions options, CancellationToken cancellation)
    {
        var port = FreePort.Next();
        var url = new Uri(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}/"));
        var folder = Path.GetFullPath(options.Directory ?? ".");
        var program = SearchPath.Find(options.Command[0]) ?? Path.GetFullPath(options.Command[0], folder);
        if (!File.Exists(program))
            throw SubjectFaults.Of(SubjectFault.WrongInput, $"the service {options.Name}: there is no program '{options.Command[0]}'",
                $"give a program in PATH, or a file path from {folder}");
        var environment = options.Environment.ToImmutableSortedDictionary(e => e.Key, e => (string?)Placeholders.Fill(e.Value, url), StringComparer.Ordinal)
            .SetItem("PORT", port.ToString(CultureInfo.InvariantCulture)).SetItem("ASPNETCORE_URLS", url.GetLeftPart(UriPartial.Authority));
        var process = ServiceProcess.Start(options, [program, .. options.Command.Skip(1).Select(w => Placeholders.Fill(w, url))], folder, environment);
        await ServiceProcess.WaitAsync(options, process, () => IsReadyAsync(options, url, cancellation), cancellation);
        return new CommandService(options, process, port, environment);
    }

    private protected override async Task DoAsync(string what, CancellationToken cancellation)
    {
        var (code, output) = await ServiceProcess.RunAsync(Options, ["/bin/sh", "-c", what], Path.GetFullPath(Options.Directory ?? "."), cancellation, _environment);
        if (code != 0)
            throw SubjectFaults.Of(SubjectFault.ServiceFailed, $"the service {Options.Name}: '{what}' ended with exit code {code}",
                "correct setup or reset in the experiment", output);
    }

    private static async Task<bool> IsReadyAsync(ServiceOptions options, Uri url, CancellationToken cancellation)
    {
        if (options.ReadyPath is not { } path) return await ServiceProcess.AcceptsAsync(url.Port, cancellation);
        using var probe = new ReadinessProbe(url, path, TimeProvider.System);
        using var soon = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        soon.CancelAfter(TimeSpan.FromSeconds(1));
        try
        {
            await probe.WaitAsync(soon.Token);
            return true;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return false;
        }
    }
}
