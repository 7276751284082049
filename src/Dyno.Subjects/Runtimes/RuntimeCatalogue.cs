using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text.Json;
using Dyno.Results.Problems;
using Dyno.Subjects.Publishing;

namespace Dyno.Subjects.Runtimes;

/// <summary>
/// Finds out which versions of .NET can be had: from the user's package sources, and where these do not answer from the packages on this
/// machine.
/// </summary>
public sealed class RuntimeCatalogue
{
    private const int Shown = 6;

    // A version is looked up once in a process, so that every launch of an experiment gets the same one.
    private static readonly ConcurrentDictionary<(string Runtimes, string Asked), RuntimeVersion> Resolved = new();

    private readonly DotnetCommand _dotnet;
    private readonly string _folder;
    private readonly string _runtimes;

    /// <summary>The catalogue for a folder.</summary>
    /// <param name="folder">Where the files of the package sources (nuget.config) are looked for, upwards.</param>
    /// <param name="stateFolder">Folder of all subjects, beside which runtimes are kept.</param>
    /// <exception cref="UserFault">The .NET SDK's command is not there.</exception>
    public RuntimeCatalogue(string folder, string stateFolder)
    {
        _dotnet = DotnetCommand.Find();
        _folder = folder;
        _runtimes = RuntimeFolder.RootOf(stateFolder);
    }

    /// <summary>The exact version that is meant; an exact version is returned unseen.</summary>
    /// <exception cref="UserFault">No such version can be had; the hint names those that can.</exception>
    public async Task<RuntimeVersion> ResolveAsync(RuntimeVersion asked, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(asked);
        if (asked.IsInstalled || asked.IsExact) return asked;
        if (Resolved.TryGetValue((_runtimes, asked.Text), out var known)) return known;
        var (whole, _) = await ServedAsync(isPreview: false, cancellation);
        var newest = whole.Where(asked.IsFamilyOf).MaxBy(PatchOf) ?? throw NotServed(asked, whole, []);
        return Resolved.GetOrAdd((_runtimes, asked.Text), RuntimeVersion.Parse(newest));
    }

    /// <summary>Why an exact version cannot be had.</summary>
    internal async Task<UserFault> WhyNotAsync(RuntimeVersion exact, CancellationToken cancellation)
    {
        var (whole, halves) = await ServedAsync(exact.IsPreview, cancellation);
        return NotServed(exact, whole, halves);
    }

    internal static UserFault NotServed(RuntimeVersion asked, ImmutableArray<string> whole, ImmutableArray<string> halves)
    {
        if (halves.Contains(asked.Text))
            return Fault($".NET {asked.Text} has no part for ASP.NET Core in your package sources: {RuntimePacks.Web} is missing", whole, asked);
        return whole.IsEmpty
            ? SubjectFaults.Of(SubjectFault.DidNotRestore, $"no runtime for {RuntimePacks.Identifier} can be restored: your package sources have no {RuntimePacks.Base}",
                "see 'dotnet nuget list source', or write installed")
            : Fault($".NET {asked.Text} cannot be restored from your package sources", whole, asked);
    }

    // The versions of the same family, nearest last; without a family the newest of each.
    private static UserFault Fault(string message, ImmutableArray<string> whole, RuntimeVersion asked)
    {
        var family = whole.Where(asked.IsFamilyOf).OrderBy(PatchOf).ToList();
        var near = family.Count > 0 ? family.TakeLast(Shown) : whole.GroupBy(FamilyOf).Select(group => group.MaxBy(PatchOf)!).OrderBy(VersionOf);
        return SubjectFaults.Of(SubjectFault.DidNotRestore, message, $"these can: {string.Join(", ", near)}");
    }

    // Versions with both parts, and versions of the base runtime alone.
    private async Task<(ImmutableArray<string> Whole, ImmutableArray<string> Halves)> ServedAsync(bool isPreview, CancellationToken cancellation)
    {
        var bases = await VersionsAsync(RuntimePacks.Base, isPreview, cancellation);
        var webs = await VersionsAsync(RuntimePacks.Web, isPreview, cancellation);
        return ([.. bases.Intersect(webs)], [.. bases.Except(webs)]);
    }

    private async Task<ImmutableArray<string>> VersionsAsync(string package, bool isPreview, CancellationToken cancellation)
    {
        Directory.CreateDirectory(_runtimes);
        var log = Path.Combine(_runtimes, $"search-{Environment.ProcessId}.log");
        try
        {
            ImmutableArray<string> words = ["package", "search", package, "--exact-match", "--format", "json"];
            await _dotnet.RunAsync(_folder, log, isPreview ? words.Add("--prerelease") : words, cancellation);
            var found = Parse(await File.ReadAllTextAsync(log, cancellation));
            return found.IsEmpty ? OnThisMachine(package) : found;
        }
        finally
        {
            File.Delete(log);
        }
    }

    /// <summary>The versions in the answer of <c>dotnet package search --exact-match --format json</c>; none when it is no such answer.</summary>
    internal static ImmutableArray<string> Parse(string answer)
    {
        try
        {
            using var document = JsonDocument.Parse(answer[Math.Max(0, answer.IndexOf('{', StringComparison.Ordinal))..(answer.LastIndexOf('}') + 1)]);
            return [.. document.RootElement.GetProperty("searchResult").EnumerateArray()
                .Where(source => source.TryGetProperty("packages", out _))
                .SelectMany(source => source.GetProperty("packages").EnumerateArray())
                .Select(package => package.GetProperty("version").GetString()!)
                .Where(version => RuntimeVersion.TryParse(version, out _))
                .Distinct()];
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or ArgumentOutOfRangeException or InvalidOperationException)
        {
            return [];
        }
    }

    private static ImmutableArray<string> OnThisMachine(string package)
    {
        var packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        var folder = Path.Combine(packages, package.ToLowerInvariant());
        return Directory.Exists(folder)
            ? [.. Directory.GetDirectories(folder).Select(Path.GetFileName).OfType<string>().Where(version => RuntimeVersion.TryParse(version, out _))] : [];
    }

    private static (int Major, int Minor) FamilyOf(string version) => RuntimeVersion.Parse(version) is var parsed ? (parsed.Major, parsed.Minor) : default;

    private static int PatchOf(string version) => VersionOf(version).Build;

    private static Version VersionOf(string version) => Version.Parse(version.Split('-')[0]);
}
