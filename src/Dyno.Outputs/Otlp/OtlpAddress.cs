using OpenTelemetry.Exporter;

namespace Dyno.Outputs.Otlp;

/// <summary>
/// Where a collector is, and how it is spoken to: <c>http://HOST:4318</c> and https are OTLP over HTTP,
/// <c>grpc://HOST:4317</c> and <c>grpcs://</c> (with TLS) over gRPC.
/// </summary>
internal sealed record OtlpAddress(Uri Endpoint, OtlpExportProtocol Protocol)
{
    private const int GrpcPort = 4317;

    /// <summary>Null when it is not an address.</summary>
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

    // The service's name is the path: there is none to give.
    private static Uri Grpc(Uri url, string scheme) => new UriBuilder(scheme, url.Host, url.Port < 0 ? GrpcPort : url.Port).Uri;
}
