namespace Dyno.Cli;

/// <summary>Every symbol of <c>dyno convert</c>.</summary>
internal sealed class ConvertSymbols
{
    public Argument<string?> Input { get; } = new("INPUT")
    {
        Description = "A .http file, WebSurge session, curl command lines, HAR, Postman collection (v2.1), Bruno collection, JMeter test plan or OpenAPI document (3.x)",
        Arity = ArgumentArity.ZeroOrOne,
    };

    public Option<string?> Output { get; } = Symbols.Text("--output", "FILE", "File to write; its extension selects the format: .http, .websurge or .js (k6)", "-o");
    public Option<string?> Curl { get; } = Symbols.Text("--curl", "'COMMAND'", "Convert this curl command line instead of an INPUT");
    public Option<string[]> Variables { get; } = Symbols.Many("--var", "NAME=VALUE", "Value of a variable in the file, such as baseUrl; may be repeated");
    public Option<string?> HttpEnvironment { get; } = Symbols.Text("--http-env", "NAME|FILE", "Environment of http-client.env.json for an .http file; the environment of a Postman or Bruno collection");
    public Option<bool> AllowOutsideFiles { get; } = Symbols.Flag("--allow-outside-files", "Allow the input to use files outside its repository (without a repository: outside its folder)");
    public Option<bool> Force { get; } = Symbols.Flag("--force", "Replace files that exist");

    public IReadOnlyList<OptionGroup> Groups => field ??= [new("Options", Output, Curl, Variables, HttpEnvironment, AllowOutsideFiles, Force)];

    /// <summary>Adds an error when the input is missing, and one when the output is missing.</summary>
    public void RequireFiles(CommandResult command)
    {
        if (command.GetResult(Input) is not { Tokens.Count: > 0 } && command.GetResult(Curl) is null)
            command.AddError("INPUT is missing: name a file, or give --curl 'curl …'");
        if (command.GetResult(Output) is null) command.AddError("--output is missing: write -o FILE.http or -o FILE.websurge");
    }
}
