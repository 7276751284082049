using System.Globalization;
using Dyno.Results.Comparisons;
using Dyno.Results.Files;
using Dyno.Results.Json;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Trials;

/// <summary>Where an experiment is kept: <c>.dyno/experiments/ID/</c> with a run document per trial and the comparison.</summary>
internal sealed class ExperimentFolder(string root, string id)
{
    private int _trials;

    /// <summary>Absolute path.</summary>
    public string Path { get; } = System.IO.Path.GetFullPath(System.IO.Path.Combine(root, "experiments", id));

    /// <summary>Keeps the run of a trial.</summary>
    /// <returns>Its file, relative to the folder.</returns>
    /// <exception cref="Results.ResultException">It cannot be written.</exception>
    public string Keep(string variant, RunResult run)
    {
        if (_trials == 0) WholeFile.TryWriteNew(System.IO.Path.Combine(root, ".gitignore"), "*\n");
        var file = string.Create(CultureInfo.InvariantCulture, $"{++_trials:0000}-{variant}.json");
        ResultFile.Write(System.IO.Path.Combine(Path, file), run);
        return file;
    }

    /// <summary>Reads the run of a trial again; null when its file is gone or damaged.</summary>
    /// <param name="file">As <see cref="Keep(string, RunResult)"/> named it.</param>
    public RunResult? Read(string file)
    {
        try
        {
            return ResultFile.Read(System.IO.Path.Combine(Path, file));
        }
        catch (Results.ResultException)
        {
            return null;
        }
    }

    /// <summary>Keeps the comparison.</summary>
    public string Keep(Comparison comparison)
    {
        var file = System.IO.Path.Combine(Path, "comparison.json");
        WholeFile.Write(file, ComparisonJson.Write(comparison));
        return file;
    }
}
