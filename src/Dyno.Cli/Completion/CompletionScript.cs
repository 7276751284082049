namespace Dyno.Cli;

/// <summary>
/// The completion scripts. Each script runs <c>dyno "[suggest:POSITION]" "LINE"</c>, and the command line's own parser answers, so a new
/// option is completed without a change here. Where Dyno has no suggestion, the shell completes file names.
/// </summary>
internal static class CompletionScript
{
    public static IReadOnlyList<string> Shells { get; } = ["bash", "zsh", "fish", "pwsh"];

    /// <summary>The script for one of <see cref="Shells"/>.</summary>
    public static string For(string shell) => shell switch
    {
        "bash" => Bash,
        "zsh" => Zsh,
        "fish" => Fish,
        _ => PowerShell,
    };

    private const string Bash = """
        # dyno completion bash
        _dyno_complete() {
          local word="${COMP_WORDS[COMP_CWORD]}"
          local IFS=$'\n'
          COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" "[suggest:${COMP_POINT}]" "${COMP_LINE}" 2>/dev/null)" -- "$word"))
        }
        complete -o default -F _dyno_complete dyno

        """;

    private const string Zsh = """
        # dyno completion zsh
        _dyno() {
          local -a found
          found=("${(@f)$("${words[1]}" "[suggest:${CURSOR}]" "${BUFFER}" 2>/dev/null)}")
          [[ -n "${found[1]}" ]] && compadd -- "${found[@]}" || _files
        }
        (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
        compdef _dyno dyno

        """;

    private const string Fish = """
        # dyno completion fish
        function __dyno_complete
          dyno "[suggest:"(commandline -C)"]" (commandline) 2>/dev/null
        end
        complete -c dyno -a "(__dyno_complete)"

        """;

    private const string PowerShell = """
        # dyno completion pwsh
        Register-ArgumentCompleter -Native -CommandName dyno -ScriptBlock {
          param($word, $line, $position)
          dyno "[suggest:$position]" "$line" 2>$null | Where-Object { $_ -like "$word*" } | ForEach-Object {
            [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
          }
        }

        """;
}
