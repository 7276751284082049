using System.Collections.Immutable;
using System.CommandLine;
using Dyno.Cli.Help;
using Dyno.Cli.Loads;
using Dyno.Cli.Parsing;
using Dyno.Cli.Running;
using Dyno.Results.Files;
using Dyno.Results.Problems;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Fleets;

/// <summary><c>dyno fleet manifest</c>: a fleet as jobs of a Kubernetes cluster.</summary>
internal sealed class FleetManifestCommand : DocumentedCommand
{
    private const int MostAgents = 1000;
    private readonly Terminal _terminal;
    private readonly string[] _words;
    private readonly Argument<string> _target = new("TARGET") { Description = "The target, as for dyno run; options of dyno run come after --" };
    private readonly Option<int?> _agents = Number("--agents", "N", "Number of agents (default: 2)");
    private readonly Option<string?> _image = Text("--image", "IMAGE", "The image with Dyno (default: dyno:latest, built from deploy/Containerfile)");
    private readonly Option<string?> _nats = Text("--nats", "URL", "NATS server of the cluster (default: a new server beside the coordinator)");
    private readonly Option<string?> _name = Text("--name", "NAME", "Name of the Kubernetes objects (default: dyno)");
    private readonly Option<string[]> _ship = Many("--ship", "PATH", "A file or folder that the load needs and Dyno does not detect; may be repeated");

    public FleetManifestCommand(Terminal terminal, string[] words)
        : base("manifest", "Print the Kubernetes objects that run a load on a cluster, for kubectl apply -f -.")
    {
        (_terminal, _words) = (terminal, words);
        Add(_target);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Manifest", _agents, _image, _nats, _name, _ship)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Create the key once, then run on eight agents; the exit code is the coordinator's",
            "kubectl create secret generic dyno-fleet --from-file=key=$HOME/.dyno/fleet.key\n"
            + "  dyno fleet manifest load.http --agents 8 | kubectl apply -f -\n  kubectl logs -f job/dyno-coordinator"),
        new("With options of dyno run", "dyno fleet manifest load.http --agents 8 -- --rate 100000 --duration 5m"),
    ];

    private async Task<int> RunAsync(ParseResult parsed)
    {
        var target = parsed.GetValue(_target)!;
        var agents = parsed.GetValue(_agents) ?? 2;
        if (agents is < 1 or > MostAgents) throw new UserFault($"{agents} is not a number of agents", $"write --agents 1 to {MostAgents}");
        using var folder = OwnedFolder.Create("dyno-manifest-");
        var (asked, words) = Read(target);
        var packed = await asked.PackAsync(_terminal, folder.Path, hasSubject: false);
        var files = ShippedTree.Of([.. packed.Files, .. parsed.GetValue(_ship) ?? []], Environment.CurrentDirectory, folder.Path);
        var manifest = new KubernetesManifest
        {
            Name = parsed.GetValue(_name) ?? "dyno",
            Image = parsed.GetValue(_image) ?? "dyno:latest",
            Agents = agents,
            Nats = parsed.GetValue(_nats),
            Words = [files.NameOf(packed.Target ?? target), .. Local(words)],
            Arguments = packed.Arguments,
            Files = files.Files,
            WorkingFolder = files.WorkingFolder,
        };
        await _terminal.Out.WriteAsync(manifest.ToYaml());
        await _terminal.Out.FlushAsync();
        return ExitCode.Success;
    }

    // A full path of a file becomes relative to the current folder, because the file has the same relative place on the cluster. An option
    // and its value are one word or two words.
    private static IEnumerable<string> Local(ImmutableArray<string> words)
    {
        var option = "";
        foreach (var word in words)
        {
            var equals = word.StartsWith("--", StringComparison.Ordinal) ? word.IndexOf('=', StringComparison.Ordinal) : -1;
            yield return equals < 0 ? FleetWords.Local(option, word)
                : $"{word[..equals]}={FleetWords.Local(word[..equals], word[(equals + 1)..])}";
            option = word;
        }
    }

    // The words are read as dyno run reads them, so that a typo is reported here and not on the cluster.
    private (AskedLoad Load, ImmutableArray<string> Words) Read(string target)
    {
        var kind = new LoadKinds().Of(target);
        var run = new RunCommand(_terminal, kind, []);
        var parsed = run.Parse([target, .. _words]);
        if (ParseProblems.Of(parsed) is { Count: > 0 } wrong) throw new UserFault(string.Join('\n', wrong), $"write the options of dyno run after --; {kind.HelpCommand("run")} lists them");
        var problems = new List<Problem>();
        var options = kind.Read(parsed, [], problems);
        if (options.Subject is not null) problems.Add(new Problem("--subject", null, null, "a manifest does not start a program under test", "deploy the server in the cluster, and load its URL"));
        problems.AddRange(options.Load.Problems(hasSubject: false));
        return problems.Count == 0 ? (options.Load, [.. _words]) : throw new UserFault([.. problems]);
    }
}
