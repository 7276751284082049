namespace Dyno.Inputs;

/// <summary>Headers that control WebSurge and are never sent.</summary>
internal static class ControlHeaders
{
    public const string Name = "Websurge-Request-Name";
    public const string Inactive = "Websurge-Request-Inactive";
    public const string KeepsPlace = "Websurge-Request-SortNoRandomize";
    public const string CaptureToken = "Websurge-Request-CaptureJsonToken";
    public const string InjectToken = "Websurge-Request-InjectJsonToken";
    public const string InjectBearer = "Websurge-Request-InjectJsonBearerToken";
    public const string CaptureBearer = "Websurge-Request-CaptureAndSetAuthorizationBearerTokenFromJson";
    private const string Group = "Websurge-Request-Group"; // only orders the list in the editor
    private const string Prefix = "Websurge-";
    private static readonly ImmutableArray<string> Known =
        [Name, Inactive, KeepsPlace, Group, CaptureToken, InjectToken, InjectBearer, CaptureBearer];

    public static bool IsOne(string header) => header.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the block is switched off; its other lines are then not read.</summary>
    public static bool SwitchesOff(ImmutableArray<SessionLine> block) => block
        .TakeWhile(line => !line.IsBlank)
        .Select(line => line.Text.Split(':', 2, StringSplitOptions.TrimEntries))
        .Any(parts => parts.Length == 2 && Same(parts[0], Inactive) && AsFlag(parts[1]) == true);

    /// <summary>Takes one control header into <paramref name="request"/>.</summary>
    public static ControlState Apply(ControlState request, string header, string value, SourcePlace place)
    {
        if (Same(header, Name)) return value.Length > 0 ? request with { Name = value } : Unnamed(request, place);
        if (Same(header, KeepsPlace)) return request with { KeepsPlace = Flag(header, value, place) };
        if (Same(header, Group)) return request;
        if (Same(header, Inactive)) Flag(header, value, place);
        else if (Known.Any(known => Same(known, header))) return Token(request, header, value, place);
        else // newer versions write further headers; none is part of the request
            place.Warning($"the control header \"{InText.Quote(header)}\" is not known and has no effect", Meant(header));
        return request;
    }

    private static ControlState Token(ControlState request, string header, string value, SourcePlace place)
    {
        if (value.Length is > 0 and <= 200 && value.All(c => char.IsLetterOrDigit(c) || c is '_' or '-' or '.' or '|' or '$' or '[' or ']'))
        {
            if (Same(header, CaptureToken)) return request with { CaptureToken = value };
            if (Same(header, InjectToken)) return request with { InjectToken = value };
            return Same(header, InjectBearer) ? request with { InjectBearer = value } : request with { CaptureBearer = value };
        }

        place.Problem($"this is not a property name: \"{InText.Quote(value)}\"", $"write \"{header}: token\"");
        return request;
    }

    private static string? Meant(string header) => NearestWord.Find(header, Known, 3) is { } known ? $"write \"{known}\" if you mean that header" : null;

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

/// <summary>What the control headers of a request say.</summary>
internal sealed record ControlState(string? Name = null, bool KeepsPlace = false)
{
    /// <summary>The property of the answer that later requests may use.</summary>
    public string? CaptureToken { get; init; }

    /// <summary>The captured property, and after a bar the property of this body that gets its value.</summary>
    public string? InjectToken { get; init; }

    /// <summary>Whether the request captures values of answers, or uses captured values.</summary>
    public bool HasTokens => (CaptureToken ?? InjectToken ?? InjectBearer ?? CaptureBearer) is not null;

    /// <summary>The captured property that becomes the bearer token of this request.</summary>
    public string? InjectBearer { get; init; }

    /// <summary>The property of the answer that becomes the bearer token of all later requests with Authorization.</summary>
    public string? CaptureBearer { get; init; }
}
