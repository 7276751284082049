namespace Dyno.Scenarios;

/// <summary>Makes responses. Thread-safe.</summary>
public static class Response
{
    private static readonly Response<object> GoodOne = new();

    /// <summary>A good response without a payload.</summary>
    /// <param name="statusCode">A code as text; empty for none.</param>
    /// <param name="sizeBytes">Size of what was received, in bytes, 0 or more.</param>
    /// <param name="message">What happened, in words.</param>
    /// <param name="customLatencyMs">Time in milliseconds to record instead of the measured time; null or below 0: the measured time.</param>
    /// <remarks>Without arguments the result is always the same object, so nothing is allocated.</remarks>
    [OverloadResolutionPriority(1)] // a bare text is a status code; a text as payload needs the argument's name
    public static Response<object> Ok(string statusCode = "", long sizeBytes = 0, string message = "", double? customLatencyMs = null) =>
        statusCode.Length + message.Length == 0 && sizeBytes == 0 && customLatencyMs is null
            ? GoodOne
            : Of<object>(null, RequestErrorKind.None, statusCode, sizeBytes, message, customLatencyMs);

    /// <inheritdoc cref="Ok(string, long, string, double?)"/>
    /// <param name="payload">The value for the calling code; not recorded.</param>
    /// <param name="statusCode">A code as text; empty for none.</param>
    /// <param name="sizeBytes">Size of what was received, in bytes, 0 or more.</param>
    /// <param name="message">What happened, in words.</param>
    /// <param name="customLatencyMs">Time in milliseconds to record instead of the measured time.</param>
    public static Response<T> Ok<T>(
        T payload, string statusCode = "", long sizeBytes = 0, string message = "", double? customLatencyMs = null) =>
        Of(payload, RequestErrorKind.None, statusCode, sizeBytes, message, customLatencyMs);

    /// <summary>A failed response without a payload.</summary>
    /// <inheritdoc cref="Ok(string, long, string, double?)"/>
    [OverloadResolutionPriority(1)]
    public static Response<object> Fail(string statusCode = "", string message = "", long sizeBytes = 0, double? customLatencyMs = null) =>
        Of<object>(null, RequestErrorKind.Scenario, statusCode, sizeBytes, message, customLatencyMs);

    /// <summary>A failed response.</summary>
    /// <inheritdoc cref="Ok{T}(T, string, long, string, double?)"/>
    public static Response<T> Fail<T>(
        T payload, string statusCode = "", string message = "", long sizeBytes = 0, double? customLatencyMs = null) =>
        Of(payload, RequestErrorKind.Scenario, statusCode, sizeBytes, message, customLatencyMs);

    /// <summary>A good response of a type, without a payload.</summary>
    /// <inheritdoc cref="Ok(string, long, string, double?)"/>
    [OverloadResolutionPriority(-1)]
    public static Response<T> Ok<T>(string statusCode = "", long sizeBytes = 0, string message = "", double? customLatencyMs = null) =>
        Of<T>(default, RequestErrorKind.None, statusCode, sizeBytes, message, customLatencyMs);

    /// <summary>A failed response of a type, without a payload.</summary>
    /// <inheritdoc cref="Ok(string, long, string, double?)"/>
    [OverloadResolutionPriority(-1)]
    public static Response<T> Fail<T>(string statusCode = "", string message = "", long sizeBytes = 0, double? customLatencyMs = null) =>
        Of<T>(default, RequestErrorKind.Scenario, statusCode, sizeBytes, message, customLatencyMs);

    internal static Response<T> Failed<T>(RequestErrorKind kind, string statusCode, string message) =>
        new() { Kind = kind, StatusCode = statusCode, Message = message };

    /// <summary>The response for an exception of user code: a time-out, or a failure.</summary>
    internal static Response<T> Thrown<T>(Exception thrown) => thrown is TimeoutException or OperationCanceledException
        ? Failed<T>(RequestErrorKind.Timeout, TimeoutStatus, thrown.Message)
        : Failed<T>(RequestErrorKind.Scenario, ExceptionStatus, $"{thrown.GetType().Name}: {thrown.Message}");

    internal const string TimeoutStatus = "-100";
    internal const string ExceptionStatus = "-101";

    private static Response<T> Of<T>(
        T? payload, RequestErrorKind kind, string statusCode, long sizeBytes, string message, double? customLatencyMs)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeBytes);
        return new Response<T>
        {
            Payload = payload!,
            Kind = kind,
            StatusCode = statusCode ?? "",
            Status = NumberOf(statusCode ?? ""),
            SizeBytes = sizeBytes,
            Message = message ?? "",
            CustomLatencyNanos = customLatencyMs is >= 0 ? (long)(customLatencyMs.Value * 1e6) : -1,
        };
    }

    private static int NumberOf(string statusCode)
    {
        if (int.TryParse(statusCode, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return number is > 0 and < StepRecorder.StatusLimit ? number : 0;
        if (Enum.TryParse<HttpStatusCode>(statusCode, out var named) && Enum.IsDefined(named)) return (int)named;
        return GrpcStatus.Find(statusCode) is { } code ? GrpcStatus.InResults(code) : 0;
    }
}

/// <summary>A response with a payload. Immutable. <see cref="Response"/> makes responses.</summary>
/// <typeparam name="T">The type of the value that a step hands on to the code after it.</typeparam>
public class Response<T> : IResponse, IJudged
{
    private readonly T _payload = default!;

    internal Response()
    {
    }

    /// <summary>The value that the step hands on; the type's default when there is none.</summary>
    public T Payload { get => PayloadNow(); internal init => _payload = value; }

    /// <inheritdoc/>
    public bool IsError => Kind != RequestErrorKind.None;

    /// <inheritdoc/>
    public string StatusCode { get; internal init; } = "";

    /// <inheritdoc/>
    public long SizeBytes { get; internal init; }

    /// <inheritdoc/>
    public string Message { get; internal init; } = "";

    internal RequestErrorKind Kind { get; init; }

    internal int Status { get; init; }

    internal long CustomLatencyNanos { get; init; } = -1;

    /// <summary>The payload, made at the first call where it was not given.</summary>
    private protected virtual T PayloadNow() => _payload;

    AnswerOutcome IJudged.AnswerOutcome => new(Kind, Status, SizeBytes);

    long IJudged.CustomLatencyNanos => CustomLatencyNanos;
}

/// <summary>The part of a response that the engine reads, whatever the payload.</summary>
internal interface IJudged
{
    AnswerOutcome AnswerOutcome { get; }

    long CustomLatencyNanos { get; }
}
