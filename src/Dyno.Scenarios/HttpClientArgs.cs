namespace Dyno.Scenarios;

#pragma warning disable CA1068 // the order of the parameters is the one that load code is used to

/// <summary>How <see cref="Http.Send(HttpClient, HttpClientArgs, HttpRequestMessage)"/> sends. Immutable.</summary>
/// <param name="httpCompletion">When a request counts as done: with the whole answer (the default), or with its head.</param>
/// <param name="cancellationToken">Cuts the request, which then counts as timed out.</param>
/// <param name="jsonOptions">JSON options for typed answers; null: <see cref="Http.GlobalJsonSerializerOptions"/>.</param>
public sealed class HttpClientArgs(
    HttpCompletionOption httpCompletion = HttpCompletionOption.ResponseContentRead,
    CancellationToken cancellationToken = default,
    JsonSerializerOptions? jsonOptions = null)
{
    internal static HttpClientArgs Default { get; } = new();

    /// <summary>When a request counts as done.</summary>
    public HttpCompletionOption HttpCompletion => httpCompletion;

    /// <summary>Cuts the request, which then counts as timed out.</summary>
    public CancellationToken CancellationToken => cancellationToken;

    /// <summary>JSON options for typed answers.</summary>
    public JsonSerializerOptions JsonSerializerOptions => jsonOptions ?? Http.GlobalJsonSerializerOptions;

    /// <summary>Arguments with a token that cuts the request.</summary>
    public static HttpClientArgs Create(CancellationToken cancellationToken) => new(cancellationToken: cancellationToken);

    /// <summary>Arguments with JSON options for typed answers.</summary>
    public static HttpClientArgs Create(JsonSerializerOptions jsonOptions) => new(jsonOptions: jsonOptions);

    /// <summary>Arguments with a token that cuts the request, and with JSON options for typed answers.</summary>
    public static HttpClientArgs Create(CancellationToken cancellationToken, JsonSerializerOptions jsonOptions) =>
        new(cancellationToken: cancellationToken, jsonOptions: jsonOptions);

    /// <summary>The same as the constructor.</summary>
    public static HttpClientArgs Create(
        HttpCompletionOption httpCompletion = HttpCompletionOption.ResponseContentRead,
        CancellationToken cancellationToken = default,
        JsonSerializerOptions? jsonOptions = null) => new(httpCompletion, cancellationToken, jsonOptions);
}
