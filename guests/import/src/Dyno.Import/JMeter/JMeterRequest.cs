namespace Dyno.Import;

/// <summary>An HTTP sampler with its defaults, headers, cookies and authorization, as a request.</summary>
internal sealed class JMeterRequest(JMeterVariables variables, InputContext context)
{
    private ImportScope Scope => variables.Scope;

    /// <summary>The request; null when it is wrong.</summary>
    public RequestDraft? Read(JMeterElement sampler, JMeterLevel level, string name)
    {
        var place = sampler.In(context.Place);
        variables.At(sampler);
        var written = Of(sampler, level, "HTTPSampler.method") is { Length: > 0 } given ? given : "GET";
        if (!MethodName.TryRead(Scope.ReadKnown(written) ?? written, place, out var method)) return null;
        var headers = HeadersOf(sampler, level);
        var arguments = ArgumentsOf(sampler, level);
        var address = AddressOf(sampler, level, place);
        if (address is null) return null;
        var body = new JMeterBody(variables, context).Read(sampler, method, arguments, headers, out var query);
        CookiesOf(level, headers);
        AuthorizationOf(level, address, headers, name);
        if (sampler.Is("HTTPSampler.image_parser"))
            place.Warning($"{sampler.Shown}: the files that the page embeds are not fetched", "record them as requests of their own");
        var url = new TextTemplate([.. Scope.ReadEncoded(address, WithoutBlanks).Parts, .. query.IsEmpty ? [] : Joined(address, query)]);
        if (url.IsLiteral && !TargetUrl.TryRead(url.Written, place, out _, out _)) return null;
        return new RequestDraft
        {
            Name = name,
            Method = method,
            Url = url,
            Headers = headers.ToImmutable(),
            Body = body,
            Line = sampler.Node.Line,
            Column = sampler.Node.Column,
        };
    }

    private static IEnumerable<TextPart> Joined(string address, ImmutableArray<TextPart> query) =>
        [TextPart.Literal(address.Contains('?', StringComparison.Ordinal) ? "&" : "?"), .. query];

    private static string WithoutBlanks(string text) =>
        string.Concat(text.Select(c => char.IsWhiteSpace(c) || c is '"' or '<' or '>' ? Uri.EscapeDataString(c.ToString()) : c.ToString()));

    // The sampler's own value, otherwise that of the nearest defaults.
    private static string? Of(JMeterElement sampler, JMeterLevel level, string property) =>
        sampler.Of(property)?.Trim() is { Length: > 0 } own ? own
            : level.Defaults.Select(d => d.Of(property)?.Trim()).FirstOrDefault(v => !string.IsNullOrEmpty(v));

    private static List<XmlNode> ArgumentsOf(JMeterElement sampler, JMeterLevel level)
    {
        var own = sampler.All("HTTPsampler.Arguments", "Arguments.arguments");
        if (sampler.Is("HTTPSampler.postBodyRaw")) return own;
        var names = own.Select(a => JMeterElement.Of(a, "Argument.name")).ToHashSet();
        return [.. own, .. level.Defaults.SelectMany(d => d.All("HTTPsampler.Arguments", "Arguments.arguments"))
            .Where(a => names.Add(JMeterElement.Of(a, "Argument.name")))];
    }

    private string? AddressOf(JMeterElement sampler, JMeterLevel level, SourcePlace place)
    {
        var path = Of(sampler, level, "HTTPSampler.path") ?? "";
        if (path.StartsWith("http://", StringComparison.OrdinalIgnoreCase) || path.StartsWith("https://", StringComparison.OrdinalIgnoreCase)) return path;
        if (path.Length > 0 && path[0] is not ('/' or '?') && !path.StartsWith("${", StringComparison.Ordinal)) path = "/" + path;
        var domain = Of(sampler, level, "HTTPSampler.domain") ?? "";
        if (domain.Length == 0 && context.Request.RebaseTo is { } subject) return subject.GetLeftPart(UriPartial.Authority) + path;
        if (domain.Length == 0)
        {
            place.Problem($"{sampler.Shown} has no server", "write the server into the sampler or into HTTP Request Defaults, or start the program: --subject src/Api");
            return null;
        }

        var scheme = Of(sampler, level, "HTTPSampler.protocol") is { Length: > 0 } protocol ? Scope.ReadKnown(protocol) ?? protocol : "http";
        if (scheme.ToUpperInvariant() is not ("HTTP" or "HTTPS"))
        {
            place.Problem($"{sampler.Shown}: the protocol \"{InText.Quote(scheme)}\" is not known", "write http or https");
            return null;
        }

        if (domain.Contains(':', StringComparison.Ordinal) && domain[0] != '[' && !domain.Contains("${", StringComparison.Ordinal)
            && domain.Count(c => c == ':') > 1) domain = $"[{domain}]";
        var port = Of(sampler, level, "HTTPSampler.port") is { Length: > 0 } given && given != "0" ? ":" + given : "";
        return $"{scheme.ToLowerInvariant()}://{domain}{port}{path}";
    }

    private ImportedHeaders HeadersOf(JMeterElement sampler, JMeterLevel level)
    {
        var headers = new ImportedHeaders();
        foreach (var header in level.Headers.SelectMany(m => m.All("HeaderManager.headers")))
        {
            var (key, value) = (JMeterElement.Of(header, "Header.name") ?? "", JMeterElement.Of(header, "Header.value") ?? "");
            var place = header.In(context.Place);
            if (headers.Has(key)) continue; // that of the nearest manager counts
            if (variables.IsTooEarly(value))
                sampler.In(context.Place).Warning($"{sampler.Shown} is sent without the header {InText.Quote(key)}: its value comes from an answer further down in the plan");
            else headers.Add(Scope.ReadKnown(key) ?? key, Scope.Read(value.Trim()), place);
        }

        return headers;
    }

    // Cookies that a person wrote into the manager; those of the server come during the run.
    private void CookiesOf(JMeterLevel level, ImportedHeaders headers)
    {
        foreach (var cookie in level.Cookies.Take(1).SelectMany(m => m.All("CookieManager.cookies")))
            headers.Add("Cookie", Scope.Read($"{cookie.Of("name") ?? JMeterElement.Of(cookie, "Cookie.name")}={JMeterElement.Of(cookie, "Cookie.value")}"), cookie.In(context.Place));
    }

    private void AuthorizationOf(JMeterLevel level, string address, ImportedHeaders headers, string name)
    {
        var known = Scope.ReadKnown(address) ?? address;
        foreach (var entry in level.Authorizations.SelectMany(m => m.All("AuthManager.auth_list")))
        {
            var place = entry.In(context.Place);
            var url = JMeterElement.Of(entry, "Authorization.url") ?? "";
            if (url.Length > 0 && !known.StartsWith(Scope.ReadKnown(url) ?? url, StringComparison.OrdinalIgnoreCase)) continue;
            if (JMeterElement.Of(entry, "Authorization.mechanism") is { Length: > 0 } mechanism and not ("BASIC" or "BASIC_DIGEST"))
                place.Warning($"\"{InText.Quote(name)}\": the authorization \"{InText.Quote(mechanism)}\" is left out", "write the header Authorization yourself");
            else new ImportedAuth(Scope, headers, place, name).Basic(JMeterElement.Of(entry, "Authorization.username") ?? "", JMeterElement.Of(entry, "Authorization.password") ?? "");
            return;
        }
    }
}
