namespace Dyno.Profiling;

/// <summary>
/// The files of a profiled program for other tools: the stacks of each launch, folded; all launches for speedscope; and the runtime's traces
/// where its sample profiler was used.
/// </summary>
/// <param name="name">The name of the program, which the files' names begin with.</param>
public sealed class ProfileFiles(string name, ImmutableArray<LaunchProfile> launches)
{
    /// <summary>Writes the files.</summary>
    /// <param name="folder">The folder that their paths start from.</param>
    /// <returns>The paths, relative to the folder.</returns>
    /// <exception cref="UserFault">A file cannot be written.</exception>
    public ImmutableArray<string> WriteTo(string folder, string below)
    {
        var files = ImmutableArray.CreateBuilder<string>();
        var sampled = new List<(string Name, StackTally Stacks)>();
        var begin = string.Concat(name.Select(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '.' ? letter : '_'));
        Directory.CreateDirectory(Path.Combine(folder, below));
        foreach (var (i, launch) in launches.Index())
        {
            var own = string.Create(CultureInfo.InvariantCulture, $"{begin}-{i + 1}");
            if (launch.Samples is { Total: > 0 } samples)
            {
                sampled.Add((string.Create(CultureInfo.InvariantCulture, $"{name}, launch {i + 1}"), samples));
                WholeFile.Write(PathOf(own + ".folded"), samples.ToText());
            }
            if (launch.TraceFile is { } trace && File.Exists(trace)) Copy(trace, PathOf(own + ".nettrace"));
        }
        if (sampled.Count > 0) WholeFile.Write(PathOf(begin + ".speedscope.json"), SpeedscopeFile.Of(name, sampled));
        return files.ToImmutable();

        string PathOf(string file)
        {
            files.Add(Path.Combine(below, file));
            return Path.Combine(folder, below, file);
        }
    }

    private static void Copy(string trace, string to)
    {
        try
        {
            File.Copy(trace, to, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserFault($"{to}: cannot be written: {e.Message}", "free disk space", e);
        }
    }
}
