namespace Dyno.Scenarios;

/// <summary>Sends requests through your own <see cref="HttpClient"/>, whose settings stay unchanged.</summary>
public static class Http
{
    /// <summary>Default options for writing and reading JSON; set them before the load. Default: <see cref="JsonSerializerOptions.Web"/>.</summary>
    public static JsonSerializerOptions GlobalJsonSerializerOptions { get; set; } = JsonSerializerOptions.Web;

    /// <summary>
    /// An <see cref="HttpClient"/> for load: as many connections as there are requests at once, no proxy, no cookies. A client of
    /// <see cref="DynoHttp.CreateClient"/> spends less per request.
    /// </summary>
    /// <param name="maxConnectionsPerServer">1 or more; null for no limit.</param>
    public static HttpClient CreateDefaultClient(int? maxConnectionsPerServer = null) => new(new SocketsHttpHandler
    {
        MaxConnectionsPerServer = maxConnectionsPerServer ?? int.MaxValue,
        UseProxy = false,
        UseCookies = false,
        ConnectCallback = HostAddresses.ConnectAsync,
    });

    /// <summary>Creates a request.</summary>
    /// <param name="method">GET, POST …</param>
    /// <param name="url">Absolute, or relative to the client's base address.</param>
    public static HttpRequestMessage CreateRequest(string method, string url) =>
        new(HttpMethod.Parse(method), KnownUrls.Of(url));

