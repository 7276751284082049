using System.Security.Cryptography;

namespace Dyno.Load.Running;

/// <summary>Names of runs: sortable by time, unique, easy to say: <c>20261121-104233-k3f9</c>.</summary>
internal static class RunId
{
    // Without letters and digits that look alike.
    private const string Alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

    public static string New(DateTimeOffset startedAt) =>
        $"{startedAt.UtcDateTime:yyyyMMdd-HHmmss}-{RandomNumberGenerator.GetString(Alphabet, 4)}";
}
