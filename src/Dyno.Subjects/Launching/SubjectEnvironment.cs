namespace Dyno.Subjects;

/// <summary>The environment variables of a subject, in addition to those that it inherits from Dyno.</summary>
internal static class SubjectEnvironment
{
    private const string ProcessorCount = "DOTNET_PROCESSOR_COUNT";

    // Variables that would move the server to an address without load.
    private static readonly string[] OtherAddresses =
    [
        "ASPNETCORE_HTTP_PORTS", "ASPNETCORE_HTTPS_PORTS", "ASPNETCORE_HTTPS_PORT", "HTTP_PORTS", "HTTPS_PORTS",
        "DOTNET_HTTP_PORTS", "DOTNET_HTTPS_PORTS",
    ];

    private static readonly string[] Addresses = ["ASPNETCORE_URLS", "DOTNET_URLS", "URLS"];

    /// <summary>The variables; a null value removes one.</summary>
    public static ImmutableSortedDictionary<string, string?> For(
        SubjectOptions options, PublishedSubject published, Uri url, ThrowAwayCertificate? certificate = null)
    {
        var variables = ImmutableSortedDictionary.CreateBuilder<string, string?>(StringComparer.Ordinal);
        variables["ASPNETCORE_ENVIRONMENT"] = "Production";
        variables["DOTNET_ENVIRONMENT"] = "Production";
        foreach (var name in OtherAddresses) variables[name] = null;
        foreach (var name in Addresses) variables[name] = url.GetLeftPart(UriPartial.Authority);
        if (KeepsServerGc(options, published)) variables[ProcessorCount] = "2";
        if (options.MemoryLimitBytes is { } limit) variables["DOTNET_GCHeapHardLimit"] = limit.ToString("X", CultureInfo.InvariantCulture);
        if (certificate is not null)
        {
            variables["ASPNETCORE_Kestrel__Certificates__Default__Path"] = certificate.CertificateFile;
            variables["ASPNETCORE_Kestrel__Certificates__Default__KeyPath"] = certificate.KeyFile;
        }
        foreach (var (name, value) in published.RuntimeVariables) variables[name] = value;
        foreach (var (name, value) in options.Environment) variables[name] = Placeholders.Fill(value, url);
        return variables.ToImmutable();
    }

    /// <summary>A note for the user about the pinning; null when there is none.</summary>
    public static string? PinningNote(SubjectOptions options, PublishedSubject published)
    {
        var serverGc = KeepsServerGc(options, published)
            ? $"pinned to one CPU, .NET would fall back to the workstation GC: {ProcessorCount}=2 keeps the server GC that the program is configured for"
            : null;
        string?[] notes = [options.Cpus.Note, serverGc];
        var said = string.Join("; ", notes.Where(note => note is not null));
        return said.Length == 0 ? null : said;
    }

    /// <summary>
    /// Whether the program is told that it has two CPUs. On one CPU .NET uses the workstation GC whatever the configuration says; a program
    /// that asks for the server GC would then be measured with another GC than in its deployment.
    /// </summary>
    private static bool KeepsServerGc(SubjectOptions options, PublishedSubject published) =>
        options.Cpus.Server is { Count: 1 }
        && !options.Environment.ContainsKey(ProcessorCount)
        && (Setting(options, "DOTNET_gcServer") is { } asked ? asked is "1" : published.AsksForServerGc);

    private static string? Setting(SubjectOptions options, string name) =>
        options.Environment.TryGetValue(name, out var value) ? value : Environment.GetEnvironmentVariable(name);
}
