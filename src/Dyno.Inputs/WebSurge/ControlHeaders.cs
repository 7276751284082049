using System.Collections.Immutable;
using Dyno.Inputs.Problems;

namespace Dyno.Inputs.WebSurge;

/// <summary>Headers that steer WebSurge and are never sent.</summary>
internal static class ControlHeaders
{
    public const string Name = "Websurge-Request-Name";
    public const string Inactive = "Websurge-Request-Inactive";
    public const string KeepsPlace = "Websurge-Request-SortNoRandomize";
    private const string InjectToken = "Websurge-Request-InjectJsonToken";
    private const string Prefix = "Websurge-Request-";
    private static readonly ImmutableArray<string> Known = [Name, Inactive, KeepsPlace, InjectToken];

    public static bool IsOne(string header) => header.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the block is switched off; its other lines are then nobody's business.</summary>
    public static bool SwitchesOff(ImmutableArray<SessionLine> block) => block
        .TakeWhile(line => !line.IsBlank)
        .Select(line => line.Text.Split(':', 2, StringSplitOptions.TrimEntries))
        .Any(parts => parts.Length == 2 && Same(parts[0], Inactive) && AsFlag(parts[1]) == true);

    /// <summary>Takes one control header into <paramref name="request"/>.</summary>
    public static ControlState Apply(ControlState request, string header, string value, SourcePlace place)
    {
        if (Same(header, Name)) return value.Length > 0 ? request with { Name = value } : Unnamed(request, place);
        if (Same(header, KeepsPlace)) return request with { KeepsPlace = Flag(header, value, place) };
        if (Same(header, Inactive)) Flag(header, value, place);
        else if (Same(header, InjectToken))
            place.Problem("values from answers are not taken over yet", $"write the value into the request and remove \"{InjectToken}\"");
        else
            place.Problem($"the control header \"{InText.Quote(header)}\" is not known", $"write {Meant(header)}");
        return request;
    }

    private static string Meant(string header) => NearestWord.Find(header, Known, 3) is { } known
        ? $"\"{known}\""
        : $"\"{Name}\", \"{Inactive}\" or \"{KeepsPlace}\", or remove it";

    private static ControlState Unnamed(ControlState request, SourcePlace place)
    {
        place.Problem("the request's name is empty", $"write \"{Name}: All albums\", or remove the line");
        return request;
    }

    private static bool Flag(string header, string value, SourcePlace place)
    {
        if (AsFlag(value) is { } flag) return flag;
        place.Problem($"\"{InText.Quote(value)}\" is neither on nor off", $"write \"{header}: 1\", or remove the line");
        return false;
    }

    private static bool? AsFlag(string value) => value.ToUpperInvariant() switch
    {
        "1" or "TRUE" or "YES" => true,
        "0" or "FALSE" or "NO" => false,
        _ => null,
    };

    private static bool Same(string a, string b) => a.Equals(b, StringComparison.OrdinalIgnoreCase);
}

/// <summary>What the control headers of a request said.</summary>
internal sealed record ControlState(string? Name = null, bool KeepsPlace = false);
