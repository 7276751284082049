namespace Dyno.K6;

/// <summary>The tags of a request's samples: those in force, the request's own, and k6's system tags.</summary>
internal static class RequestTags
{
    public static ImmutableSortedDictionary<string, string> Of(ImmutableSortedDictionary<string, string> inForce, RequestSpec spec,
        WireResponse wire, int status, sbyte expected, ImmutableHashSet<string> system)
    {
        var tags = inForce.ToBuilder();
        var url = SampleSecrets.Mask(RequestPreparation.MaskedUrl(wire.Url, wire.Url.OriginalString));
        var name = spec.Name is { } own ? SampleSecrets.Mask(own) : url;
        if (spec.Name is not null) url = name;
        Set("method", wire.Method);
        Set("url", url);
        Set("name", name);
        Set("status", Text.Of(status));
        if (wire.Protocol.Length > 0) Set("proto", wire.Protocol);
        if (expected >= 0) Set("expected_response", expected == 1 ? "true" : "false");
        if (wire.Tls is { } tls) Set("tls_version", "tls" + tls.Split(' ')[1]);
        if (wire.RemoteEndpoint.Length > 0) Set("ip", wire.RemoteEndpoint[..wire.RemoteEndpoint.LastIndexOf(':')].Trim('[', ']'));
        var code = ErrorCodes.Of(wire.Error, wire.Status, wire.ErrorText);
        if (code > 0) Set("error_code", Text.Of(code));
        if (wire.Error != RequestErrorKind.None) Set("error", SampleSecrets.Mask(ErrorCodes.Text(wire.Error, wire.ErrorText)));
        foreach (var (key, value) in spec.Tags) tags[key] = SampleSecrets.Mask(value);
        return tags.ToImmutable();

        void Set(string tag, string value)
        {
            if (system.Contains(tag)) tags[tag] = value;
        }
    }

    private static class Text
    {
        private static readonly string[] Small = [.. Enumerable.Range(0, 2000).Select(n => $"{n}")];

        public static string Of(int number) => number is >= 0 and < 2000 ? Small[number] : $"{number}";
    }
}
