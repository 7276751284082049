using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Dyno.Serving;

/// <summary>Answers the requests of an <see cref="HttpServer"/> after Kestrel has read them.</summary>
/// <param name="host">The host where the server listens.</param>
internal sealed class ServedApplication(string host, Func<ServedRequest, Task<ServedResponse>> answer) : IHttpApplication<HttpContext>
{
    public HttpContext CreateContext(IFeatureCollection contextFeatures) => new DefaultHttpContext(contextFeatures);

    public void DisposeContext(HttpContext context, Exception? exception)
    {
        // The context holds only Kestrel's own features, which need no disposal.
    }

    public async Task ProcessRequestAsync(HttpContext context)
    {
        var response = await AnswerAsync(context);
        context.Response.StatusCode = response.Status;
        context.Response.ContentType = response.ContentType;
        context.Response.ContentLength = response.Body.Length;
        if (!HttpMethods.IsHead(context.Request.Method)) await context.Response.Body.WriteAsync(response.Body, context.RequestAborted);
    }

    private async Task<ServedResponse> AnswerAsync(HttpContext context)
    {
        var name = context.Request.Host.Host;
        // Status 421: RFC 9110, 15.5.20.
        if (!ListeningPlaces.Answers(host, name))
            return ServedResponse.Text(StatusCodes.Status421MisdirectedRequest, $"this is {host}, not {name}: call it by that name");
        if (IsForeign(context.Request))
            return ServedResponse.Text(StatusCodes.Status403Forbidden, $"pages of {context.Request.Headers.Origin} may not ask here");
        var (path, query) = TargetOf(context);
        try
        {
            return await answer(new ServedRequest { Method = context.Request.Method, Path = path, Query = query, Body = await BodyOfAsync(context) });
        }
        catch (Exception e) when (e is not (BadHttpRequestException or OperationCanceledException)) // Kestrel answers the sender's own errors
        {
            return ServedResponse.Text(StatusCodes.Status500InternalServerError, "the answer could not be made"); // a query must not end the run
        }
    }

    // Browsers send simple requests (also POST) of any page without asking the server first, and name the page's origin in the Origin header.
    private static bool IsForeign(HttpRequest request) => request.Headers.Origin is { Count: > 0 } origin
        && (!Uri.TryCreate(origin.ToString(), UriKind.Absolute, out var from)
            || !from.Authority.Equals(request.Host.Value, StringComparison.OrdinalIgnoreCase));

    // The path is used as it was sent, because a group's name may contain an escaped slash.
    private static (string Path, string Query) TargetOf(HttpContext context)
    {
        var target = context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget;
        if (!target.StartsWith('/') && target != "*") target = context.Request.Path.ToUriComponent() + context.Request.QueryString;
        var query = target.IndexOf('?', StringComparison.Ordinal);
        return query < 0 ? (target, "") : (target[..query], target[(query + 1)..]);
    }

    private static async Task<byte[]> BodyOfAsync(HttpContext context)
    {
        var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        return body.ToArray();
    }
}
