using Dyno.Cli;
using Dyno.Cli.Parsing;

// Asked for often and by scripts: answered before anything but this assembly is loaded.
if (VersionLine.IsAskedFor(args)) return VersionLine.Print();

var terminal = Terminal.OfThisProcess();
var commandLine = CommandLine.Create(terminal, args); // run, report, completion
return await commandLine.InvokeAsync();
