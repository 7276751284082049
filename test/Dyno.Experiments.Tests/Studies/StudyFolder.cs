namespace Dyno.Experiments.Tests;

/// <summary>A folder of studies with one study, <c>speed</c>, written for a test.</summary>
public sealed class StudyFolder : IDisposable
{
    /// <summary>Two variants of a server that someone else started, in two experiments.</summary>
    public const string Claims = """
        title: Which is faster
        article: A paper of 2025
        experiments: { main: experiment.yaml, second: second.yaml }
        claims:
          b-faster:
            says: b is faster than a
            article: "× 1.1"
            ratio: { variant: b, baseline: a, metric: rate }
            holds: 1.05..
            quick: true
          b-latency:
            says: b answers in half a second
            article: about half a second
            in: second
            figure: { variant: b, metric: p50 }
            holds: 400ms..600ms
          client:
            says: the client works harder than the server
            article: no figure
            quotient: { variant: a, metric: generator.cpuPerRequest, per: server.cpuPerRequest }
            holds: 1..
          network:
            says: three machines
            article: 90 k/s
            cannot: it needs three machines
        """;

    private const string Experiment = """
        subject: { url: "http://localhost:1" }
        variants: { a: {}, b: {}, c: {} }
        load: { url: /hello }
        compare: { baseline: a }
        """;

    /// <summary>Creates it.</summary>
    public StudyFolder(string claims = Claims)
    {
        Directory.CreateDirectory(Study);
        File.WriteAllText(Path.Combine(Study, "experiment.yaml"), Experiment);
        File.WriteAllText(Path.Combine(Study, "second.yaml"), Experiment);
        File.WriteAllText(Path.Combine(Study, "claims.yaml"), claims);
    }

    /// <summary>Absolute path of the folder of studies.</summary>
    public string Root { get; } = Directory.CreateTempSubdirectory("dyno-studies-").FullName;

    /// <summary>Absolute path of the study.</summary>
    public string Study => Path.Combine(Root, "speed");

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Root, recursive: true);
}
