namespace Dyno.Import;

/// <summary>One request of a collection.</summary>
internal sealed class PostmanRequest(ImportScope scope, InputContext context)
{
    // A request that is only a URL is a GET.
    private static DocumentNode OfUrl(DocumentNode url) =>
        new() { Kind = NodeKind.Object, Line = url.Line, Column = url.Column, Members = [("url", url)] };

    // Methods that Postman sends without the body of the request, unless disableBodyPruning says otherwise.
    private static readonly string[] WithoutBody = ["GET", "HEAD", "COPY", "PURGE", "UNLOCK"];

    /// <summary>The request; null when it is wrong.</summary>
    /// <param name="keepsBody">Whether a GET is sent with its body.</param>
    public RequestDraft? Read(DocumentNode request, string name, DocumentNode? inheritedAuth, bool keepsBody)
    {
        var place = request.In(context.Place);
        if (request.Kind == NodeKind.Text) request = OfUrl(request);
        if (!MethodName.TryRead(request.Of("method") is { Length: > 0 } written ? written : "GET", place, out var method)) return null;
        var address = PostmanUrl.Read(request["url"]);
        if (address.Length == 0)
        {
            place.Problem($"\"{InText.Quote(name)}\" has no URL", "write one in Postman, or remove the request");
            return null;
        }

        var headers = new ImportedHeaders();
        foreach (var header in request.All("header"))
            if (!header.Is("disabled") && header.Of("key") is { Length: > 0 } key) headers.Add(key, scope.Read(header.Of("value") ?? ""), header.In(context.Place));
        address = new PostmanAuth(scope, context.Place).Apply(request["auth"] ?? inheritedAuth, address, headers, name);
        var isPruned = WithoutBody.Contains(method) && !keepsBody;
        var body = new PostmanBody(scope, context).Read(request["body"], isPruned ? new ImportedHeaders() : headers, name);
        if (isPruned && !body.IsEmpty)
        {
            place.Warning($"\"{InText.Quote(name)}\": Postman sends no body with {method}, so it is left out", "switch on disableBodyPruning in the request's settings");
            body = [];
        }

        var url = ImportedUrl.Template(address, scope);
        if (url.IsLiteral && !TargetUrl.TryRead(url.Written, place, out _, out _)) return null;
        return new RequestDraft
        {
            Name = name.Length > 0 ? name : null,
            Method = method,
            Url = url,
            Headers = headers.ToImmutable(),
            Body = body,
            Line = request.Line,
            Column = request.Column,
        };
    }
}
