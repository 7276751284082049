namespace Dyno.Inputs;

/// <summary><c>HOST1:PORT1:HOST2:PORT2</c>, as in curl; each part may be empty, IPv6 addresses stand in brackets.</summary>
internal static partial class ConnectToText
{
    public static ConnectToRule? Read(string text, ProblemList problems)
    {
        var match = Rule().Match(text.Trim());
        if (match.Success && TryPort(match.Groups[2].Value, out var from) && TryPort(match.Groups[4].Value, out var to))
            return new ConnectToRule(Bare(match.Groups[1].Value), from, Bare(match.Groups[3].Value), to);
        problems.Add("--connect-to", $"this is not HOST1:PORT1:HOST2:PORT2: \"{InText.Quote(text)}\"",
            "write --connect-to example.com:443:127.0.0.1:8443");
        return null;
    }

    private static string Bare(string host) => host.Trim('[', ']');

    private static bool TryPort(string text, out int? port)
    {
        port = null;
        if (text.Length == 0) return true;
        var valid = int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is > 0 and < 65536;
        port = number;
        return valid;
    }

    [GeneratedRegex(@"^(\[[0-9a-fA-F:.]+\]|[^:\[\]\s]*):([0-9]{0,5}):(\[[0-9a-fA-F:.]+\]|[^:\[\]\s]*):([0-9]{0,5})$")]
    private static partial Regex Rule();
}
