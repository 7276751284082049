using Dyno.Cli;

ClosedStreams.Replace();
InheritedInterrupt.Restore();
// Must come first: before this line a signal ends the process by the runtime's default, with the exit code that the shell gives to signals.
using var early = EarlyInterruption.Begin(); // until a command can end in order
return await RunAsync(args);

// A separate method, so that the assemblies it needs are loaded only after the line above has run.
static async Task<int> RunAsync(string[] args)
{
    // Scripts often ask for the version, so the answer loads no other assembly of Dyno.
    if (VersionLine.IsAskedFor(args)) return VersionLine.Print(Console.Out);

    if (OpenFileCheck.Problem() is { } problem)
    {
        Console.Error.WriteLine($"dyno: {problem}");
        return ExitCode.WrongInput; // nothing was tried: the environment that Dyno was given is wrong
    }

    OwnerInput.EndWithOwner();
    var terminal = Terminal.OfThisProcess();
    var commandLine = CommandLine.Create(terminal, args);
    return await commandLine.InvokeAsync();
}
