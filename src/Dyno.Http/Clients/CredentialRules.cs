namespace Dyno.Http;

/// <summary>
/// Decides which headers follow a redirect: credentials stay with the origin (scheme, host and port) that they were meant for. The
/// only exception is the usual step from http to https on the same host, both at their default ports.
/// </summary>
public static class CredentialRules
{
    /// <summary>Whether credentials for one URL may be sent to another.</summary>
    public static bool MayFollow(Uri from, Uri target)
    {
        if (!from.Host.Equals(target.Host, StringComparison.OrdinalIgnoreCase)) return false;
        return (from.Scheme == target.Scheme && from.Port == target.Port)
            || (from.Scheme == Uri.UriSchemeHttp && target.Scheme == Uri.UriSchemeHttps && from.IsDefaultPort && target.IsDefaultPort);
    }

    /// <summary>The headers without Authorization, Cookie and every other header whose name or value reveals a credential.</summary>
    public static ImmutableArray<HeaderField> Without(ImmutableArray<HeaderField> headers) =>
        headers.RemoveAll(h => Redaction.IsSecretName(h.Name) || Redaction.CredentialBegin(h.Value) > 0);
}
