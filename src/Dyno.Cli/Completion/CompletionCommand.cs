namespace Dyno.Cli;

/// <summary><c>dyno completion</c>: prints a script that makes a shell complete Dyno's commands, options and values.</summary>
internal sealed class CompletionCommand : DocumentedCommand
{
    public CompletionCommand(Terminal terminal) : base("completion", "Print a script that completes commands, options and values in a shell.")
    {
        var shell = new Argument<string>("SHELL") { Description = string.Join(", ", CompletionScript.Shells) };
        shell.CompletionSources.Add([.. CompletionScript.Shells]);
        shell.Validators.Add(result =>
        {
            if (result.Tokens is not [var token] || CompletionScript.Shells.Contains(token.Value)) return;
            var meant = NearestWord.Find(token.Value, CompletionScript.Shells) is { } near ? $"did you mean {near}? " : "";
            result.AddError($"'{token.Value}' is not a supported shell; {meant}write {string.Join(" or ", CompletionScript.Shells)}");
        });
        Add(shell);
        SetAction(parsed =>
        {
            terminal.Out.Write(CompletionScript.For(parsed.GetRequiredValue(shell)));
            return ExitCode.Success;
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("bash, in ~/.bashrc", "source <(dyno completion bash)"),
        new("zsh, in ~/.zshrc", "source <(dyno completion zsh)"),
        new("fish", "dyno completion fish > ~/.config/fish/completions/dyno.fish"),
        new("PowerShell, in $PROFILE", "dyno completion pwsh | Out-String | Invoke-Expression"),
    ];
}
