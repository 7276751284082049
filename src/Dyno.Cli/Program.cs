using Dyno.Cli;
using Dyno.Cli.Exit;
using Dyno.Cli.Parsing;
using Dyno.Results.Problems;

ClosedStreams.Replace();
// First of all: a signal before this line ends the process as the runtime does, with the shell's code for it.
using var early = EarlyInterruption.Begin(); // until a command can end in order
return await RunAsync(args);

// A method of its own, so that nothing it needs is loaded before the line above has run.
static async Task<int> RunAsync(string[] args)
{
    // Asked for often and by scripts: answered before anything but this assembly is loaded.
    if (VersionLine.IsAskedFor(args)) return VersionLine.Print();

    if (OpenFileCheck.Problem() is { } problem)
    {
        Console.Error.WriteLine($"dyno: {problem}");
        return ExitCode.WrongInput; // nothing was tried: what is wrong is what Dyno was given
    }

    var terminal = Terminal.OfThisProcess();
    var commandLine = CommandLine.Create(terminal, args); // run, report, completion
    return await commandLine.InvokeAsync();
}
