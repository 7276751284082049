using OpenTelemetry.Exporter;

namespace Dyno.Outputs;

/// <summary>
/// The address and protocol of a collector: <c>http://HOST:4318</c> and https are OTLP over HTTP; <c>grpc://HOST:4317</c> and
/// <c>grpcs://</c> (with TLS) are OTLP over gRPC.
/// </summary>
internal sealed record OtlpAddress(Uri Endpoint, OtlpExportProtocol Protocol)
{
    public const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private const int GrpcPort = 4317;

    /// <summary>Parses an address; null when the text is not an address.</summary>
    public static OtlpAddress? Read(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var url) || url.Host.Length == 0) return null;
        return url.Scheme switch
        {
            "http" or "https" => new(url.AbsolutePath.Length > 1 ? url : new Uri(url, "v1/metrics"), OtlpExportProtocol.HttpProtobuf),
            "grpc" => new(Grpc(url, "http"), OtlpExportProtocol.Grpc),
            "grpcs" => new(Grpc(url, "https"), OtlpExportProtocol.Grpc),
            _ => null,
        };
    }

    /// <summary>
    /// The address that the standard variables of OpenTelemetry name: <c>OTEL_EXPORTER_OTLP_METRICS_ENDPOINT</c> as it is, or
    /// <c>OTEL_EXPORTER_OTLP_ENDPOINT</c> with the path of metrics; the protocol from <c>…_PROTOCOL</c>, http/protobuf when it is not set.
    /// Without an endpoint the collector on this machine. Null when the variable has no address.
    /// </summary>
    /// <param name="variable">Gives the value of a variable; null when it is not set.</param>
    public static OtlpAddress? FromEnvironment(Func<string, string?> variable)
    {
        string? Get(string name) => variable(name)?.Trim() is { Length: > 0 } value ? value : null;
        var isGrpc = (Get("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL") ?? Get("OTEL_EXPORTER_OTLP_PROTOCOL")) == "grpc";
        var ofMetrics = Get("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT");
        var text = ofMetrics ?? Get(EndpointVariable) ?? (isGrpc ? "http://127.0.0.1:4317" : "http://127.0.0.1:4318");
        if (!Uri.TryCreate(text, UriKind.Absolute, out var url) || url.Host.Length == 0 || url.Scheme is not ("http" or "https")) return null;
        if (isGrpc) return new(url, OtlpExportProtocol.Grpc);
        return new(ofMetrics is null ? new Uri($"{url.AbsoluteUri.TrimEnd('/')}/v1/metrics") : url, OtlpExportProtocol.HttpProtobuf);
    }

    // A gRPC address has no path of its own: the path is always the service's name.
    private static Uri Grpc(Uri url, string scheme) => new UriBuilder(scheme, url.Host, url.Port < 0 ? GrpcPort : url.Port).Uri;
}
