using Dyno.Cli;
using Dyno.Cli.Exit;
using Dyno.Cli.Parsing;

// Asked for often and by scripts: answered before anything but this assembly is loaded.
if (VersionLine.IsAskedFor(args)) return VersionLine.Print();

if (OpenFileCheck.Problem() is { } problem)
{
    Console.Error.WriteLine($"dyno: {problem}");
    return ExitCode.Failed;
}

using var early = EarlyInterruption.Begin(); // until a command can end in order
var terminal = Terminal.OfThisProcess();
var commandLine = CommandLine.Create(terminal, args); // run, report, completion
return await commandLine.InvokeAsync();
