using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace Dyno.Reporting;

/// <summary>The identifier of a group or check in k6's documents: the MD5 of its path, used as a name and not for security.</summary>
internal static class K6Id
{
    [SuppressMessage("Security", "CA5351", Justification = "an identifier that k6's format prescribes, nothing is secured by it")]
    public static string Of(string path) => Convert.ToHexStringLower(MD5.HashData(Encoding.UTF8.GetBytes(path)));
}
