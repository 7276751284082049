namespace Dyno.Cli;

/// <summary><c>dyno ui</c>: the folder's sessions, runs and experiments in the browser.</summary>
internal sealed class UiCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Argument<string?> _folder = new("FOLDER") { Description = "The folder to open (default: this one)", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<int?> _port = Symbols.Number("--port", "N", "Port (default: 5150, or a free port when 5150 is taken)");
    private readonly Option<string?> _address = Symbols.Text("--address", "IP", "Address to listen on (default: 127.0.0.1); any other address uses TLS and requires a token");
    private readonly Option<string[]> _hosts = Symbols.Many("--host", "NAME", "Host name that browsers may use for this machine; may be repeated");
    private readonly Option<string?> _token = Symbols.Text("--token", "TEXT", "Token that a browser must present once (default: none on this machine, a random one elsewhere)");
    private readonly Option<string?> _certificate = Symbols.Text("--certificate", "FILE", "Certificate with its key (PEM) for --address (default: one made for this process)");
    private readonly Option<bool> _noOpen = Symbols.Flag("--no-open", "Print the address, and do not open a browser");
    private readonly Option<string?> _assets = Symbols.Text("--assets", "FOLDER", "Serve the pages from this folder, for work on the pages");

    public UiCommand(Terminal terminal)
        : base("ui", "Write, run, watch and compare load tests in the browser.")
    {
        _terminal = terminal;
        _assets.Hidden = true;
        Add(_folder);
        AddGroupedOptions();
        Add(_assets);
        SetAction((parsed, _) => new UiPipeline(terminal, Read(parsed)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _port, _address, _hosts, _token, _certificate, _noOpen)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The sessions, runs and experiments of this folder", "dyno ui"),
        new("Those of another folder", "dyno ui studies/runtime-throughput"),
        new("From another machine: with TLS and a token", "dyno ui --address 192.168.1.20 --host buildbox"),
    ];

    public override string Epilogue => "Runs continue when the page is closed, and stop gracefully when the terminal is closed.\n" + ExitCodeTable.Text;

    private UiOptions Read(ParseResult parsed)
    {
        var problems = new List<Problem>();
        var folder = Path.GetFullPath(parsed.GetValue(_folder) ?? ".");
        if (!Directory.Exists(folder)) problems.Add(new Problem("FOLDER", null, null, $"there is no folder {folder}", "name one that exists"));
        var address = IPAddress.Loopback;
        if (parsed.GetValue(_address) is { } written && !IPAddress.TryParse(written, out address!))
            problems.Add(new Problem("--address", null, null, $"'{written}' is not an IP address", "write 127.0.0.1, or an address of this machine"));
        if (parsed.GetValue(_port) is < 0 or > 65535) problems.Add(new Problem("--port", null, null, $"{parsed.GetValue(_port)} is not a port", "write 1 to 65535, or 0 for any free one"));
        if (parsed.GetValue(_token) is { Length: < 16 }) problems.Add(new Problem("--token", null, null, "the token is too short to be a secret", "write 16 characters or more"));
        if (problems.Count > 0) throw new UserFault([.. problems]);
        return new UiOptions(folder, address!, parsed.GetValue(_port), parsed.GetValue(_hosts) ?? [], parsed.GetValue(_token),
            parsed.GetValue(_certificate), parsed.GetValue(_assets), !parsed.GetValue(_noOpen));
    }
}

/// <summary>What the user asked of <c>dyno ui</c>.</summary>
/// <param name="Folder">Absolute path of the folder.</param>
/// <param name="Port">The port; null: the usual port, or any free port when the usual port is taken.</param>
/// <param name="Hosts">Further names of this machine.</param>
/// <param name="Token">The token; null for the default.</param>
/// <param name="Certificate">File of the certificate; null: a certificate is made.</param>
/// <param name="Assets">Folder of the pages; null for those of this program.</param>
/// <param name="OpensBrowser">Whether a browser is opened.</param>
internal sealed record UiOptions(
    string Folder, IPAddress Address, int? Port, string[] Hosts, string? Token, string? Certificate, string? Assets, bool OpensBrowser);
