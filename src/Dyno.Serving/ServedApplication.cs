using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Dyno.Serving;

/// <summary>What an <see cref="HttpServer"/> does with a request that Kestrel has read.</summary>
/// <param name="host">Where it listens.</param>
/// <param name="answer">Makes the answers.</param>
internal sealed class ServedApplication(string host, Func<ServedRequest, Task<ServedResponse>> answer) : IHttpApplication<HttpContext>
{
    public HttpContext CreateContext(IFeatureCollection contextFeatures) => new DefaultHttpContext(contextFeatures);

    public void DisposeContext(HttpContext context, Exception? exception)
    {
        // Kestrel's own features are all there is to it.
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
        if (!ListeningPlaces.Answers(host, name))
            return ServedResponse.Text(StatusCodes.Status421MisdirectedRequest, $"this is {host}, not {name}: call it by that name"); // RFC 9110, 15.5.20
        if (IsForeign(context.Request))
            return ServedResponse.Text(StatusCodes.Status403Forbidden, $"pages of {context.Request.Headers.Origin} may not ask here");
        var (path, query) = TargetOf(context);
        try
        {
            return await answer(new ServedRequest { Method = context.Request.Method, Path = path, Query = query, Body = await BodyOfAsync(context) });
        }
        catch (Exception e) when (e is not (BadHttpRequestException or OperationCanceledException)) // Kestrel answers what the sender did wrong
        {
            return ServedResponse.Text(StatusCodes.Status500InternalServerError, "the answer could not be made"); // a run does not end by a question
        }
    }

    // Browsers send simple requests of any page, a POST among them, without asking first, and name where the page is from.
    private static bool IsForeign(HttpRequest request) => request.Headers.Origin is { Count: > 0 } origin
        && (!Uri.TryCreate(origin.ToString(), UriKind.Absolute, out var from)
            || !from.Authority.Equals(request.Host.Value, StringComparison.OrdinalIgnoreCase));

    // The path is taken as it was sent: a group's name may hold an escaped slash.
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
