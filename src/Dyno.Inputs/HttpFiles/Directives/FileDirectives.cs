using System.Collections.Frozen;

namespace Dyno.Inputs;

/// <summary>
/// What the directives say about the whole file: every <c>@load</c>, and the checks and thresholds of blocks without a request. Directives
/// that Dyno does not understand are reported.
/// </summary>
internal static class FileDirectives
{
    private static readonly ImmutableArray<string> Known =
        ["name", "load", "weight", "check", "threshold", "after", "once", "token", "data", "instance", "timeout", "answers", "match", "no-cookie-jar", "disabled"];

    // Directives of editors that do not change what is sent: how an answer is shown, stored or logged.
    private static readonly ImmutableArray<string> WithoutEffect =
        ["note", "title", "description", "no-log", "nolog", "no-redirect", "noredirect", "no-auto-encoding", "connection-timeout", "lang", "language", "save", "openwith",
            "extension", "noresponseview", "responseref", "debug", "verbose", "keepstreaming"];

    // Directives of httpYac that change what is sent, with what to write instead.
    private static readonly FrozenDictionary<string, string> Foreign = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["disabled"] = "write \"# @disabled\" alone to leave the request out: Dyno evaluates no condition",
        ["forceref"] = "write \"# @after NAME\" to send the request NAME first",
        ["import"] = "copy the requests into this file: Dyno does not include other files",
        ["insecure"] = "write \"# @load insecure=true\"",
        ["loop"] = "give the number of passes with -i, or values with --data",
        ["no-reject-unauthorized"] = "write \"# @load insecure=true\"",
        ["noclientcert"] = "leave --cert out",
        ["norejectunauthorized"] = "write \"# @load insecure=true\"",
        ["no-strict-ssl"] = "write \"# @load insecure=true\"",
        ["ratelimit"] = "write \"# @load rate=10/s\"",
        ["ref"] = "write \"# @after NAME\" to send the request NAME first",
        ["sleep"] = "write \"# @load delay=100ms\" for a pause between requests",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    public static FileSettings Read(ImmutableArray<BlockParts> blocks, InputContext context)
    {
        var file = context.Place;
        var settings = new FileSettings();
        var load = new LoadDirective();
        var given = context.Request.Variables.Select(v => v.Split('=')[0].Trim()).ToImmutableHashSet(StringComparer.Ordinal);
        var timeouts = new RequestTimeouts();
        foreach (var block in blocks)
            foreach (var directive in block.Directives)
            {
                var place = file with { Line = directive.Line, Column = directive.Column };
                if (directive.Name == "timeout") timeouts.Add(directive, place);
                else if (directive.Name != "prompt" || !given.Contains(directive.Argument.Split(' ', 2)[0])) settings =
                    Apply(settings, directive, block.HasRequest, load, place);
            }

        return settings.Timeout is null ? settings with { Timeout = timeouts.Longest() } : settings;
    }

    private static FileSettings Apply(FileSettings settings, Directive directive, bool ofRequest, LoadDirective load, SourcePlace place)
    {
        switch (directive.Name)
        {
            case "load":
                return load.Read(directive, settings, place);
            case "check" when !ofRequest:
                return CheckText.Read(directive.Argument, place) is { } check ? settings with { Checks = settings.Checks.Add(check) } : settings;
            case "threshold" when !ofRequest:
                return ThresholdText.Read(directive, place) is { } limit ? settings with { Thresholds = settings.Thresholds.Add(limit) } : settings;
            case "name" or "weight" or "instance" or "once" or "token" when !ofRequest:
                place.Warning($"# @{directive.Name} belongs to a request, but no request follows in this part of the file");
                return settings;
            case "prompt":
                Refuse(directive, place);
                return settings;
            default:
                ReportUnknown(directive, place);
                return settings;
        }
    }

    private static void Refuse(Directive directive, SourcePlace place)
    {
        var name = directive.Argument.Split(' ', 2)[0];
        place.Problem("Dyno cannot ask for a value while a load runs", name.Length > 0
            ? $"give --var {InText.Quote(name)}=VALUE, write \"@{InText.Quote(name)} = value\" instead, or take the value from {{{{$processEnv {InText.Quote(name.ToUpperInvariant())}}}}}"
            : "write \"@name = value\" instead", directive.Column);
    }

    // What a person means to send and Dyno does not is never left out silently.
    private static void ReportUnknown(Directive directive, SourcePlace place)
    {
        var (name, shown) = (directive.Name, $"@{InText.Quote(directive.Name)}");
        if (Foreign.TryGetValue(name, out var instead)) place.Warning($"{shown} has no effect in Dyno", instead);
        else if (Known.Contains(name) || WithoutEffect.Contains(name)) return;
        else if (NearestWord.Find(name, Known, name.Length < 7 ? 1 : 2) is { } meant)
            place.Problem($"the directive \"{shown}\" is not known", $"write @{meant}", directive.Column);
        else place.Warning($"the directive \"{shown}\" is not known and has no effect");
    }
}