    /// <summary>Adds a header. A header that belongs to the body is put there, even when the body is set later.</summary>
    public static HttpRequestMessage WithHeader(this HttpRequestMessage request, string name, string value)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (request.Headers.TryAddWithoutValidation(name, value)) return request;
        request.Content ??= new ByteArrayContent([]);
        request.Content.Headers.Remove(name);
        request.Content.Headers.TryAddWithoutValidation(name, value);
        return request;
    }

    /// <summary>Asks for a version of HTTP.</summary>
    /// <param name="request">The request.</param>
    /// <param name="version">1.0, 1.1, 2.0 or 3.0.</param>
    public static HttpRequestMessage WithVersion(this HttpRequestMessage request, string version)
    {
        ArgumentNullException.ThrowIfNull(request);
        request.Version = Version.Parse(version);
        return request;
    }

    /// <summary>Sets the body; content headers that were set before stay.</summary>
    public static HttpRequestMessage WithBody(this HttpRequestMessage request, HttpContent body)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(body);
        foreach (var (name, values) in request.Content?.Headers.NonValidated ?? default)
        {
            body.Headers.Remove(name);
            body.Headers.TryAddWithoutValidation(name, (IEnumerable<string>)values);
        }
        request.Content = body;
        return request;
    }

    /// <summary>Sets a JSON body.</summary>
    /// <param name="request">The request.</param>
    /// <param name="data">The value to write.</param>
    /// <param name="options">Options for writing JSON; null: <see cref="GlobalJsonSerializerOptions"/>.</param>
    public static HttpRequestMessage WithJsonBody<T>(this HttpRequestMessage request, T data, JsonSerializerOptions? options = null) =>
        request.WithBody(System.Net.Http.Json.JsonContent.Create(data, options: options ?? GlobalJsonSerializerOptions));

    /// <summary>Sends a request and reads the whole answer.</summary>
    /// <inheritdoc cref="Send(HttpClient, HttpClientArgs, HttpRequestMessage)"/>
    public static Task<Response<HttpResponseMessage>> Send(HttpClient client, HttpRequestMessage request) =>
        Send(client, HttpClientArgs.Default, request);

    /// <summary>Sends a request.</summary>
    /// <param name="client">Your client. Use one client for all users, because the client keeps the connections.</param>
    /// <param name="clientArgs">How to send the request.</param>
    /// <param name="request">The request. It is sent once: make a new one for each call.</param>
    /// <returns>
    /// A good response for a status from 200 to 299. Otherwise a failed response: with the status, or with the kind of error when
    /// there was no answer. The size is that of head and body in bytes as the client shows them; a body that the client has not read
    /// counts as its Content-Length.
    /// </returns>
    public static Task<Response<HttpResponseMessage>> Send(HttpClient client, HttpClientArgs clientArgs, HttpRequestMessage request)
    {
        ArgumentNullException.ThrowIfNull(client);
        ArgumentNullException.ThrowIfNull(clientArgs);
        ArgumentNullException.ThrowIfNull(request);
        return (client as DynoHttpClient)?.TrySend(request, clientArgs.CancellationToken) ?? SendByClientAsync(client, clientArgs, request);
    }

    private static async Task<Response<HttpResponseMessage>> SendByClientAsync(HttpClient client, HttpClientArgs clientArgs, HttpRequestMessage request)
    {
        try
        {
            var answer = await client.SendAsync(request, clientArgs.HttpCompletion, clientArgs.CancellationToken).ConfigureAwait(false);
            HttpUse.Current?.Saw(client, answer.Version);
            return Judge(answer, SizeOf(answer));
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException or IOException)
        {
            return NoAnswer<HttpResponseMessage>(e);
        }
        catch (InvalidDataException damaged) // of a decoder
        {
            return NoAnswer(RequestErrorKind.Protocol, damaged.Message);
        }
    }

    /// <summary>Sends a request and reads the JSON of a good answer.</summary>
    /// <inheritdoc cref="Send{T}(HttpClient, HttpClientArgs, HttpRequestMessage)"/>
    public static Task<Response<HttpResponse<T>>> Send<T>(HttpClient client, HttpRequestMessage request) =>
        Send<T>(client, HttpClientArgs.Default, request);

    /// <summary>Sends a request and reads the JSON of a good answer. An answer that is not such JSON counts as failed.</summary>
    /// <inheritdoc cref="Send(HttpClient, HttpClientArgs, HttpRequestMessage)"/>
    public static async Task<Response<HttpResponse<T>>> Send<T>(HttpClient client, HttpClientArgs clientArgs, HttpRequestMessage request)
    {
        var sent = await Send(client, clientArgs, request).ConfigureAwait(false);
        if (sent.IsError) return With(sent, new HttpResponse<T>(sent, default));
        try
        {
            var data = sent is WireAnswer { Body: var body }
                ? JsonSerializer.Deserialize<T>(WithoutMark(body.Span), clientArgs.JsonSerializerOptions)
                : await ReadAsync<T>(sent.Payload.Content, clientArgs).ConfigureAwait(false);
            return With(sent, new HttpResponse<T>(sent, data));
        }
        catch (JsonException wrong)
        {
            return Response.Failed<HttpResponse<T>>(RequestErrorKind.Protocol, sent.StatusCode, $"the answer is not the JSON that was expected: {wrong.Message}");
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException or IOException)
        {
            return NoAnswer<HttpResponse<T>>(e);
        }
    }

    private static async ValueTask<T?> ReadAsync<T>(HttpContent content, HttpClientArgs clientArgs)
    {
        var stream = await content.ReadAsStreamAsync(clientArgs.CancellationToken).ConfigureAwait(false);
        return await JsonSerializer.DeserializeAsync<T>(stream, clientArgs.JsonSerializerOptions, clientArgs.CancellationToken).ConfigureAwait(false);
    }

    // The byte order mark, which the serializer skips in a stream only.
    private static ReadOnlySpan<byte> WithoutMark(ReadOnlySpan<byte> text) => text.StartsWith("\uFEFF"u8) ? text[3..] : text;

    internal static Response<HttpResponseMessage> Judge(HttpResponseMessage answer, long sizeBytes)
    {
        var isGood = answer.IsSuccessStatusCode;
        return new Response<HttpResponseMessage>
        {
            Payload = answer,
            Kind = isGood ? RequestErrorKind.None : RequestErrorKind.Status,
            StatusCode = StatusNames.Of(answer.StatusCode),
            Status = (int)answer.StatusCode,
            SizeBytes = sizeBytes,
            Message = isGood ? "" : answer.ReasonPhrase ?? "",
        };
    }

    internal static Response<HttpResponseMessage> NoAnswer(RequestErrorKind kind, string text) =>
        Response.Failed<HttpResponseMessage>(kind, kind.ToString().ToLowerInvariant(), text);

    private static Response<T> NoAnswer<T>(Exception e)
    {
        if (e is OperationCanceledException) return Response.Thrown<T>(e);
        var kind = e is WireException wire ? wire.Kind : ErrorKinds.Of(e is HttpRequestException { InnerException: { } inner } ? inner : e);
        return Response.Failed<T>(kind, kind.ToString().ToLowerInvariant(), e.Message);
    }

    private static Response<TTo> With<TFrom, TTo>(Response<TFrom> from, TTo payload) => new()
    {
        Payload = payload,
        Kind = from.Kind,
        StatusCode = from.StatusCode,
        Status = from.Status,
        SizeBytes = from.SizeBytes,
        Message = from.Message,
    };

    private static long SizeOf(HttpResponseMessage answer) => HeadersOf(answer.Headers.NonValidated)
        + HeadersOf(answer.Content.Headers.NonValidated) + (answer.Content.Headers.ContentLength ?? 0);

    // Name, ": ", value, line end.
    private static long HeadersOf(System.Net.Http.Headers.HttpHeadersNonValidated headers)
    {
        var size = 0L;
        foreach (var (name, values) in headers)
            foreach (var value in values) size += name.Length + value.Length + 4;
        return size;
    }
}

/// <summary>An answer with its body read as JSON.</summary>
/// <param name="Response">The answer; null when there was none.</param>
/// <param name="Data">The value of the body; the default for a failed answer.</param>
public sealed record HttpResponse<T>(HttpResponseMessage? Response, T? Data)
{
    private readonly Response<HttpResponseMessage>? _sent;

    internal HttpResponse(Response<HttpResponseMessage> sent, T? data) : this((HttpResponseMessage?)null, data) => _sent = sent;

    /// <summary>The answer; null when there was none.</summary>
    public HttpResponseMessage? Response { get => field ?? _sent?.Payload; init; } = Response;
}
