using OpenTelemetry.Exporter;

namespace Dyno.Outputs.Otlp;

/// <summary>
/// The address and protocol of a collector: <c>http://HOST:4318</c> and https are OTLP over HTTP; <c>grpc://HOST:4317</c> and
/// <c>grpcs://</c> (with TLS) are OTLP over gRPC.
/// </summary>
internal sealed record OtlpAddress(Uri Endpoint, OtlpExportProtocol Protocol)
{
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

    // A gRPC address has no path of its own: the path is always the service's name.
    private static Uri Grpc(Uri url, string scheme) => new UriBuilder(scheme, url.Host, url.Port < 0 ? GrpcPort : url.Port).Uri;
}
