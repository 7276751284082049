using System.Collections.Immutable;
using Dyno.Inputs.Checks;
using Dyno.Inputs.Requests;
using Dyno.Results.Problems;

namespace Dyno.Inputs.HttpFiles;

/// <summary>
/// What the directives say about the whole file: every <c>@load</c>, and the checks and thresholds of blocks without a request. Directives
/// that Dyno does not understand are reported.
/// </summary>
internal static class FileDirectives
{
    private static readonly ImmutableArray<string> Known = ["name", "load", "weight", "check", "threshold", "after", "data", "instance"];

    // Directives of editors that have nothing to do with the load.
    private static readonly ImmutableArray<string> WithoutEffect =
        ["note", "no-log", "no-redirect", "no-cookie-jar", "no-auto-encoding", "connection-timeout", "import", "lang", "ref", "forceref", "disabled"];

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
            case "name" or "weight" or "instance" when !ofRequest:
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

    private static void ReportUnknown(Directive directive, SourcePlace place)
    {
        if (Known.Contains(directive.Name) || WithoutEffect.Contains(directive.Name)) return;
        if (NearestWord.Find(directive.Name, Known, 1) is { } meant)
            place.Problem($"the directive \"@{InText.Quote(directive.Name)}\" is not known", $"write @{meant}", directive.Column);
    }
}
