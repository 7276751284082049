namespace Dyno.Import;

/// <summary>
/// The options and URLs of one <c>curl</c>, in order, by curl's rules: joined letters (<c>-sSL</c>), values behind the
/// letter (<c>-XPOST</c>).
/// </summary>
internal sealed class CurlArguments(SourcePlace place)
{
    private readonly ImmutableArray<CurlArgument>.Builder _arguments = ImmutableArray.CreateBuilder<CurlArgument>();

    /// <summary>Reads the words after <c>curl</c>.</summary>
    public static ImmutableArray<CurlArgument> Read(ImmutableArray<ShellWord> words, SourcePlace place)
    {
        var arguments = new CurlArguments(place);
        var onlyUrls = false;
        for (var at = 0; at < words.Length; at++)
        {
            var word = words[at];
            if (word.Text == "--") onlyUrls = true;
            else if (onlyUrls || !word.Text.StartsWith('-') || word.Text == "-") arguments.Add("url", word.Text, word);
            else if (word.Text.StartsWith("--", StringComparison.Ordinal)) arguments.ReadLong(words, ref at);
            else arguments.ReadShort(words, ref at);
        }

        return arguments._arguments.ToImmutable();
    }

    private void ReadLong(ImmutableArray<ShellWord> words, ref int at)
    {
        var word = words[at];
        var (name, value) = (word.Text[2..], (string?)null);
        var equals = name.IndexOf('=', StringComparison.Ordinal);
        if (equals > 0) (name, value) = (name[..equals], name[(equals + 1)..]);
        var option = CurlOption.All.FirstOrDefault(o => o.Name == name);
        if (option is null) Unknown("--" + name, word);
        else Take(option, "--" + name, value, words, ref at);
    }

    private void ReadShort(ImmutableArray<ShellWord> words, ref int at)
    {
        var word = words[at];
        for (var i = 1; i < word.Text.Length; i++)
        {
            var option = CurlOption.All.FirstOrDefault(o => o.Short == word.Text[i]);
            if (option is null)
            {
                Unknown("-" + word.Text[i], word);
                return;
            }

            var rest = word.Text[(i + 1)..];
            Take(option, "-" + word.Text[i], option.TakesValue && rest.Length > 0 ? rest : null, words, ref at);
            if (option.TakesValue) return;
        }
    }

    private void Take(CurlOption option, string written, string? value, ImmutableArray<ShellWord> words, ref int at)
    {
        var word = words[at];
        if (option.TakesValue && value is null)
        {
            if (at + 1 >= words.Length)
            {
                At(word).Problem($"{written} needs a value", $"write {written} VALUE");
                return;
            }

            word = words[++at];
            value = word.Text;
        }

        switch (option.Kind)
        {
            case CurlOptionKind.Value or CurlOptionKind.Flag: Add(option.Name, value ?? "", word); break;
            case CurlOptionKind.PassedValue:
                At(word).Warning($"{written} of curl is not part of the request", $"give Dyno --{option.Name} {InText.Quote(Redaction.Text(value!))}");
                break;
            case CurlOptionKind.Refused or CurlOptionKind.RefusedValue:
                At(word).Problem($"Dyno does not support {written} of curl", WriteInsteadOf(option.Name));
                break;
        }
    }

    private static string WriteInsteadOf(string option) => option switch
    {
        "proxy" or "socks5" or "socks5-hostname" or "preproxy" or "proxy-user" or "proxytunnel" => "remove it: a load through a proxy measures the proxy",
        "resolve" => "remove it, and give Dyno --connect-to HOST:PORT:ADDRESS:PORT",
        "digest" or "ntlm" or "negotiate" or "aws-sigv4" => "write the header Authorization with a token, or -u USER:PASSWORD for Basic",
        "config" => "write the options of that file here",
        "netrc" or "netrc-optional" or "netrc-file" => "write -u USER:PASSWORD",
        "pass" => "use a key without a passphrase, with Dyno's --key FILE",
        _ => "remove it",
    };

    private void Unknown(string written, ShellWord word)
    {
        var known = CurlOption.All.SelectMany(o => o.Short == '\0' ? new[] { "--" + o.Name } : ["--" + o.Name, "-" + o.Short]);
        At(word).Problem($"the option {InText.Quote(written)} of curl is not known",
            written.Length > 2 && NearestWord.Find(written, known) is { } meant ? $"write {meant}" : "remove it");
    }

    private void Add(string name, string value, ShellWord word) => _arguments.Add(new(name, value, word.Line, word.Column));

    private SourcePlace At(ShellWord word) => place with { Line = word.Line, Column = word.Column };
}

/// <summary>One option of a curl command.</summary>
/// <param name="Name">Its long name without dashes; <c>url</c> for a URL.</param>
/// <param name="Value">Its value; empty for a switch.</param>
/// <param name="Line">The line of the value (for a switch: of the switch), from 1.</param>
/// <param name="Column">The column in this line, from 1.</param>
internal readonly record struct CurlArgument(string Name, string Value, int Line, int Column);
