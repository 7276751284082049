namespace Dyno.Subjects;

/// <summary>
/// The folder for the publishes of one project. It holds <c>build/</c> (intermediate files, so that the next build is short; the
/// project's own bin and obj stay untouched), one folder per framework and content, MSBuild's answers about the project,
/// <c>*.log</c>, and a lock.
/// </summary>
internal sealed class PublishFolder
{
    private const int KeptPerFramework = 3;
    private const int KeptOutputs = 20;
    private const string Marker = "published";
    private const string LaunchesFolder = "launches";

    // .NET's HResult for a file that another process holds.
    private const int WouldBlockOnLinux = 11;
    private const int WouldBlockOnMac = 35;
    private const int SharingViolationOnWindows = unchecked((int)0x80070020);

    private static readonly TimeSpan LockPoll = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan Untouchable = TimeSpan.FromHours(1);

    private readonly string _root;

    /// <summary>The folder of one project.</summary>
    /// <param name="stateFolder">Folder of all subjects.</param>
    /// <param name="projectFile">Absolute path of the project, by which two projects with the same name are kept apart.</param>
    public PublishFolder(string stateFolder, string projectFile)
    {
        var path = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(projectFile)))[..8];
        _root = Path.GetFullPath(Path.Combine(stateFolder, $"{Path.GetFileNameWithoutExtension(projectFile)}-{path}"));
    }

    /// <summary>The folder for MSBuild's <c>--artifacts-path</c>.</summary>
    public string BuildFolder => Path.Combine(_root, "build");

    /// <summary>The file for the output of the last command of a kind.</summary>
    public string LogFile(string kind) => Path.Combine(_root, kind + ".log");

    /// <summary>The file for the output of one start. The method removes old files, except the last few.</summary>
    public string NewOutputFile(string framework, DateTimeOffset startedAt, int attempt)
    {
        var folder = Directory.CreateDirectory(OutputFolder(_root));
        foreach (var old in folder.GetFiles("*.log").OrderByDescending(file => file.Name, StringComparer.Ordinal).Skip(KeptOutputs))
            if (startedAt - old.LastWriteTimeUtc > Untouchable) old.Delete();
        var name = $"{startedAt.UtcDateTime:yyyyMMdd-HHmmss-fff}-{framework}-{Environment.ProcessId}-{attempt}.log";
        return Path.Combine(folder.FullName, name);
    }

    /// <summary>The folder of the working copies of all launches.</summary>
    public string Launches => Path.Combine(_root, LaunchesFolder);

    /// <summary>Where the working copy of a launch is kept: under the name of its output.</summary>
    public string KeptCopy(string outputFile) => Path.Combine(_root, "kept", Path.GetFileNameWithoutExtension(outputFile));

    public string Output(string framework, string key) => Path.Combine(_root, $"{framework}-{key}");

    /// <summary>MSBuild's answer about the project with these sources; null when MSBuild was not asked.</summary>
    public string? FindInspection(string sources)
    {
        var file = InspectionFile(sources);
        return File.Exists(file) ? File.ReadAllText(file) : null;
    }

    /// <summary>
    /// Keeps MSBuild's answer for these sources, and forgets answers for other sources. The answer is kept whole or not at all: a part of it
    /// would be read for good.
    /// </summary>
    /// <remarks>Not by <c>WholeFile</c>, which refuses links below <c>.dyno</c>: a user may keep the builds on another disk.</remarks>
    /// <exception cref="UserFault">The answer cannot be written.</exception>
    public void KeepInspection(string sources, string answer)
    {
        foreach (var old in Directory.GetFiles(_root, "project-*.json")) File.Delete(old);
        var (file, part) = (InspectionFile(sources), InspectionFile(sources) + ".part");
        try
        {
            File.WriteAllText(part, answer);
            File.Move(part, file);
        }
        catch (IOException failure)
        {
            throw new UserFault($"{file}: cannot be written: {failure.Message}", "free some space, or run Dyno in a folder on another disk", failure);
        }
        finally
        {
            File.Delete(part);
        }
    }

    /// <summary>Whether a folder holds a complete publish. If so, the folder is marked as used now.</summary>
    public static bool IsWhole(string folder)
    {
        var marker = Path.Combine(folder, Marker);
        if (!File.Exists(marker)) return false;
        File.SetLastWriteTimeUtc(marker, TimeProvider.System.GetUtcNow().UtcDateTime);
        return true;
    }

    public static void MarkWhole(string folder) => File.WriteAllText(Path.Combine(folder, Marker), "");

    /// <summary>Whether a file is the mark of a complete publish, which is no file of the program.</summary>
    public static bool IsMarker(string folder, string file) => file == Path.Combine(folder, Marker);

    /// <summary>Unmarks a publish that was changed: the next launch publishes anew.</summary>
    public static void Spoil(string folder) => File.Delete(Path.Combine(folder, Marker));

    /// <summary>Waits until no other Dyno builds this project here.</summary>
    /// <param name="onWait">Called once when the method has to wait.</param>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be written.</exception>
    public async Task<IDisposable> LockAsync(Action onWait, TimeProvider time, CancellationToken cancellation)
    {
        Directory.CreateDirectory(_root);
        for (var waits = false; ; waits = true)
        {
            if (TryLock(_root) is { } held)
            {
                File.SetLastWriteTimeUtc(held.SafeFileHandle, time.GetUtcNow().UtcDateTime);
                return held;
            }
            if (!waits) onWait();
            await Task.Delay(LockPoll, time, cancellation);
        }
    }

    /// <summary>Removes old publishes of a framework, but not the last few, and none that may still be running.</summary>
    public void RemoveOld(string framework, TimeProvider time)
    {
        var now = time.GetUtcNow().UtcDateTime;
        var old = Directory.EnumerateDirectories(_root, framework + "-*")
            .OrderByDescending(LastUse)
            .Skip(KeptPerFramework)
            .Where(folder => now - LastUse(folder) > Untouchable);
        foreach (var folder in old.ToList()) Directory.Delete(folder, recursive: true);
    }

    /// <summary>
    /// The lock of a program's folder; null when another process holds it. The kernel releases the lock when that process ends, however it
    /// ends.
    /// </summary>
    internal static FileStream? TryLock(string root)
    {
        try
        {
            return new FileStream(LockFile(root), FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException e) when (e.HResult is WouldBlockOnLinux or WouldBlockOnMac or SharingViolationOnWindows)
        {
            return null;
        }
    }

    /// <summary>When a program was last published or launched.</summary>
    internal static DateTimeOffset LastUseOf(string root) =>
        new[] { LockFile(root), root, OutputFolder(root) }.Max(File.GetLastWriteTimeUtc); // of a file that is not there: long ago

    /// <summary>Whether no launch of a program runs.</summary>
    internal static bool IsIdle(string root)
    {
        var launches = Path.Combine(root, LaunchesFolder);
        return !Directory.Exists(launches) || Directory.EnumerateDirectories(launches).All(OwnedFolder.IsLeft);
    }

    private static string OutputFolder(string root) => Path.Combine(root, "output");

    private static string LockFile(string root) => Path.Combine(root, "lock");

    private string InspectionFile(string sources) => Path.Combine(_root, $"project-{sources}.json");

    private static DateTime LastUse(string folder) => File.GetLastWriteTimeUtc(Path.Combine(folder, Marker));
}
