namespace Dyno.Experiments;

/// <summary>An article's claims, and the experiments that judge them: a folder with <c>claims.yaml</c>.</summary>
public sealed record Study
{
    /// <summary>The name of the study: that of its folder.</summary>
    public required string Name { get; init; }

    public required string Folder { get; init; }

    /// <summary>The question, in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>The article: title, author or place, date.</summary>
    public required string Article { get; init; }

    /// <summary>The experiments, in the order in which they run.</summary>
    public required ImmutableArray<StudyExperiment> Experiments { get; init; }

    /// <summary>The claims, in the order of the article.</summary>
    public required ImmutableArray<Claim> Claims { get; init; }

    /// <summary>Figures that are shown beside the claims.</summary>
    public ImmutableArray<StudyTable> Tables { get; init; } = [];

    /// <summary>Variants that are shown second by second.</summary>
    public ImmutableArray<StudyChart> Charts { get; init; } = [];

    /// <summary>Everything that is measured: for the claims, the tables and the charts.</summary>
    public IEnumerable<Measure> Measures =>
        [.. Claims.Select(c => c.Measure).OfType<Measure>(), .. Tables.SelectMany(t => t.Rows).SelectMany(r => r.Measures), .. Charts.Select(c => c.Measure)];

    /// <summary>The file with the result of a kept run of an experiment.</summary>
    public string ResultFile(StudyExperiment experiment) => Path.Combine(Folder, "results", experiment.Name + ".json");
}

/// <summary>One experiment of a study.</summary>
/// <param name="Name">The name by which claims refer to the experiment.</param>
/// <param name="File">Absolute path of its file; for benchmarks and runs of Dyno itself, the path of the study's own file.</param>
public sealed record StudyExperiment(string Name, string File)
{
    /// <summary>Benchmarks instead of an experiment file; null for a file.</summary>
    public BenchmarkPlan? Benchmarks { get; init; }

    /// <summary>Runs of Dyno itself instead of an experiment file; null for a file.</summary>
    public GeneratorPlan? Generator { get; init; }
}
