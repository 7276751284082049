namespace Dyno.Subjects;

/// <summary>Fills in the address that the subject has to listen on, for programs that do not read it from ASPNETCORE_URLS.</summary>
internal static class Placeholders
{
    /// <summary>Replaces <c>{url}</c> and <c>{port}</c>.</summary>
    public static string Fill(string text, Uri url) => text
        .Replace("{url}", url.GetLeftPart(UriPartial.Authority), StringComparison.Ordinal)
        .Replace("{port}", url.Port.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal);
}
