namespace Dyno.K6;

/// <summary>What each module exports. A test compares it with the modules themselves.</summary>
internal static class ModuleExports
{
    public static ImmutableSortedDictionary<string, ImmutableArray<string>> ByModule { get; } = new Dictionary<string, ImmutableArray<string>>
    {
        ["k6"] = ["check", "fail", "group", "randomSeed", "sleep"],
        ["k6/crypto"] =
        [
            "createHMAC", "createHash", "hexEncode", "hmac", "md4", "md5", "randomBytes", "ripemd160", "sha1", "sha256", "sha384",
            "sha512", "sha512_224", "sha512_256",
        ],
        ["k6/data"] = ["SharedArray"],
        ["k6/encoding"] = ["b64decode", "b64encode"],
        ["k6/experimental/csv"] = ["Parser", "parse"],
        ["k6/experimental/fs"] = ["SeekMode", "open"],
        ["k6/experimental/webcrypto"] = ["crypto"],
        ["k6/html"] = ["parseHTML"],
        ["k6/http"] =
        [
            "CookieJar", "FileData", "OCSP_REASON_AA_COMPROMISE", "OCSP_REASON_AFFILIATION_CHANGED", "OCSP_REASON_CA_COMPROMISE",
            "OCSP_REASON_CERTIFICATE_HOLD", "OCSP_REASON_CESSATION_OF_OPERATION", "OCSP_REASON_KEY_COMPROMISE",
            "OCSP_REASON_PRIVILEGE_WITHDRAWN", "OCSP_REASON_REMOVE_FROM_CRL", "OCSP_REASON_SUPERSEDED", "OCSP_REASON_UNSPECIFIED",
            "OCSP_STATUS_GOOD", "OCSP_STATUS_REVOKED", "OCSP_STATUS_SERVER_FAILED", "OCSP_STATUS_UNKNOWN", "Response", "SSL_3_0",
            "TLS_1_0", "TLS_1_1", "TLS_1_2", "TLS_1_3", "asyncRequest", "batch", "cookieJar", "del", "expectedStatuses", "file", "get", "head",
            "options", "patch", "post", "put", "request", "setResponseCallback", "url",
        ],
        ["k6/execution"] = ["instance", "scenario", "test", "vu"],
        ["k6/metrics"] = ["Counter", "Gauge", "Rate", "Trend"],
        ["k6/net/grpc"] =
        [
            "Client", "HealthCheckNotServing", "HealthCheckServiceUnkown", "HealthCheckServing", "HealthCheckUnknown",
            "StatusAborted", "StatusAlreadyExists", "StatusCanceled", "StatusDataLoss", "StatusDeadlineExceeded",
            "StatusFailedPrecondition", "StatusInternal", "StatusInvalidArgument", "StatusNotFound", "StatusOK",
            "StatusOutOfRange", "StatusPermissionDenied", "StatusResourceExhausted", "StatusUnauthenticated",
            "StatusUnavailable", "StatusUnimplemented", "StatusUnknown", "Stream",
        ],
        ["k6/secrets"] = ["get", "source"],
        ["k6/websockets"] = ["Blob", "WebSocket"],
        ["k6/experimental/websockets"] = ["Blob", "WebSocket"],
        ["k6/ws"] = ["connect"],
        ["k6/x/sse"] = ["open"],
        ["k6/timers"] = ["clearInterval", "clearTimeout", "setInterval", "setTimeout"],
    }.ToImmutableSortedDictionary(StringComparer.Ordinal);
}
