namespace Dyno.Cli;

/// <summary>
/// The hidden command <c>dyno canned-server</c>: the server process of <c>dyno doctor --calibrate</c>. The process writes its port on the
/// first line, and ends when its standard input is closed.
/// </summary>
internal sealed class CannedServerCommand : Command
{
    public const string Word = "canned-server";

    public CannedServerCommand(Terminal terminal) : base(Word, "Answer every request on a loopback port with the same bytes.")
    {
        Hidden = true;
        var cpus = new Option<string?>("--cpus");
        Add(cpus);
        SetAction(parsed =>
        {
            // The pinning lasts as long as the process lives.
            _ = GeneratorPinning.Apply(new CpuPlan { Generator = CpuSet.TryParse(parsed.GetValue(cpus), out var set) ? set : null });
            using var server = new CannedServer();
            new Thread(server.Serve) { IsBackground = true }.Start();
            terminal.Out.WriteLine(server.Port);
            terminal.Out.Flush();
            while (Console.In.Read() >= 0) { }
            return ExitCode.Success;
        });
    }
}
