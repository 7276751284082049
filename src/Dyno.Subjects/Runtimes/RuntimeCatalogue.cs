using System.Collections.Concurrent;

namespace Dyno.Subjects;

/// <summary>
/// Finds out which versions of .NET can be had: from the user's package sources, and where these do not answer from the packages on this
/// machine.
/// </summary>
public sealed class RuntimeCatalogue
{
    private const int Shown = 6;
    private const int Room = 64 * 1024;

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
    /// <param name="say">Called once for each version when the package sources do not answer and the version is one of this machine; may be null.</param>
    /// <exception cref="UserFault">No such version can be had; the hint names those that can. Or the folder of the runtimes cannot be written.</exception>
    public async Task<RuntimeVersion> ResolveAsync(RuntimeVersion asked, Action<string>? say, CancellationToken cancellation)
    {
        if (asked.IsInstalled || asked.IsExact) return asked;
        if (Resolved.TryGetValue((_runtimes, asked.Text), out var known)) return known;
        try
        {
            return await NewestAsync(asked, say, cancellation);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw NotPrepared(asked, e);
        }
    }

    /// <summary>The fault of a disk that is full or a folder that cannot be written.</summary>
    internal static UserFault NotPrepared(RuntimeVersion asked, Exception e) => SubjectFaults.Of(SubjectFault.DidNotRestore,
        $".NET {asked.Text} cannot be prepared: {e.Message}", "start Dyno in a writable folder with enough free space (150 MB per runtime)", inner: e);

    private async Task<RuntimeVersion> NewestAsync(RuntimeVersion asked, Action<string>? say, CancellationToken cancellation)
    {
        var served = await ServedAsync(isPreview: false, cancellation);
        var newest = RuntimeVersion.Parse(served.Whole.Where(asked.IsFamilyOf).MaxBy(PatchOf) ?? throw NotServed(asked, served.Whole, []));
        if (Resolved.TryAdd((_runtimes, asked.Text), newest) && served.IsOfThisMachine)
            say?.Invoke($"the package sources name no runtime (no network?): {newest.Text} is the newest {asked.Text} on this machine");
        return Resolved[(_runtimes, asked.Text)];
    }

    /// <summary>Why an exact version cannot be had.</summary>
    internal async Task<UserFault> WhyNotAsync(RuntimeVersion exact, ImmutableArray<string> said, CancellationToken cancellation)
    {
        var served = await ServedAsync(exact.IsPreview, cancellation);
        return served.Whole.Contains(exact.Text)
            ? SubjectFaults.Of(SubjectFault.DidNotRestore, $".NET {exact.Text} is in your package sources, and its restore failed", "see what the restore says, and try again",
                [.. said.Where(line => line.Contains("error", StringComparison.OrdinalIgnoreCase)).Take(Shown)])
            : NotServed(exact, served.Whole, served.Halves);
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
    private async Task<Served> ServedAsync(bool isPreview, CancellationToken cancellation)
    {
        var bases = await SearchAsync(RuntimePacks.Base, isPreview, cancellation);
        if (!bases.IsEmpty) return Served.Of(bases, await SearchAsync(RuntimePacks.Web, isPreview, cancellation), isOfThisMachine: false);
        var packages = await PackagesFolderAsync(cancellation);
        var here = Served.Of(OnThisMachine(packages, RuntimePacks.Base, isPreview), OnThisMachine(packages, RuntimePacks.Web, isPreview),
            isOfThisMachine: true);
        return here with
        {
            Whole = [.. here.Whole.Union(RuntimeFolder.Made(_runtimes).Where(version => isPreview
            || !RuntimeVersion.Parse(version).IsPreview))]
        };
    }

    private async Task<ImmutableArray<string>> SearchAsync(string package, bool isPreview, CancellationToken cancellation)
    {
        ImmutableArray<string> words = ["package", "search", package, "--exact-match", "--format", "json"];
        return Parse(await AskAsync(isPreview ? words.Add("--prerelease") : words, cancellation));
    }

    // dotnet says: "global-packages: ~/.nuget/packages/".
    private async Task<string> PackagesFolderAsync(CancellationToken cancellation) =>
        (await AskAsync(["nuget", "locals", "global-packages", "--list"], cancellation)).Split(": ", 2)[^1].Trim();

    private async Task<string> AskAsync(ImmutableArray<string> words, CancellationToken cancellation)
    {
        Directory.CreateDirectory(_runtimes);
        var log = Path.Combine(_runtimes, $"search-{Environment.ProcessId}.log");
        try
        {
            await _dotnet.RunAsync(_folder, log, words, cancellation);
            var answer = await File.ReadAllTextAsync(log, cancellation);
            await File.WriteAllBytesAsync(log, new byte[Room], cancellation); // a full disk has cut the answer off, and throws here
            return answer;
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

    // The SDK writes .nupkg.metadata last: a package without it is not whole.
    private static ImmutableArray<string> OnThisMachine(string packages, string package, bool isPreview)
    {
        var folder = Path.Combine(packages, package.ToLowerInvariant());
        return Directory.Exists(folder)
            ? [.. Directory.GetDirectories(folder).Where(one => File.Exists(Path.Combine(one, ".nupkg.metadata"))).Select(Path.GetFileName).OfType<string>()
                .Where(version => RuntimeVersion.TryParse(version, out var parsed) && (isPreview || !parsed.IsPreview))] : [];
    }

    private static (int Major, int Minor) FamilyOf(string version) => RuntimeVersion.Parse(version) is var parsed ? (parsed.Major, parsed.Minor) : default;

    private static int PatchOf(string version) => VersionOf(version).Build;

    private static Version VersionOf(string version) => Version.Parse(version.Split('-')[0]);

    private sealed record Served(ImmutableArray<string> Whole, ImmutableArray<string> Halves, bool IsOfThisMachine)
    {
        public static Served Of(ImmutableArray<string> bases, ImmutableArray<string> webs, bool isOfThisMachine) =>
            new([.. bases.Intersect(webs)], [.. bases.Except(webs)], isOfThisMachine);
    }
}
