namespace Dyno.Inputs;

/// <summary>
/// Tokens that each virtual user takes from one answer and puts into its later requests. The control headers CaptureJsonToken,
/// InjectJsonBearerToken, InjectJsonToken and CaptureAndSetAuthorizationBearerTokenFromJson become values of answers.
/// </summary>
internal sealed class SessionTokens
{
    private readonly Dictionary<string, string> _capturedBy = new(StringComparer.Ordinal);
    private (string Label, string Token)? _bearerOfAll;
    private int _labels;

    /// <summary>The request with values of earlier answers put in, and with a label when later requests need values of its answer.</summary>
    public RequestDraft Apply(RequestDraft request, ControlState control, SourcePlace place)
    {
        place = request.In(place);
        if (_bearerOfAll is { } all && SessionReplacements.Has(request.Headers, "Authorization")) request = WithBearer(request, all.Label, all.Token);
        if (control.InjectBearer is { } bearer && Source(bearer, place) is { } label) request = WithBearer(request, label, bearer);
        if (control.InjectToken is { } inject) request = WithToken(request, inject, place);
        if (control.CaptureToken is null && control.CaptureBearer is null) return request;
        request = request with { Label = $"answer{++_labels}" };
        if (control.CaptureToken is { } token) _capturedBy[token] = request.Label;
        if (control.CaptureBearer is { } forAll) _bearerOfAll = (request.Label, forAll);
        return request;
    }

    private string? Source(string token, SourcePlace place)
    {
        if (_capturedBy.TryGetValue(token, out var label)) return label;
        place.Problem($"no earlier request captures \"{InText.Quote(token)}\"", $"write \"{ControlHeaders.CaptureToken}: {InText.Quote(token)}\" in the request whose answer has it");
        return null;
    }

    private static RequestDraft WithBearer(RequestDraft request, string label, string token) =>
        request with { Headers = SessionReplacements.Set(request.Headers, "Authorization", new([TextPart.Literal("Bearer "), Slot(label, token)])) };

    private static TextPart Slot(string label, string token)
    {
        var path = token.StartsWith('$') ? token : $"$..{token}";
        return TextPart.Slot($"{label}.response.body.{path}", new AnswerValue(label, ExchangeSide.Response, ExchangePart.Body, path));
    }

    // The header is lookup|replacement: the property of the answer, and the property of this body that gets its value.
    private RequestDraft WithToken(RequestDraft request, string inject, SourcePlace place)
    {
        var bar = inject.IndexOf('|', StringComparison.Ordinal);
        var (lookup, property) = bar < 0 ? (inject, inject) : (inject[..bar].Trim(), inject[(bar + 1)..].Trim());
        if (Source(lookup, place) is not { } label) return request;
        var text = string.Concat(request.Body.Select(p => p.Text?.Written ?? Encoding.UTF8.GetString(p.Bytes.Span)));
        var value = Regex.Match(text, $"\"{Regex.Escape(property)}\"\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*\"|[^,}}\\]\\s]+)",
            RegexOptions.CultureInvariant, TimeSpan.FromSeconds(10));
        if (!value.Success)
        {
            place.Problem($"the body has no property \"{InText.Quote(property)}\" for the captured value", $"write \"{InText.Quote(property)}\": \"\" into it");
            return request;
        }

        var (start, length) = (value.Groups[1].Index, value.Groups[1].Length);
        var parts = new TextTemplate([TextPart.Literal(text[..start] + "\""), Slot(label, lookup), TextPart.Literal("\"" + text[(start + length)..])]);
        return request with { Body = [BodyPart.Of(parts)] };
    }
}
