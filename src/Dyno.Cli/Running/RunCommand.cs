using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Cli.Programs;

namespace Dyno.Cli.Running;

/// <summary><c>dyno run</c>: loads a target and prints a result.</summary>
internal sealed class RunCommand : DocumentedCommand
{
    private readonly RunSymbols _symbols = new();

    public RunCommand(Terminal terminal, string[] programArguments)
        : base("run", "Load a target, and print a result that can be trusted, or why it cannot.")
    {
        Add(_symbols.Target);
        AddGroupedOptions();
        Validators.Add(_symbols.RequireSubject);
        SetAction((parsed, _) =>
        {
            var options = RunOptionsReader.Read(parsed, _symbols, programArguments);
            return LoadProgram.Find(options.Load.Target) is { } program
                ? new ProgramPipeline(terminal, options, program).RunAsync()
                : new RunPipeline(terminal, options).RunAsync();
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("As fast as 64 connections go, for 10 s after 2 s of warm-up",
            "dyno run http://localhost:5000/hello -c 64 -d 10s --warmup 2s"),
        new("20,000 starts a second whatever the server does; fail when p99 reaches 50 ms",
            "dyno run http://localhost:5000/hello --rate 20000/s --threshold 'p99 < 50ms'"),
        new("Build and start a project, load it with a WebSurge session, stop it",
            "dyno run hello.websurge --subject src/Hello"),
        new("Run a load written in C#: a file, or a project's folder",
            "dyno run load.cs"),
        new("POST JSON, check every answer, keep the result",
            "dyno run http://localhost:5000/orders -H 'Content-Type: application/json' \\\n"
            + "    -b '{\"item\":1}' --check 'status == 201' --result orders.json"),
    ];

    public override string Epilogue => ExitCodeTable.Text;
}
